import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../schemas/types.js';
import { tests } from '../../suites/index.js';
import { call, withVerdict } from '../cli/testing/command.js';
import { suiteDigest } from '../run-folder/digests.js';
import type { Definition } from '../runner/suite.js';
import { root as checkout, text as textOf } from '../sources.fixture.js';
import { copyOfSources, type How, type Result, titleOf, vitest, vitestOf, withStatus } from './vitest.fixture.js';

const { suites } = tests;
const inAYear = new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10);

const decisions: How['decisions'] = [
  { id: 'CUST-09', kind: 'waive', expires: inAYear },
  { id: 'ERR-03', kind: 'settle', schema: { properties: { statuses: { const: [410] } } } },
  { id: 'VER-02', kind: 'settle', schema: {} },
  { id: 'AUTH-10', kind: 'attest', expires: inAYear, evidence: 'minutes' },
];
const wrongKey = { CONFORMANCE_API_KEY: 'sk_sandbox_Zq8Kx3Vn7Rt2Ym5Wp9Ld4' };

/** What a report says of each test that vitest shows, in vitest's words. */
function statesIn(report: Report): string[] {
  const words: Readonly<Record<string, string>> = { pass: 'passed', attested: 'passed', fail: 'failed' };
  const inWords = (verdict = 'not run') => words[verdict] ?? 'skipped';
  return suites.flatMap(({ id, definitions }) => {
    const row = report.requirements.find((requirement) => requirement.id === id);
    const stateOf = ({ kind, name }: Definition) =>
      kind === 'check' ? row?.checks.find((check) => check.name === name)?.verdict : row?.verdict;
    if (definitions.length === 0) return [`${id} no request shows it: ${inWords(row?.verdict)}`];
    return definitions.map((definition) => `${id} ${definition.name}: ${inWords(stateOf(definition))}`);
  });
}
const statesOf = (all: readonly Result[]) => all.map((result) => `${titleOf(result)}: ${result.status}`);

test.each<[what: string, which: Parameters<typeof vitestOf>[0], how: How, status: number, verdict: string]>([
  ['a conforming server', {}, {}, 0, 'conformant'],
  ['a server with a fault, and decisions', { fault: 'leap-day-in-any-year' }, { decisions }, 1, 'nonconformant'],
  ['a server that rejects the key', {}, { env: wrongKey }, 3, 'inconclusive'],
])('vitest says what the command says of %s, and leaves a whole folder', async (_, which, how, status, verdict) => {
  const { report, all, command, ...of } = await vitestOf(which, how, true);
  if (!report) expect.unreachable(of.stderr);
  expect([of.status, command?.status, report.summary.verdict]).toEqual([status, status, verdict]);
  const saidBy = ({ requirements, run }: Report) => [
    run.exam,
    ...requirements.flatMap((row) => [`${row.id} ${row.verdict}`, ...row.checks.map(({ name }) => name)]),
  ];
  expect(saidBy(report)).toEqual(command && saidBy(command.report));
  expect(statesOf(all).sort()).toEqual(statesIn(report).sort());
  if (how.decisions) {
    expect(withStatus(all, 'failed')).toEqual(['ERR-03 an unknown path']);
    expect(withVerdict(report, 'waived')).toEqual(['CUST-09']);
    expect(withStatus(all, 'passed')).toContain('AUTH-10 no request shows it');
  }
  const [folder = ''] = /reports\/runs\/[^ /]+(?=\/report\.json\n)/.exec(of.stdout) ?? [];
  const { stdout, status: intact } = await call(['verify', folder, '--allow-unsigned'], {}, of.cwd);
  expect([intact, stdout]).toEqual([0, expect.stringContaining('3 files match manifest.json')]);
});

test('the suite digest is that of the sources, which the build noted', () => {
  expect(textOf('.build/suite-digest')).toBe(suiteDigest());
});

// Of many kinds: some failures move to their owner.
test.each([
  'authenticated-once-per-connection',
  'equal-addresses-under-way-are-joined',
  'any-key-accepted',
  'missing-key-crashes',
  'rejection-echoes-the-key',
  'html-401',
  'version-two',
  'malformed-body-crashes',
  'idempotency-key-in-lower-case-ignored',
])('report and vitest never differ: %s', async (fault) => {
  const { report, all, status } = await vitestOf({ fault }, { env: { CONFORMANCE_OBSERVE: 'none' } });
  if (!report) expect.unreachable();
  expect(statesOf(all).sort()).toEqual(statesIn(report).sort());
  expect([status, withVerdict(report, 'fail').length > 0]).toEqual([1, true]);
});

/** Where a requirement of authentication is described. */
function lineOf(id: string): string {
  const file = 'suites/authentication/authentication.suite.ts';
  const lines = textOf(file).split('\n');
  return `${join(checkout, file)}:${lines.findIndex((line) => line.includes(`describe('${id}'`)) + 1}`;
}

test.each<[what: string, argv: string[], passes: RegExp, proves: RegExp | undefined]>([
  ['one folder', ['suites/authentication'], /^AUTH-/, /^AUTH-/],
  ['one requirement', ['-t', 'IDEM-01'], /^IDEM-01 /, /^IDEM-01$/],
  ['a line', [lineOf('AUTH-02')], /^AUTH-02 /, /^AUTH-02$/],
  // It waits for none of those that do not run, and proves no requirement.
  ['one check of a late phase', ['-t', 'list accounts: the revoked key'], /list accounts: the revoked key/, undefined],
])('a filter of vitest asks what it names, and nothing else: %s', async (_, argv, passes, proves) => {
  const { status, all, report } = await vitestOf({}, { argv });
  const passed = withStatus(all, 'passed');
  expect([status, withStatus(all, 'failed')]).toEqual([0, []]);
  expect(passed.length).toBeGreaterThan(0);
  expect(passed.filter((title) => !passes.test(title))).toEqual([]);
  expect(report?.summary.verdict).toBe(proves && 'partial');
  const asked = report?.requirements.filter(({ checks }) => checks.length > 0).map(({ id }) => id);
  expect(asked?.filter((id) => !proves?.test(id))).toEqual(proves && []);
});

test('a failure points at its line of the suite, and shows both sides once, then what was sent and how to send it again', async () => {
  const { status, all, stdout, stderr } = await vitestOf(
    { fault: 'leap-day-in-any-year' },
    { argv: ['-t', '29 February 1990'] },
  );
  expect([status, withStatus(all, 'failed')]).toEqual([1, ['CUST-09 create customer: 29 February 1990']]);
  const shown = `${stdout}${stderr}`;
  const site = /customer\.suite\.ts:(\d+):\d+ > CUST-09 date_of_birth is a calendar date, YYYY-MM-DD > create customer/;
  const line = textOf('suites/customers/customer.suite.ts').split('\n')[Number(site.exec(shown)?.[1]) - 1];
  expect(line).toContain("test.each(invalidValues)('create customer: $name'");
  expect(shown).toMatch(
    /AssertionError: .*\(29 February 1990\).*\n\nExpected: "rejection.*\nReceived: "201.*\n\n(.*\n)*Sent: POST(.*\n)*Control: (.*\n)*Again: CONFORMANCE_SEED=1 npx vitest run --project conformance -t 'CUST-09'\n\w+: curl /,
  );
  expect(shown.match(/Expected: /g)).toHaveLength(1);
  const failed = all.find((result) => result.status === 'failed');
  expect(failed?.failureMessages[0]).toMatch(
    /^AssertionError: .*\nExpected: rejection(.*\n)*Received: 201(.*\n)*\w+: curl /,
  );
  expect(failed?.location.line).toBe(Number(site.exec(shown)?.[1]));
  // Its own time, not that of the run.
  expect(failed?.duration).toBeGreaterThan(1);
});

test('no build is needed: the suites run from their sources', async () => {
  const called = await vitestOf({}, { argv: ['-t', 'AUTH-01'], root: copyOfSources() });
  expect(called.stdout).toMatch(/passed/);
  expect(called.status, called.stderr).toBe(0);
  expect(called.report?.run.exam).toBe(suiteDigest());
});

test('without a target vitest ends with 2 and the sentence of the command, and no stack', async () => {
  const { status, stderr, stdout } = await vitest({ env: { CI: '1' } });
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^No target is configured: .*\n$/)]);
  expect(stdout + stderr).not.toMatch(/^ +at |No test files found/m);
});
