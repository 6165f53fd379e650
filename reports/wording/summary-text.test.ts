import { describe, expect, test } from 'vitest';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import type { Report } from '../../schemas/types.js';
import { count, runVerdict, type Verdict } from '../../schemas/verdict.js';
import { openFindings } from '../model/open-findings.js';
import { sample } from '../testing/sample.js';
import { counted } from '../text/counted.js';
import { plain } from '../text/inline.js';
import { account, cutShort, effort, lead, noFindings, termText } from './summary-text.js';

const met = { 'AUTH-06': 'pass', 'IDEM-02': 'pass', 'CUST-09': 'pass' } as const;
const decided = { ...met, 'IDEM-03': 'pass', 'ACCT-02': 'pass' } as const;

/** What the sample can test: all that is stated or inferred, and the two open points that its decisions settle. */
const testable = catalogue.filter(({ basis }) => basis === 'stated' || basis === 'inferred').length + 2;

/** The sample with other verdicts, its counts made anew. */
function with_(verdicts: Readonly<Record<string, Verdict>>): Report {
  return sample(verdicts).report;
}

describe('the sentence under the headline', () => {
  test.each([
    ['fails', {}, '3 requirements failed. 1 more is waived until 31 January 2026.'],
    ['one fail', { 'AUTH-06': 'pass', 'IDEM-02': 'pass', 'CUST-15': 'pass' }, '1 requirement failed.'],
    ['undecided rows', met, 'No failures, but 2 requirements were inconclusive.'],
    ['one undecided row', { ...met, 'IDEM-03': 'pass' }, 'No failures, but 1 requirement was inconclusive.'],
    [
      'neither',
      decided,
      `${testable - 3} of ${testable} testable requirements passed, 1 is waived until 31 January 2026, 2 were skipped.`,
    ],
  ] as const)('for %s', (_, verdicts, sentence) => {
    expect(lead(with_(verdicts as Record<string, Verdict>))).toBe(sentence);
  });

  const rejected = 'The configured API key was rejected: `GET /accounts` returned 401. Check `CONFORMANCE_API_KEY`.';
  const down =
    'The target is unreachable: the connection was refused. Check its address and the network, and that it is running.';

  test.each([
    ['all', 2, rejected, `${plain(rejected)} 2 requirements were inconclusive.`],
    ['all of a dead target', 2, down, `${down} 2 requirements were inconclusive.`],
    ['most', 3, down, `${down} 4 requirements were inconclusive, 3 for this reason.`],
    ['half', 2, down, 'No failures, but 4 requirements were inconclusive.'],
  ] as const)('for a cause of %s', (extent, size, reason, sentence) => {
    const more: Record<string, Verdict> = { 'AUTH-01': 'inconclusive', 'AUTH-02': 'inconclusive' };
    const report = with_(extent.startsWith('all') ? met : { ...met, ...more });
    const open = report.requirements.filter(({ verdict }) => verdict === 'inconclusive');
    for (const row of open) for (const check of row.checks) check.unmet = undefined;
    for (const row of open.slice(0, size))
      row.checks = [{ name: 'one', verdict: 'inconclusive', unmet: 'one cause', reason, exchanges: [] }] as never;
    expect(lead(report)).toBe(sentence);
  });

  test('for a run in which nothing was judged', () => {
    const { report } = sample();
    for (const row of report.requirements) if (row.verdict !== 'pending') row.verdict = 'skipped';
    const counts = count(report.requirements.map(({ verdict }) => verdict));
    report.summary = { ...report.summary, counts, verdict: runVerdict(counts) };
    expect(lead(report)).toBe('No failures, but no requirement could be evaluated.');
  });
});

test('the account names every verdict but those of the sentence', () => {
  const { report } = sample();
  expect(account(report)).toBe(
    `Profile full: ${testable - 4} of ${testable} testable requirements tested, ${report.summary.counts.pass} passed. 2 were inconclusive; 2 were skipped. No request can test the 4 duties of people: 2 are attested. The specification defines no rule for 42 more: the report records the behaviour of 24, without a verdict.`,
  );
});

test('what the filter left out is counted once', () => {
  const { report } = sample();
  for (const row of report.requirements) if (row.verdict === 'skipped') row.leftOut = 'filter';
  expect(account(report)).toMatch(/The filter of this run left out .+ skipped.*\)\. 2 were inconclusive\. No request/);
});

test('a mock that is fit as declared is called not conformant', () => {
  const { report } = sample(decided);
  report.summary.verdict = 'fit-as-declared';
  expect(lead(report)).toMatch(/^Not conformant: \d+ of \d+ testable requirements passed, /);
});

test('a run that was cut short says how far it came and why', () => {
  const { report } = sample();
  expect(cutShort(report)).toBeUndefined();
  report.run.complete = false;
  report.run.stopped = 'The deadline of 300 s passed.';
  expect(cutShort(report)).toBe(
    `Incomplete run: ${testable - 4} of ${testable} testable requirements tested. The deadline of 300 s passed.`,
  );
  for (const row of report.requirements) {
    Object.assign(row, {
      verdict: row.basis === 'not-shown' ? 'pending' : 'inconclusive',
      checks: [],
      observation: undefined,
    });
  }
  expect(cutShort(report)).toContain('Incomplete run: 0 of ');
});

test('what is open, waived or new comes in that order, with its day', () => {
  const rows = openFindings(sample().report).map(({ mark, id, ...term }) => `${mark} ${id} ${termText(term)}`);
  expect(rows).toEqual([
    'fail AUTH-06 New in this run',
    'fail IDEM-02 Since 17 November',
    'fail CUST-09 Since 2 November',
    'inconclusive ACCT-02 Since 25 October',
    'inconclusive IDEM-03 New in this run',
    'waived CUST-15 Until 31 January 2026, by the onboarding product owner',
    'changed ACCT-07 New in this run',
    'changed ERR-02 Since 14 November',
  ]);
});

test('a cause that many inconclusive requirements share appears once', () => {
  const { report } = sample();
  const reason = 'The API key was rejected.';
  for (const row of report.requirements)
    if (row.verdict === 'pass') Object.assign(row, { verdict: 'inconclusive', reason });
  const rows = openFindings(report).filter(({ found }) => found === 'The API key was rejected.');
  expect(rows.map(({ more }) => more)).toEqual([report.summary.counts.pass - 1]);
  // The gravest speaks for them.
  expect(rows[0]?.id).toBe('IDEM-05');
});

test('counts agree with their nouns', () => {
  expect([counted(0, 'request'), counted(1, 'request'), counted(10_000, 'request')]).toEqual([
    '0 requests',
    '1 request',
    '10,000 requests',
  ]);
});

test('where all that failed is waived, the findings do not say that nothing failed', () => {
  const of = (waived: number) => noFindings({ summary: { counts: { waived } } } as Report);
  expect(of(0)).toContain('No requirement failed');
  expect(of(1)).toMatch(/^None without a waiver\. 1 requirement that failed or was inconclusive is waived/);
  expect(of(2)).toContain('2 requirements that failed or were inconclusive are waived');
});

test.each([
  [1, 'one tenant'],
  [2, 'two tenants'],
] as const)('what the run took names %d as %s', (tenants, text) => {
  const { report } = sample();
  expect(effort({ ...report, target: { ...report.target, tenants } })).toMatch(new RegExp(`, ${text}, suite \\S+$`));
});
