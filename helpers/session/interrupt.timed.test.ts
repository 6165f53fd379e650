import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import type { Manifest } from '../../schemas/types.js';
import { validator } from '../../schemas/validate.js';
import { serve } from '../api/listener.js';
import { call, changedBuild, emptyFolder, keys, reportIn } from '../cli/testing/command.js';
import { runFolders } from '../run-folder/earlier-runs.js';
import { attempt } from '../settings/usage-error.js';

/** A target that takes its time, so that there is a middle to be interrupted in. */
let asked = 0;
let target: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  target = await serve((_, response) => {
    asked += 1;
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end('[]'), 100);
  }, '/v1/');
});
afterAll(() => target.close());

const slow = () => ({ ...keys, CONFORMANCE_BASE_URL: target.baseUrl });

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGKILL';
const runs = (cwd: string) => join(cwd, 'reports', 'runs');
const inRuns = (cwd: string) => (existsSync(runs(cwd)) ? readdirSync(runs(cwd)) : []);
const customersIn = (cwd: string, run: string): readonly unknown[] =>
  attempt(() => JSON.parse(readFileSync(join(runs(cwd), run, 'created.json'), 'utf8')).customers) ?? [];
const listed = (cwd: string) => inRuns(cwd).flatMap((run) => customersIn(cwd, run)).length;

const moments = {
  'before the first request': (cwd: string) => inRuns(cwd).length > 0,
  'while it asks': (cwd: string) => asked >= 20 || listed(cwd) > 5,
};
type Moment = keyof typeof moments;

/** Between two signals: those that come before a process gets its turn are one. */
const apartMs = 50;

type Program = { argv?: readonly string[]; main?: string };
async function interrupted(moment: Moment, signals: Signal[], env: Record<string, string>, program: Program = {}) {
  const cwd = emptyFolder();
  asked = 0;
  let [began, askedBefore] = [0, 0];
  const { argv = [], ...how } = program;
  const called = await call(argv, env, cwd, {
    ...how,
    meanwhile: (child: ChildProcess) => {
      const watch = setInterval(() => {
        if (!moments[moment](cwd)) return;
        clearInterval(watch);
        began = performance.now();
        askedBefore = asked;
        for (const [at, signal] of signals.entries()) setTimeout(() => child.kill(signal), at * apartMs);
      }, 2);
      child.on('exit', () => clearInterval(watch));
    },
  });
  return { ...called, cwd, tookMs: performance.now() - began, askedAfter: asked - askedBefore };
}

/** How many want each of the processors: what takes a second on an idle machine takes as many. */
const busy = () => Math.max(1, (loadavg()[0] ?? 1) / availableParallelism());

function expectPartOf(cwd: string, signal: Signal) {
  const [folder = '', ...more] = runFolders(cwd);
  expect(more).toEqual([]);
  const report = reportIn(folder);
  expect(validator('report')(report)).toBe(true);
  expect(report.run).toMatchObject({ complete: false, stopped: `The run was interrupted (${signal}).` });
  expect(report.requirements).toHaveLength(catalogue.length);
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  expect(new Set(readdirSync(folder))).toEqual(new Set(['manifest.json', ...manifest.subject.map(({ name }) => name)]));
  expect(existsSync(join(cwd, 'reports', 'latest'))).toBe(false);
  return report;
}

function expectOnlyCreated(cwd: string) {
  expect(runFolders(cwd)).toEqual([]);
  for (const name of inRuns(cwd)) expect(readdirSync(join(runs(cwd), name))).toEqual(['created.json']);
}

describe('a signal', () => {
  test.each<[Signal, number, Moment, string[]]>([
    ['SIGINT', 130, 'before the first request', []],
    ['SIGTERM', 143, 'while it asks', []],
    ['SIGTERM', 143, 'while it asks', ['--embedded']],
  ])('%s gives status %i and a report marked incomplete within 2 s: %s, %j', async (signal, code, moment, argv) => {
    const env = argv.length > 0 ? {} : slow();
    const { status, stderr, cwd, tookMs } = await interrupted(moment, [signal], env, { argv });
    expect([status, stderr]).toEqual([code, '']);
    expect(tookMs).toBeLessThan(2000 * busy());
    expectPartOf(cwd, signal);
  });

  test('lets nothing more be sent: what is under way is reported, and every request that came is in the report', async () => {
    const argv = ['--format', 'json'];
    const { status, cwd, askedAfter } = await interrupted('while it asks', ['SIGINT'], slow(), { argv });
    expect(status).toBe(130);
    const { summary } = expectPartOf(cwd, 'SIGINT');
    // Two rounds of eight at most: those under way, and those begun before the signal came there.
    expect(askedAfter).toBeLessThanOrEqual(16);
    // On a busy machine a response under way may come after the moment that it is waited for.
    expect(asked - summary.requests).toBeGreaterThanOrEqual(0);
    expect(asked - summary.requests).toBeLessThanOrEqual(busy() > 1 ? 8 : 0);
  });

  test('a second one ends the run at once: nothing is left of it, unless its report was written before', async () => {
    const argv = ['--format', 'html,md,junit,har'];
    const { status, cwd, tookMs } = await interrupted('while it asks', ['SIGINT', 'SIGINT'], slow(), { argv });
    expect(status).toBe(130);
    expect(tookMs).toBeLessThan(apartMs + 600 * busy());
    if (runFolders(cwd).length > 0) expectPartOf(cwd, 'SIGINT');
    else expectOnlyCreated(cwd);
  });

  // Each alone gives its own status: `secrets.slow.test.ts`.
  const fault = "throw new Error('made up'); const byWrite =";
  const secret = /^Nothing was published: a secret \(\$CONFORMANCE_API_KEY\) was found in evidence\.har\.\n/;
  test.each([
    ['a fault of this suite', 'evidence/journal.js', 'const byWrite =', fault, /^Internal error .*\nError: made up\n/],
    ['a secret in a file', 'client/record-exchange.js', 'run.redactor.redact(own)', 'own', secret],
  ])('gives the status where there is %s too', async (_, file, passage, other, words) => {
    const main = changedBuild(`helpers/${file}`, passage, other);
    const argv = ['--format', 'json,har'];
    const { status, stderr, cwd } = await interrupted('while it asks', ['SIGINT'], slow(), { main, argv });
    expect(stderr).toMatch(words);
    expect(status).toBe(130);
    expectOnlyCreated(cwd);
  });
});

test('kill -9 leaves the created customers, and no folder of a run that a later one would read', async () => {
  const { status, cwd } = await interrupted('while it asks', ['SIGKILL'], {}, { argv: ['--embedded'] });
  expect([status, runFolders(cwd)]).toEqual([null, []]);
  const [killed = ''] = inRuns(cwd);
  expect(customersIn(cwd, killed).length).toBeGreaterThan(5);
  const next = await call(['--embedded', '--observe', 'none', '--format', 'json'], {}, cwd);
  expect(next.status).toBe(0);
  expect(runFolders(cwd)).toHaveLength(1);
  expect(readlinkSync(join(cwd, 'reports', 'latest'))).toBe(join('runs', basename(runFolders(cwd)[0] ?? '')));
});
