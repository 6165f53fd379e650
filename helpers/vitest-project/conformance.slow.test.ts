import { type ChildProcess, execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import type { DecisionEntry, Report } from '../../schemas/types.js';
import { call, emptyFolder, runProcess, variablesFor, withVerdict } from '../cli/testing/command.js';
import { startFor, type Which } from '../reference-server/testing/run-against.js';

interface Shown {
  readonly title: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

interface Outcome {
  readonly status: number;
  readonly stderr: string;
  readonly stdout: string;
  readonly cwd: string;
  readonly tests: readonly Shown[];
  /** Titles of the tests, by what became of them. */
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  /** What stands in the folder of the run; none where there is no report. */
  readonly report: Report | undefined;
}

/** Calls vitest itself, as somebody does who works on the suites, from a folder of its own. */
async function vitest(
  cwd: string,
  argv: readonly string[],
  env: Record<string, string>,
  meanwhile?: (child: ChildProcess) => void,
) {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const all = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--root',
    root,
    '--project',
    'conformance',
    ...argv,
  ];
  return new Promise<Pick<Outcome, 'status' | 'stderr' | 'stdout'>>((resolve) => {
    const options = { cwd, env: { PATH: process.env.PATH, NO_COLOR: '1', ...env }, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(process.execPath, all, options, (error, stdout, stderr) =>
      resolve({ status: typeof error?.code === 'number' ? error.code : error ? 1 : 0, stdout, stderr }),
    );
    meanwhile?.(child);
  });
}

interface How {
  readonly argv?: readonly string[];
  readonly env?: Record<string, string>;
  readonly decisions?: readonly Omit<DecisionEntry, 'by' | 'on' | 'reason'>[];
  /** Whether the command asks the same target afterwards, with the same seed. */
  readonly andCommand?: true;
}

/** Runs the suites with vitest, from their TypeScript, against a server. */
async function withVitest(which: Which, { argv = [], env = {}, decisions = [], andCommand }: How = {}) {
  const cwd = emptyFolder();
  const server = await startFor(which);
  const on = new Date().toISOString().slice(0, 10);
  const entries = decisions.map((one) => ({ ...one, by: 'Ada Lovelace', on, reason: 'It is so.' }));
  writeFileSync(join(cwd, 'decisions.json'), JSON.stringify(entries));
  const variables = { CONFORMANCE_SEED: '1', CONFORMANCE_FORMAT: 'json,har', ...variablesFor(server, cwd), ...env };
  const reporting = ['--reporter=json', `--outputFile=${join(cwd, 'results.json')}`];
  const called = await vitest(cwd, [...reporting, ...argv], variables);
  const command =
    andCommand && (await runProcess(['--out', 'command', '--quiet', '--baseline', 'none'], variables, cwd));
  await server.close();
  const { testResults } = JSON.parse(readFileSync(join(cwd, 'results.json'), 'utf8')) as {
    testResults: readonly { assertionResults: readonly Shown[] }[];
  };
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const named = (how: string) => tests.filter((one) => one.status === how).map(({ title }) => title);
  const runs = join(cwd, 'reports', 'runs');
  const [id] = existsSync(runs) ? readdirSync(runs).filter((name) => existsSync(join(runs, name, 'report.json'))) : [];
  const outcome: Outcome = {
    ...{ ...called, cwd, tests, passed: named('passed'), failed: named('failed') },
    report: id === undefined ? undefined : reportIn(join(runs, id)),
  };
  return { ...outcome, command: command && { ...command, report: reportIn(join(cwd, 'command')) } };
}

const reportIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
const verdictsOf = (report: Report | undefined) => report?.requirements.map(({ id, verdict }) => `${id} ${verdict}`);
const idOf = (title: string) => title.split(' ')[0] ?? '';
const inAYear = new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10);

/** A waiver, one settlement that fails and one that passes, and an attestation: the command reads the same ones. */
const decisions: How['decisions'] = [
  { id: 'CUST-09', kind: 'waive', expires: inAYear },
  { id: 'ERR-03', kind: 'settle', schema: { properties: { statuses: { const: [410] } } } },
  { id: 'VER-02', kind: 'settle', schema: {} },
  { id: 'AUTH-10', kind: 'attest', expires: inAYear, evidence: 'minutes' },
];

describe.each([
  ['a conforming server', {}, {}, 0, 'conformant'],
  ['a server with a fault, and decisions', { fault: 'leap-day-in-any-year' }, { decisions }, 1, 'nonconformant'],
  [
    'a server that rejects the key',
    {},
    { env: { CONFORMANCE_API_KEY: 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4' } },
    3,
    'inconclusive',
  ],
] as const)('of %s', (_, which, how: How, status, verdict) => {
  let of: Awaited<ReturnType<typeof withVitest>>;
  beforeAll(async () => {
    of = await withVitest(which, { ...how, andCommand: true });
  }, 120_000);

  test('vitest says what the command says, and ends as it does', () => {
    expect([of.status, of.command?.status, of.report?.summary.verdict]).toEqual([status, status, verdict]);
    expect(verdictsOf(of.report)).toEqual(verdictsOf(of.command?.report));
    expect(of.report?.requirements.map(({ checks }) => checks.map(({ name }) => name))).toEqual(
      of.command?.report.requirements.map(({ checks }) => checks.map(({ name }) => name)),
    );
  });

  test('a failure is red and nothing else; every requirement stands among the tests', () => {
    expect(new Set(of.failed.map(idOf))).toEqual(new Set(of.report && withVerdict(of.report, 'fail')));
    expect(new Set(of.tests.map(({ title }) => idOf(title)))).toEqual(new Set(catalogue.map(({ id }) => id)));
  });

  test('nothing is ticked that the specification does not show, or that is not decided', () => {
    const ticked = new Set(of.passed.map(idOf));
    const isTicked = ({ verdict, checks }: Report['requirements'][number]) =>
      verdict === 'attested' || checks.some((check) => check.verdict === 'pass');
    const decided = of.report?.requirements.filter(isTicked);
    expect(ticked).toEqual(new Set(decided?.map(({ id }) => id)));
  });

  if (how.decisions)
    test('what is waived is skipped, and what is settled or attested ends as it was decided', () => {
      const { report, tests, passed, failed } = of;
      expect(failed.map(idOf)).toEqual(['ERR-03']);
      expect(passed.map(idOf)).toEqual(expect.arrayContaining(['CUST-09', 'VER-02', 'AUTH-10']));
      for (const title of ['CUST-09 create customer: 29 February', 'AUTH-11'])
        expect(tests.find((one) => one.title.startsWith(title))?.status).toBe('skipped');
      expect(report && withVerdict(report, 'waived')).toEqual(['CUST-09']);
    });

  test('the folder of the run is whole', async () => {
    const [folder = ''] = /reports\/runs\/[^ /]+(?=\/report\.json\n)/.exec(of.stdout) ?? [];
    const { stdout, status: intact } = await call(['verify', folder, '--allow-unsigned'], {}, of.cwd);
    expect([intact, stdout]).toEqual([0, expect.stringContaining('3 files match manifest.json')]);
    expect(of.report).toMatchObject({ schemaVersion: '1.1', run: { complete: true } });
  });
});

describe('a filter of vitest', () => {
  test('one folder: what its files hold is asked, and nothing else', async () => {
    const { status, tests, report } = await withVitest({}, { argv: ['suites/authentication'] });
    expect(status).toBe(0);
    expect(new Set(tests.map(({ title }) => idOf(title).split('-')[0]))).toEqual(new Set(['AUTH']));
    expect(
      report?.requirements.filter(({ checks }) => checks.length > 0).every(({ id }) => id.startsWith('AUTH')),
    ).toBe(true);
  });

  test('one requirement: a report of it alone', async () => {
    const { status, passed, failed, report } = await withVitest({}, { argv: ['-t', 'IDEM-01'] });
    expect({ status, failed }).toEqual({ status: 0, failed: [] });
    expect(passed.length).toBeGreaterThan(0);
    expect(passed.filter((name) => !name.startsWith('IDEM-01 '))).toEqual([]);
    expect(report?.summary.verdict).toBe('partial');
    expect(report && withVerdict(report, 'pass')).toEqual(['IDEM-01']);
  });

  test('one check of a late phase: it waits for none of those that do not run, and proves no requirement', async () => {
    const { status, passed, report } = await withVitest({}, { argv: ['-t', 'list accounts: the revoked key'] });
    expect(status).toBe(0);
    expect(passed).toHaveLength(1);
    expect(report).toBeUndefined();
  });

  test('one check that fails: its message names the line of vitest that finds it again', async () => {
    const { status, failed, tests, report } = await withVitest(
      { fault: 'leap-day-in-any-year' },
      { argv: ['-t', '29 February 1990'] },
    );
    expect([status, failed]).toEqual([1, ['CUST-09 create customer: 29 February 1990']]);
    const message = tests.find((one) => one.status === 'failed')?.failureMessages[0];
    expect(message).toMatch(
      /^Error: .*\(29 February 1990\)[\s\S]*\nAgain: CONFORMANCE_SEED=1 npx vitest run --project conformance -t 'CUST-09'$/m,
    );
    expect(message).toMatch(/^\w+: curl /m);
    expect(report && withVerdict(report, 'fail')).toEqual(['CUST-09']);
    expect(report && withVerdict(report, 'pass')).toEqual([]);
  });
});

test('without a target vitest ends with 2 and the sentence of the command, and no stack', async () => {
  const { status, stderr, stdout } = await vitest(emptyFolder(), [], { CI: '1' });
  expect(status).toBe(2);
  expect(stderr).toMatch(/^No target is configured: .*\n$/);
  expect(stdout + stderr).not.toMatch(/^ +at |No test files found/m);
});

test('a signal ends it, and leaves no draft', async () => {
  const cwd = emptyFolder();
  const server = await startFor({});
  const runs = join(cwd, 'reports', 'runs');
  const ended = vitest(cwd, [], variablesFor(server, cwd), async (child) => {
    while (!existsSync(runs) || readdirSync(runs).length === 0) await sleep(20);
    child.kill('SIGINT');
  });
  expect((await ended).status).not.toBe(0);
  expect(readdirSync(runs).filter((name) => name.startsWith('.'))).toEqual([]);
  await server.close();
});
