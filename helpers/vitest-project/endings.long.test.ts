import { once } from 'node:events';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Listener, serve } from '../api/listener.js';
import { emptyFolder, freePort, keys, variablesFor, withVerdict } from '../cli/testing/command.js';
import { startEchoServer } from '../cli/testing/echo.js';
import { startFor } from '../reference-server/testing/run-against.js';
import {
  copyOfSources,
  entriesOf,
  titleOf,
  until,
  vitest,
  vitestInGroup,
  vitestOf,
  withStatus,
} from './vitest.fixture.js';

/** A target that takes its time, so that there is a middle to be interrupted in. */
let requests = 0;
let slow: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  const answer: Listener = (_, response) => {
    requests += 1;
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end('[]'), 100);
  };
  slow = await serve(answer, '/v1/');
});
afterAll(() => slow.close());

test('--bail ends the run by itself, which says that it is incomplete, and publishes', async () => {
  const { status, all, report } = await vitestOf({ fault: 'leap-day-in-any-year' }, { argv: ['--bail', '1'] });
  expect([status, report?.run.complete]).toEqual([1, false]);
  expect(report?.run.stopped).toBe('Vitest ended the run after a failure (--bail).');
  expect(withStatus(all, 'failed').every((title) => title.startsWith('CUST-09'))).toBe(true);
  expect(withStatus(all, 'failed').length).toBeGreaterThan(0);
  expect(withStatus(all, 'skipped').length).toBeGreaterThan(100);
});

test.each<[what: string, signals: readonly NodeJS.Signals[], toGroup: boolean, expected: number, publishes: boolean]>([
  ['Ctrl-C', ['SIGINT'], true, 130, true],
  ['Ctrl-C twice', ['SIGINT', 'SIGINT'], true, 130, false],
  ['SIGTERM to vitest alone', ['SIGTERM'], false, 143, true],
])('%s leaves no draft, and after one signal a report', async (_, signals, toGroup, expected, publishes) => {
  const cwd = emptyFolder();
  requests = 0;
  const env = { ...keys, CONFORMANCE_BASE_URL: slow.baseUrl };
  const { child, kill, printed } = vitestInGroup(['run'], env, cwd);
  const ended = once(child, 'exit');
  await until(() => requests >= 20);
  for (const signal of signals) {
    if (toGroup) kill(signal);
    else child.kill(signal);
    await sleep(50);
  }
  const [status] = await ended;
  expect([status, printed.text]).toEqual([expected, expect.any(String)]);
  await until(() => entriesOf(cwd).every((name) => !name.startsWith('.')));
  const reports = entriesOf(cwd).map((run) => join(cwd, 'reports', 'runs', run, 'report.json'));
  if (publishes) expect(JSON.parse(readFileSync(reports[0] ?? '', 'utf8')).run).toMatchObject({ complete: false });
});

test('watch mode runs again with a change, and writes nothing that a later run would remember', async () => {
  const [cwd, root] = [emptyFolder(), copyOfSources()];
  const server = await startFor({});
  const { child, kill, printed } = vitestInGroup(['watch', '-t', 'AUTH-01'], variablesFor(server, cwd), cwd, root);
  const runs = () => printed.text.match(/^PARTIAL {2}1 of \d+ rules passed/gm)?.length ?? 0;
  await until(() => runs() === 1 && printed.text.includes('Waiting for file changes'));
  appendFileSync(join(root, 'suites/authentication/authentication.suite.ts'), '// changed\n');
  await until(() => runs() === 2);
  const ended = once(child, 'exit');
  kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  await server.close();
  expect(entriesOf(cwd)).toEqual([]);
});

const elsewhere = { ...keys, CONFORMANCE_BASE_URL: 'https://sandbox.example.test/v1/' };
test.each<[argv: string[], env: Record<string, string>, says: RegExp]>([
  [['--watch'], elsewhere, /^Watch mode .* loopback alone\. Call `npx vitest run --project conformance`\.\n$/],
  [['--retry=2'], elsewhere, /^--retry is not for the project conformance: /],
  [['--isolate'], elsewhere, /^--isolate is not for the project conformance: /],
  [['--pool=threads'], elsewhere, /^--pool is not for the project conformance: /],
])('%j is refused by name, with status 2', async (argv, env, says) => {
  const { status, stderr } = await vitest({ argv, env });
  expect([status, stderr]).toEqual([2, expect.stringMatching(says)]);
});

test.each<[what: string, argv: string[], env: Record<string, string>, status: number, says: string]>([
  ['no test has the name', ['-t', 'NOPE-99'], {}, 2, 'No test has this name'],
  ['a part of a requirement is undecided', ['-t', 'create customer: an empty key'], {}, 3, 'INCONCLUSIVE'],
  ['a target never starts', [], { CONFORMANCE_START: 'sleep 100', CONFORMANCE_START_TIMEOUT: '1' }, 3, 'INCONCLUSIVE'],
])('nothing is green where %s', async (_, argv, env, expected, says) => {
  const base = { ...keys, CONFORMANCE_BASE_URL: `http://127.0.0.1:${await freePort()}/v1/` };
  const { status, stdout, all } = await vitest({ env: { ...base, ...env }, argv });
  expect([status, stdout]).toEqual([expected, expect.stringContaining(says)]);
  expect(withStatus(all, 'passed')).toEqual([]);
});

test('--shard takes a part of the files; a list sends nothing', async () => {
  const passed = [];
  for (const shard of ['1/2', '2/2'])
    passed.push(
      ...withStatus((await vitestOf({}, { argv: [`--shard=${shard}`, '-t', 'AUTH-01|VER-01'] })).all, 'passed'),
    );
  expect(passed.sort()).toEqual([
    'AUTH-01 create customer: an empty key',
    'AUTH-01 create customer: no key',
    'VER-01 path of the base address',
  ]);
  requests = 0;
  const { child, printed } = vitestInGroup(['list'], { ...keys, CONFORMANCE_BASE_URL: slow.baseUrl }, emptyFolder());
  expect((await once(child, 'close'))[0]).toBe(0);
  expect(printed.text).toContain('AUTH-01 Creating a customer without Api-Key returns 401 > create customer: no key');
  expect(requests).toBe(0);
});

test('no key is printed, whatever the target puts into its answers', async () => {
  const server = await startEchoServer();
  const cwd = emptyFolder();
  const ca = join(cwd, 'ca.pem');
  writeFileSync(ca, server.ca);
  const env = { ...server.env, CONFORMANCE_CA_FILE: ca };
  const { stdout, stderr, written, all } = await vitest({ cwd, env, argv: ['--reporter=verbose'] });
  await server.close();
  expect(withStatus(all, 'failed').length).toBeGreaterThan(0);
  const shown = [stdout, stderr, written].join('\n').toLowerCase();
  expect(Object.entries(server.secrets()).filter(([, secret]) => shown.includes(secret.toLowerCase()))).toEqual([]);
});

test('an uncaught error of the suite ends the run with 4, and shows no key', async () => {
  const root = copyOfSources();
  const file = join(root, 'suites/shared/describe.ts');
  const passage = 'const control = await baselineFor(operation);';
  const slip = "process.nextTick(() => { throw new Error('with ' + target.configuration.apiKey); });";
  writeFileSync(file, readFileSync(file, 'utf8').replace(passage, `${slip} ${passage}`));
  const { status, stdout, stderr, written } = await vitestOf({}, { root, argv: ['-t', 'AUTH-01'] });
  const shown = [stdout, stderr, written].join('\n');
  expect(status).toBe(4);
  expect(shown).toMatch(/Internal error of this suite/);
  expect(shown).not.toMatch(/with sk_/);
});

test('a test fails by a drift that nobody accepted, where --fail-on-drift says so', async () => {
  const { folder = '', report } = await vitestOf({}, { argv: ['-t', 'ERR-03'] });
  expect(report?.summary.verdict).toBe('inconclusive');
  const baseline = join(folder, 'other.json');
  writeFileSync(
    baseline,
    readFileSync(join(folder, 'report.json'), 'utf8').replace(/"statuses": \[\s*404/, '"statuses": [410'),
  );
  const env = { CONFORMANCE_BASELINE: baseline, CONFORMANCE_FAIL_ON_DRIFT: 'true' };
  const { status, all } = await vitestOf({}, { argv: ['-t', 'ERR-03'], env });
  expect([status, withStatus(all, 'failed')]).toEqual([1, ['ERR-03 an unknown path']]);
  expect(all.find((result) => titleOf(result).startsWith('ERR-03'))?.failureMessages[0]).toContain('--fail-on-drift');
});

test('a target is started and stopped, and a deadline ends what waits for it', async () => {
  const port = await freePort();
  const start = `${process.execPath} -e "require('http').createServer((q, s) => q.url.includes('accounts') || s.end()).listen(process.env.PORT)"`;
  const env = {
    ...keys,
    CONFORMANCE_BASE_URL: `http://127.0.0.1:${port}/v1/`,
    CONFORMANCE_START: start,
    CONFORMANCE_DEADLINE: '2',
  };
  const { status, all, report } = await vitest({ env, argv: ['-t', 'AUTH-02'] });
  expect([status, withStatus(all, 'passed'), withStatus(all, 'failed')]).toEqual([3, [], []]);
  expect(report?.run.stopped).toContain('--deadline');
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

test('what a later response makes doubtful is no pass any more', async () => {
  const unsolicited = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';
  const { baseUrl, close } = await serve((request, response) => {
    const key = String(request.headers['api-key'] ?? '');
    response.writeHead(key === keys.CONFORMANCE_API_KEY ? 200 : 401, { 'content-type': 'application/json' }).end('[]');
    if (key.length > 10 && key !== keys.CONFORMANCE_API_KEY) setTimeout(() => request.socket.write(unsolicited), 20);
  }, '/v1/');
  const { all, report } = await vitest({
    // One connection for all, so that what comes over it is doubtful.
    env: { ...keys, CONFORMANCE_BASE_URL: baseUrl, CONFORMANCE_CONCURRENCY: '1' },
    argv: ['-t', 'AUTH-02|AUTH-04'],
  });
  await close();
  expect(report && withVerdict(report, 'inconclusive')).toContain('AUTH-02');
  const ofFirst = all.filter((result) => titleOf(result).startsWith('AUTH-02'));
  expect(ofFirst.filter(({ status }) => status === 'passed').length).toBeLessThan(ofFirst.length);
});
