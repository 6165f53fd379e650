import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../schemas/types.js';
import { emptyFolder, withVerdict } from '../cli/testing/command.js';
import { begin, freePort, keys, pidsIn, runFolders, runs, until, writeTarget } from '../cli/testing/started.js';
import { fileChanges, isLeftOut } from '../target-process/file-watcher.js';
import { healthOf, waitUntilFree, wayTo } from '../target-process/health-check.js';

const reportIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
const waits = (output: string) => output.split(' Waiting for ').length - 1;
/** Standard input is a pipe that says it is a terminal: keys can be sent on every machine. */
const asTerminal = `--import=data:text/javascript,${encodeURIComponent('Object.assign(process.stdin, { isTTY: true, setRawMode: () => process.stdin })')}`;
const listening = (server: Server, port: number) =>
  new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

describe.concurrent('--watch', { timeout: 120_000 }, () => {
  test('with --start runs again when a file changes and for a key, in ten lines a run at most', async () => {
    const cwd = emptyFolder();
    const port = await freePort();
    const start = writeTarget(cwd, port, `setInterval(() => appendFileSync('db.json', '.'), 50);`);
    const baseUrl = `http://127.0.0.1:${port}/v1/`;
    const argv = ['--watch', '--start', start, '--base-url', baseUrl, '--only', 'CUST-09,AUTH-02'];
    const run = begin(argv, { ...keys, NODE_OPTIONS: asTerminal }, cwd);
    await until(() => waits(run.output()) === 1, run.output);
    // Which of its two files is noticed first is chance.
    expect(run.output()).toMatch(/^watch: (db\.json|target\.pid) changed: run abandoned, running again\.$/m);
    expect(run.output()).toMatch(/^watch: (db\.json|target\.pid) changed during this run as during the one before/m);
    // Folders that are left out, first: nothing may come of it.
    writeFileSync(join(cwd, '.hidden'), '');
    writeFileSync(join(cwd, 'reports', 'note.txt'), '');
    await sleep(700);
    expect(waits(run.output())).toBe(1);

    const target = readFileSync(join(cwd, 'target.mjs'), 'utf8');
    writeFileSync(join(cwd, 'target.mjs'), target.replace('process.argv[3]', `'leap-day-in-any-year'`));
    await until(() => waits(run.output()) === 2, run.output);
    expect(run.output()).toContain('watch: target.mjs changed: running again.');
    const folders = runFolders(cwd);
    expect(withVerdict(reportIn(folders.at(-2) ?? ''), 'fail')).toEqual([]);
    expect(withVerdict(reportIn(folders.at(-1) ?? ''), 'fail')).toEqual(['CUST-09']);
    expect(run.output()).toContain(
      'watch: exit 1. Waiting for a file to change.\nr run now   f failed only   q quit\n',
    );

    run.child.stdin?.write('f');
    await until(() => waits(run.output()) === 3, run.output);
    const tested = reportIn(runFolders(cwd).at(-1) ?? '').requirements.filter(({ checks }) => checks.length > 0);
    expect(tested.map(({ id }) => id)).toEqual(['CUST-09']);
    run.child.stdin?.write('r');
    await until(() => waits(run.output()) === 4, run.output);
    expect(withVerdict(reportIn(runFolders(cwd).at(-1) ?? ''), 'pass')).toEqual(['AUTH-02']);
    run.child.stdin?.write('q');
    expect(await run.status).toBe(1);
    expect(
      Math.max(
        ...run
          .output()
          .split(/(?<=running again\.|q quit)\n/)
          .map((one) => one.split('\n').length),
      ),
    ).toBeLessThan(10);
    // What was abandoned left nothing, not even customers of a target that is gone.
    expect(readdirSync(join(cwd, 'reports', 'runs'))).toHaveLength(waits(run.output()));
    expect(pidsIn(cwd, 'target.pid').filter(runs)).toEqual([]);
  });

  test('without --start runs again when the target was restarted', async () => {
    const cwd = emptyFolder();
    const port = await freePort();
    const [command = '', ...args] = writeTarget(cwd, port).split(' ');
    const target = () => spawn(command, args, { cwd, env: { ...process.env, ...keys }, stdio: 'ignore' });
    const baseUrl = `http://127.0.0.1:${port}/v1/`;
    const way = wayTo({ baseUrl });
    const isThere = async () => {
      while (!(await healthOf(way, 1000)).answers) await sleep(20);
    };
    const first = target();
    await isThere();
    const run = begin(['--watch', '--base-url', baseUrl, '--only', 'AUTH-02'], keys, cwd);
    await until(() => waits(run.output()) === 1, run.output);
    first.kill();
    const second = target();
    await until(() => waits(run.output()) === 2, run.output);
    expect(run.output()).toContain('Waiting for the target to be restarted; Ctrl-C ends.');
    expect(run.output()).toContain('watch: the target restarted: running again.');
    second.kill();
    await once(second, 'exit');
    await sleep(300);
    run.child.kill('SIGTERM');
    expect(await run.status).toBe(0);
    expect(runFolders(cwd)).toHaveLength(2);
  });

  test('a signal during a run ends it too, and nothing is left', async () => {
    const cwd = emptyFolder();
    const port = await freePort();
    const start = writeTarget(cwd, port);
    const argv = ['--watch', '--start', start, '--base-url', `http://127.0.0.1:${port}/v1/`, '--rate', '20'];
    const run = begin(argv, keys, cwd);
    await until(() => pidsIn(cwd, 'target.pid').length > 0, run.output);
    run.child.kill('SIGINT');
    expect(await run.status, run.output()).toBe(130);
    expect(pidsIn(cwd, 'target.pid').filter(runs)).toEqual([]);
  });
});

test('files are heard that come, change and go, and not where nobody looks', async () => {
  const cwd = emptyFolder();
  for (const name of ['src', 'node_modules', '.git', 'reports']) mkdirSync(join(cwd, name));
  const heard: string[] = [];
  const over = new AbortController();
  const faults: string[] = [];
  const hear = {
    signal: over.signal,
    onChange: (what: string) => heard.push(what),
    onFault: (one: string) => faults.push(one),
  };
  await fileChanges(cwd, hear);
  for (const name of ['node_modules/a.js', '.git/index', 'reports/latest.txt', '.env'])
    writeFileSync(join(cwd, name), '1');
  writeFileSync(join(cwd, 'src', 'new.js'), '1');
  await until(() => heard.length > 0);
  mkdirSync(join(cwd, 'src', 'deep'));
  await sleep(200);
  appendFileSync(join(cwd, 'src', 'deep', 'er.js'), '1');
  await until(
    () => heard.some((what) => what.includes('er.js')),
    () => heard.join(),
  );
  over.abort();
  expect(new Set(heard)).toEqual(
    new Set([`${join('src', 'new.js')} changed`, `${join('src', 'deep', 'er.js')} changed`]),
  );
  expect(faults).toEqual([]);
});

test.each([
  ['', false],
  ['server.js', false],
  ['src/reports/a.js', false],
  ['reports/runs/a', true],
  ['a/node_modules/b.js', true],
  ['a/.cache/b', true],
  ['.env', true],
])('%j is left out: %s', (path, expected) => {
  expect(isLeftOut(path)).toBe(expected);
});

describe('who is at an address', () => {
  test.each([404, 401, 500, 204])('an answer of %i is one', async (status) => {
    const server = createServer((_, response) => response.writeHead(status).end());
    const port = await freePort();
    await listening(server, port);
    expect(await healthOf(wayTo({ baseUrl: `http://127.0.0.1:${port}/v1/` }), 2000)).toEqual({ answers: true });
    // A certificate is wanted, and what is there does not speak TLS: somebody is.
    expect(await healthOf(wayTo({ baseUrl: `https://127.0.0.1:${port}/v1/` }), 2000)).toEqual({ answers: true });
    server.close();
    server.closeAllConnections();
  });

  test('nobody, and somebody who says nothing, are none', async () => {
    const port = await freePort();
    const way = wayTo({ baseUrl: `http://127.0.0.1:${port}/v1/` });
    expect(await healthOf(way, 2000)).toEqual({
      answers: false,
      accepts: false,
      fault: 'the connection was refused',
    });
    const server = createServer(() => {});
    await listening(server, port);
    expect(await healthOf(way, 300)).toMatchObject({ answers: false, accepts: true });
    server.close();
    server.closeAllConnections();
  });

  test('that a server ends idle connections is no absence, that it ends is', async () => {
    const port = await freePort();
    const server = createServer((_, response) => response.end());
    server.keepAliveTimeout = 50;
    await listening(server, port);
    let gone = false;
    const over = new AbortController();
    const absence = waitUntilFree(wayTo({ baseUrl: `http://127.0.0.1:${port}/v1/` }), over.signal).then(() => {
      gone = true;
    });
    await sleep(1500);
    expect(gone).toBe(false);
    server.close();
    server.closeAllConnections();
    await absence;
    expect(over.signal.aborted).toBe(false);
  });
});
