import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../../schemas/package-root.js';
import type { DecisionEntry, Report } from '../../schemas/types.js';
import { tests } from '../../suites/index.js';
import { call, callProcess, conformance, emptyFolder, variablesFor, withVerdict } from '../cli/testing/command.js';
import type { ReferenceOptions } from '../reference-server/server.js';
import { startFor } from '../reference-server/testing/run-against.js';
import { runFolders } from '../run-folder/earlier-runs.js';

type Meanwhile = (child: ChildProcess) => void;
const clone = fileURLToPath(packageRoot);
function vitest(
  cwd: string,
  argv: readonly string[],
  env: Record<string, string>,
  meanwhile: Meanwhile = () => {},
  root = clone,
) {
  const words = ['run', '--root', root, '--project', 'conformance', ...argv];
  const main = join(root, 'node_modules/vitest/vitest.mjs');
  return callProcess(words, { NO_COLOR: '1', ...env }, cwd, { main, meanwhile });
}

interface How {
  readonly argv?: readonly string[];
  readonly env?: Record<string, string>;
  readonly decisions?: readonly Omit<DecisionEntry, 'by' | 'on' | 'reason'>[];
}

const read = <T>(...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8')) as T;

interface Results {
  readonly testResults: readonly {
    readonly assertionResults: readonly { title: string; status: string; failureMessages: readonly string[] }[];
  }[];
}

/** `again` has the command ask the server with the same seed. */
async function withVitest(which: ReferenceOptions, { argv = [], env = {}, decisions = [] }: How, again = false) {
  const cwd = emptyFolder();
  const server = await startFor(which);
  const on = new Date().toISOString().slice(0, 10);
  const entries = decisions.map((one) => ({ ...one, by: 'Ada Lovelace', on, reason: 'It is so.' }));
  writeFileSync(join(cwd, 'decisions.json'), JSON.stringify(entries));
  const variables = { CONFORMANCE_SEED: '1', CONFORMANCE_FORMAT: 'json,har', ...variablesFor(server, cwd), ...env };
  const reporting = ['--reporter=json', `--outputFile=${join(cwd, 'results.json')}`];
  const called = await vitest(cwd, [...reporting, ...argv], variables);
  const command = again ? await conformance(variables, cwd, ['--baseline', 'none']) : undefined;
  await server.close();
  const all = read<Results>(cwd, 'results.json').testResults.flatMap(({ assertionResults }) => assertionResults);
  const titled = (how: string) => all.filter((one) => one.status === how).map(({ title }) => title);
  const [folder] = runFolders(cwd);
  const report = folder === undefined ? undefined : read<Report>(folder, 'report.json');
  return { ...called, cwd, all, passed: titled('passed'), failed: titled('failed'), report, command };
}

const { suites } = tests;
const idOf = (title: string) => title.split(' ')[0] ?? '';
const idsOf = (titles: readonly string[]) => new Set(titles.map(idOf));
const inAYear = new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10);

const decisions: How['decisions'] = [
  { id: 'CUST-09', kind: 'waive', expires: inAYear },
  { id: 'ERR-03', kind: 'settle', schema: { properties: { statuses: { const: [410] } } } },
  { id: 'VER-02', kind: 'settle', schema: {} },
  { id: 'AUTH-10', kind: 'attest', expires: inAYear, evidence: 'minutes' },
];
const wrongKey = { CONFORMANCE_API_KEY: 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4' };

test.each<[what: string, which: ReferenceOptions, how: How, status: number, verdict: string]>([
  ['a conforming server', {}, {}, 0, 'conformant'],
  ['a server with a fault, and decisions', { fault: 'leap-day-in-any-year' }, { decisions }, 1, 'nonconformant'],
  ['a server that rejects the key', {}, { env: wrongKey }, 3, 'inconclusive'],
])('vitest says what the command says of %s, and leaves a whole folder', async (_, which, how, status, verdict) => {
  const { command, report, all, passed, failed, ...of } = await withVitest(which, how, true);
  if (!report) expect.unreachable();
  expect([of.status, command?.status, report.summary.verdict]).toEqual([status, status, verdict]);
  const checksOf = (one: Report | undefined) =>
    one?.requirements.map(({ id, verdict: each, checks }) => [`${id} ${each}`, ...checks.map(({ name }) => name)]);
  expect(checksOf(report)).toEqual(checksOf(command?.report));
  // What requests show is a test, what is pending a todo.
  expect(idsOf(failed)).toEqual(new Set(withVerdict(report, 'fail')));
  const shown = suites.flatMap(({ definitions }) => definitions.map(({ id }) => id as string));
  const pending = new Set(withVerdict(report, 'pending'));
  expect(idsOf(all.map(({ title }) => title))).toEqual(new Set([...shown, ...pending]));
  expect(idsOf(all.filter((one) => one.status === 'todo').map(({ title }) => title))).toEqual(pending);
  const decided = report.requirements.filter((row) => row.checks.some((check) => check.verdict === 'pass'));
  expect(idsOf(passed)).toEqual(new Set(decided.map(({ id }) => id)));
  if (how.decisions) {
    expect(failed.map(idOf)).toEqual(['ERR-03']);
    expect(all.find(({ title }) => title.startsWith('CUST-09 create customer: 29 Feb'))?.status).toBe('skipped');
    expect(withVerdict(report, 'waived')).toEqual(['CUST-09']);
  }
  const [folder = ''] = /reports\/runs\/[^ /]+(?=\/report\.json\n)/.exec(of.stdout) ?? [];
  const { stdout, status: intact } = await call(['verify', folder, '--allow-unsigned'], {}, of.cwd);
  expect([intact, stdout]).toEqual([0, expect.stringContaining('3 files match manifest.json')]);
  expect(report).toMatchObject({ schemaVersion: '1.2', run: { complete: true } });
});

test.each([
  ['one folder', ['suites/authentication'], /^AUTH-/, /^AUTH-/],
  ['one requirement', ['-t', 'IDEM-01'], /^IDEM-01 /, /^IDEM-01$/],
  // It waits for none of those that do not run, and proves no requirement.
  ['one check of a late phase', ['-t', 'list accounts: the revoked key'], /list accounts: the revoked key/, undefined],
])('a filter of vitest asks what it names, and nothing else: %s', async (_, argv, passes, proves) => {
  const { status, passed, failed, report } = await withVitest({}, { argv });
  expect([status, failed]).toEqual([0, []]);
  expect(passed.length).toBeGreaterThan(0);
  expect(passed.filter((title) => !passes.test(title))).toEqual([]);
  expect(report?.summary.verdict).toBe(proves && 'partial');
  const asked = report?.requirements.filter(({ checks }) => checks.length > 0).map(({ id }) => id);
  expect(asked?.filter((id) => !proves?.test(id))).toEqual(proves && []);
});

test('the message of a check that fails names the line of vitest that finds it again', async () => {
  const how = { argv: ['-t', '29 February 1990'] };
  const { status, failed, all, report } = await withVitest({ fault: 'leap-day-in-any-year' }, how);
  expect([status, failed]).toEqual([1, ['CUST-09 create customer: 29 February 1990']]);
  const message = all.find((one) => one.status === 'failed')?.failureMessages[0];
  expect(message).toMatch(
    /^Error: .*\(29 February 1990\)[\s\S]*\nAgain: CONFORMANCE_SEED=1 npx vitest run --project conformance -t 'CUST-09'$/m,
  );
  expect(message).toMatch(/^\w+: curl /m);
  expect(['fail', 'pass'].map((verdict) => report && withVerdict(report, verdict))).toEqual([['CUST-09'], []]);
});

test('without a target vitest ends with 2 and the sentence of the command, and no stack', async () => {
  const { status, stderr, stdout } = await vitest(emptyFolder(), [], { CI: '1' });
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^No target is configured: .*\n$/)]);
  expect(stdout + stderr).not.toMatch(/^ +at |No test files found/m);
});

test('a signal ends it, and leaves no draft', async () => {
  const cwd = emptyFolder();
  const server = await startFor({});
  const runs = join(cwd, 'reports', 'runs');
  const { status } = await vitest(cwd, [], variablesFor(server, cwd), async (child) => {
    while (!existsSync(runs) || readdirSync(runs).length === 0) await sleep(20);
    child.kill('SIGINT');
  });
  await server.close();
  expect(status).not.toBe(0);
  expect(readdirSync(runs).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('no build is needed: the suites run from their sources', async () => {
  const [cwd, root] = [emptyFolder(), emptyFolder()];
  for (const name of 'helpers reports schemas suites package.json tsconfig.json vitest.config.ts'.split(' '))
    cpSync(join(clone, name), join(root, name), {
      recursive: true,
      filter: (path) => !/reports.(runs|latest)/.test(path),
    });
  symlinkSync(join(clone, 'node_modules'), join(root, 'node_modules'));
  const server = await startFor({});
  const called = await vitest(cwd, ['-t', 'AUTH-01'], variablesFor(server, cwd), undefined, root);
  await server.close();
  expect(called.stdout).toMatch(/passed/);
  expect(called.status, called.stderr).toBe(0);
});
