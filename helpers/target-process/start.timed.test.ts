import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../schemas/common/package-root.js';
import {
  call,
  conformance,
  emptyFolder,
  freePort,
  keys,
  reportIn,
  withVerdict,
  writeKeyPair,
} from '../cli/testing/command.js';
import { runFolders } from '../run-folder/earlier-runs.js';

function pidsIn(cwd: string, file: string): number[] {
  const path = join(cwd, file);
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').map(Number) : [];
}

/** Whether a process runs; one that has ended and waits for its parent to notice does not. */
function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform !== 'linux') return true;
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !/[ZX]/.test(stat.charAt(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

/**
 * Writes a target, which leaves its process id in `target.pid`, and `stubborn.sh`, which ignores SIGTERM as its child does,
 * and leaves both in `stubborn.pid`. @param also runs before the target listens
 */
async function prepared(also = '') {
  const cwd = emptyFolder();
  const port = await freePort();
  const child = `trap '' TERM; echo $$ >> stubborn.pid; while :; do sleep 0.2; done`;
  const quoted = child.replaceAll("'", `'\\''`);
  writeFileSync(join(cwd, 'stubborn.sh'), `trap '' TERM\necho $$ >> stubborn.pid\nsh -c '${quoted}'\n`);
  const reference = new URL('.build/helpers/reference-server/server.js', packageRoot).href;
  const target = `
    import { spawn } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    import { startReferenceServer } from '${reference}';
    const env = process.env;
    writeFileSync('target.pid', String(process.pid));
    ${also}
    const secretKeys = [env.CONFORMANCE_API_KEY, env.CONFORMANCE_OTHER_API_KEY];
    const tenantIds = [env.CONFORMANCE_TENANT_ID, env.CONFORMANCE_OTHER_TENANT_ID];
    const server = { secretKey: () => secretKeys.shift(), tenantId: (at) => tenantIds[at] };
    await startReferenceServer({ change: { server }, port: Number(process.argv[2]), https: false });
  `;
  writeFileSync(join(cwd, 'target.mjs'), target);
  return { cwd, start: `node target.mjs ${port}`, baseUrl: `http://127.0.0.1:${port}/v1/`, port };
}

function nothingIsLeft(cwd: string, file: string, count: number) {
  const pids = pidsIn(cwd, file);
  expect(pids).toHaveLength(count);
  expect(pids.filter(runs)).toEqual([]);
}

describe.concurrent('a target that the run starts', () => {
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
    const filed = { ...keys, CONFORMANCE_BASE_URL: baseUrl, DB_PASSWORD: 'pw-9fK2mQ9xL4vB7' };
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

describe.concurrent('a target that is not there', () => {
  test('since its command ends at once: status 2, with its last output', async () => {
    const { cwd, baseUrl } = await prepared();
    const start = `echo "::error::no such port"; printf 'key %s \\033[2J' "$CONFORMANCE_API_KEY"; exit 9`;
    const { status, stderr } = await call(['--start', start, '--base-url', baseUrl], keys, cwd);
    expect(stderr).toBe(
      'The --start command ended with status 9 before the target responded.\n' +
        '  | ::error::no such port\n  | key $CONFORMANCE_API_KEY \n',
    );
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

describe.concurrent('an interrupted run leaves no process behind', () => {
  test.each<[when: string, start: 'target' | 'stubborn', signals: NodeJS.Signals[], expected: number]>([
    ['while it asks', 'target', ['SIGINT'], 130],
    ['while it waits for a response', 'stubborn', ['SIGINT'], 130],
    ['while it waits, by a second signal at once', 'stubborn', ['SIGINT', 'SIGINT'], 130],
  ])('%s: %s, %j', async (_, which, signals, expected) => {
    const { cwd, start, baseUrl } = await prepared(`spawn('sh', ['stubborn.sh'], { stdio: 'inherit' });`);
    const command = which === 'target' ? start : 'sh stubborn.sh';
    const argv = ['--start', command, '--base-url', baseUrl, '--rate', '20'];
    const { status, stdout } = await call(argv, keys, cwd, {
      meanwhile: async (child) => {
        while (pidsIn(cwd, 'stubborn.pid').length < 2) await sleep(20);
        if (which === 'target') await sleep(2500);
        for (const signal of signals) {
          child.kill(signal);
          await sleep(200);
        }
      },
    });
    expect(status, stdout).toBe(expected);
    while (pidsIn(cwd, 'stubborn.pid').some(runs)) await sleep(20);
    if (which === 'target') nothingIsLeft(cwd, 'target.pid', 1);
    // Whoever waits no longer gets no report.
    const [folder] = runFolders(cwd);
    expect(folder === undefined).toBe(signals.length > 1);
    if (folder === undefined) return;
    expect(reportIn(folder).run).toMatchObject({
      complete: false,
      stopped: `The run was interrupted (${signals[0]}).`,
    });
  });

  test('by its deadline, before the target answers', async () => {
    const { cwd, baseUrl } = await prepared();
    const argv = ['--start', 'sh stubborn.sh', '--base-url', baseUrl, '--deadline', '1'];
    const { status, report } = await conformance(keys, cwd, argv);
    expect([status, report.run.stopped]).toEqual([3, expect.stringMatching(/deadline of 1 s/)]);
    nothingIsLeft(cwd, 'stubborn.pid', 2);
  });
});
