import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../schemas/types.js';
import { call, conformance, emptyFolder, withVerdict } from '../cli/testing/command.js';
import { writeKeyPair } from '../cli/testing/key-pair.js';
import { begin, freePort, keys, pidsIn, runs, until, writeStubborn, writeTarget } from '../cli/testing/started.js';
import { runFolders } from '../run-folder/earlier-runs.js';

async function prepared(also = '') {
  const cwd = emptyFolder();
  const port = await freePort();
  writeStubborn(cwd);
  const start = writeTarget(cwd, port, also);
  return { cwd, start, baseUrl: `http://127.0.0.1:${port}/v1/`, port };
}

/** Nothing that the command started runs any more. */
function nothingIsLeft(cwd: string, file: string, count: number) {
  const pids = pidsIn(cwd, file);
  expect(pids).toHaveLength(count);
  expect(pids.filter(runs)).toEqual([]);
}

describe.concurrent('a target that the run starts', { timeout: 120_000 }, () => {
  test('is awaited, tested and stopped, with children that ignore SIGTERM; its output is kept without keys', async () => {
    const { cwd, start, baseUrl } = await prepared(`
      console.log('\\u001b[32mready\\u001b[0m with ' + env.CONFORMANCE_API_KEY + '\\u0007');
      console.error('and ' + Buffer.from(env.CONFORMANCE_OTHER_API_KEY).toString('base64'));
      spawn('sh', ['stubborn.sh'], { stdio: 'inherit' });
    `);
    const argv = ['--start', start, '--base-url', baseUrl, '--only', 'AUTH-02,CUST-01'];
    const { status, stdout, stderr } = await call(argv, keys, cwd);
    expect(status, stdout + stderr).toBe(0);
    expect(stdout).toContain(`Starting the target; it has 30 s to respond at ${baseUrl}.`);
    nothingIsLeft(cwd, 'target.pid', 1);
    nothingIsLeft(cwd, 'stubborn.pid', 2);
    const [folder = ''] = runFolders(cwd);
    const log = readFileSync(join(folder, 'target.log'), 'utf8');
    expect(log).toBe(
      'ready with $CONFORMANCE_API_KEY[U+0007]\n‹withheld: held $CONFORMANCE_OTHER_API_KEY›\n\n' +
        '[ It did not end by SIGTERM in time, so it was killed. ]\n',
    );
  });

  test('gets base address, port, keys and tenant ids as they are configured, from .env too', async () => {
    const { cwd, baseUrl, port } = await prepared('console.log(env.PORT, env.CONFORMANCE_BASE_URL, env.DB_PASSWORD);');
    const filed = {
      ...keys,
      CONFORMANCE_BASE_URL: baseUrl,
      DB_PASSWORD: 'pw-9fK2mQ9xL4vB7',
      CONFORMANCE_OPERATOR: 'a',
    };
    const lines = Object.entries(filed).map(([name, value]) => `${name}=${value}`);
    writeFileSync(join(cwd, '.env'), lines.join('\n'));
    const argv = ['--start', 'node target.mjs "$PORT"', '--only', 'AUTH-02,ACCT-03'];
    const { status, stdout, stderr } = await call(argv, {}, cwd);
    expect(status, stdout + stderr).toBe(0);
    const [folder = ''] = runFolders(cwd);
    // What `.env` holds is kept out of what the target prints.
    expect(readFileSync(join(folder, 'target.log'), 'utf8')).toBe(`${port} ${baseUrl} $DB_PASSWORD\n`);
  });

  test('that ends during the run: the report says so', async () => {
    const { cwd, start, baseUrl } = await prepared('setTimeout(() => process.exit(7), 1500);');
    const argv = ['--start', start, '--base-url', baseUrl, '--rate', '20', '--observe', 'none'];
    const { status, report } = await conformance(keys, cwd, argv);
    expect(status).toBe(3);
    expect(withVerdict(report, 'fail')).toEqual([]);
    expect(report.run.notices?.join('\n')).toMatch(/--start.*status 7/);
  });
});

describe.concurrent('a target that is not there', { timeout: 120_000 }, () => {
  test.each([
    [
      'since its command ends at once, with its last output',
      `echo "::error::no such port"; printf 'key %s \\033[2J' "$CONFORMANCE_API_KEY"; exit 9`,
      /^The --start command ended with status 9 before the target responded\.\n {2}\| ::error::no such port\n {2}\| key \$CONFORMANCE_API_KEY \n$/,
    ],
    [
      'since it is not known, in the words of the shell',
      'no-such-command-1',
      /status 127 .*\n {2}\| .*no-such-command-1/,
    ],
  ])('%s: status 2', async (_, start, message) => {
    const { cwd, baseUrl } = await prepared();
    const { status, stderr } = await call(['--start', start, '--base-url', baseUrl], keys, cwd);
    expect(stderr).toMatch(message);
    expect([status, runFolders(cwd)]).toEqual([2, []]);
  });

  test('gets the environment of the run without the signing key, and secrets of others stay out of what it prints', async () => {
    const { cwd, baseUrl } = await prepared();
    const start = 'env | cut -d= -f1 | tr "\\n" " "; echo; echo "$OWN_TOKEN via $PROXY_OF_OURS"; exit 1';
    const env = { OWN_TOKEN: 'a-token-of-ours-2', PROXY_OF_OURS: 'http://user:p%40ssw0rd-9@proxy.example', ...keys };
    writeKeyPair(cwd, 'key');
    const signing = { ...env, CONFORMANCE_SIGNING_KEY_FILE: 'key' };
    const { status, stderr } = await call(['--start', start, '--base-url', baseUrl], signing, cwd);
    expect(status).toBe(2);
    const [, names = '', values] = stderr.split('\n');
    expect(names).toContain('CONFORMANCE_API_KEY');
    expect(names).not.toContain('CONFORMANCE_SIGNING_KEY_FILE');
    expect(values).toBe('  | $OWN_TOKEN via http://user:‹the password in $PROXY_OF_OURS›@proxy.example');
  });

  test('since it never listens: status 3, a report with the reason, and no process left', async () => {
    const { cwd, baseUrl } = await prepared();
    const argv = ['--start', 'echo warming up; sh stubborn.sh', '--start-timeout', '1', '--base-url', baseUrl];
    const { status, report, folder, stderr } = await conformance(keys, cwd, argv);
    expect(status).toBe(3);
    expect(report.run).toMatchObject({
      complete: false,
      stopped: `The started target did not respond within 1 s (--start-timeout): ECONNREFUSED. It has to listen on port ${new URL(baseUrl).port}.`,
    });
    expect(report.summary).toMatchObject({ verdict: 'inconclusive', requests: 0 });
    expect(readFileSync(join(folder, 'target.log'), 'utf8')).toMatch(/^warming up\n/);
    expect(stderr).toBe('  | warming up\n');
    nothingIsLeft(cwd, 'stubborn.pid', 2);
  });

  test('while another listens in its place: status 2, and the command is not run', async () => {
    const { cwd, port, baseUrl } = await prepared();
    const other = createServer((_, response) => response.writeHead(404).end());
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    const { status, stderr } = await call(['--start', 'touch begun; sleep 9', '--base-url', baseUrl], keys, cwd);
    other.close();
    expect(status).toBe(2);
    expect(stderr).toBe(`${baseUrl} is already in use: that server would be tested instead of the one from --start.\n`);
    expect(existsSync(join(cwd, 'begun'))).toBe(false);
  });
});

describe.concurrent('an interrupted run leaves no process behind', { timeout: 120_000 }, () => {
  const reportIn = (cwd: string) =>
    JSON.parse(readFileSync(join(runFolders(cwd)[0] ?? '', 'report.json'), 'utf8')) as Report;

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s while it asks', async (signal, expected) => {
    const { cwd, start, baseUrl } = await prepared(`spawn('sh', ['stubborn.sh'], { stdio: 'inherit' });`);
    const run = begin(['--start', start, '--base-url', baseUrl, '--rate', '20'], keys, cwd);
    await until(() => run.output().includes('seed '), run.output);
    await sleep(1200);
    run.child.kill(signal);
    expect(await run.status, run.output()).toBe(expected);
    expect(reportIn(cwd).run).toMatchObject({ complete: false, stopped: `The run was interrupted (${signal}).` });
    nothingIsLeft(cwd, 'target.pid', 1);
    nothingIsLeft(cwd, 'stubborn.pid', 2);
  });

  test.each([
    ['while it waits for a response', ['SIGINT']],
    ['twice', ['SIGINT', 'SIGINT']],
  ] as const)('%s', async (_, signals) => {
    const { cwd, baseUrl } = await prepared();
    const run = begin(['--start', 'sh stubborn.sh', '--base-url', baseUrl], keys, cwd);
    await until(() => pidsIn(cwd, 'stubborn.pid').length === 2, run.output);
    for (const signal of signals) {
      run.child.kill(signal);
      await sleep(200);
    }
    expect(await run.status, run.output()).toBe(130);
    await until(() => pidsIn(cwd, 'stubborn.pid').filter(runs).length === 0);
    // Whoever waits no longer gets no report.
    if (signals.length === 1) expect(reportIn(cwd).summary).toMatchObject({ verdict: 'inconclusive', requests: 0 });
  });

  test('by its deadline, before the target answers', async () => {
    const { cwd, baseUrl } = await prepared();
    const argv = ['--start', 'sh stubborn.sh', '--base-url', baseUrl, '--deadline', '1'];
    const { status, report } = await conformance(keys, cwd, argv);
    expect([status, report.run.stopped]).toEqual([3, expect.stringMatching(/deadline of 1 s/)]);
    nothingIsLeft(cwd, 'stubborn.pid', 2);
  });
});
