import { describe, expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { count, runVerdict, type Verdict } from '../../schemas/verdict.js';
import { sample } from '../testing/sample.js';
import {
  aside,
  changedSince,
  concernRows,
  environmentOf,
  judged,
  lead,
  madeIn,
  noFindings,
  since,
  testedOf,
  traitsBesideLead,
  unjudged,
  until,
  whatHappened,
} from './summary-text.js';

const rowOf = (change: Partial<ReportedRequirement>): ReportedRequirement => ({
  ...{ id: 'CUST-09', title: 't', area: 'a', basis: 'stated', clause: 'c', verdict: 'pass', checks: [] },
  ...change,
});
const base = sample().report;
const reportOf = (requirements: readonly ReportedRequirement[], change: Partial<Report> = {}): Report => {
  const counts = count(requirements.map(({ verdict }) => verdict));
  return {
    ...base,
    summary: { ...base.summary, counts, verdict: runVerdict(counts) },
    requirements: [...requirements],
    ...change,
  };
};

describe('the subject of a run', () => {
  const operations = [{ activity: 'one thing' }, { activity: 'another' }] as unknown as typeof fsapi.operations;
  const made = rowOf({ checks: [{ name: 'n', verdict: 'pass', exchanges: [], durationMs: 1 }] });
  const seen = rowOf({ id: 'CUST-19', basis: 'not-shown', verdict: 'pending', observation: { n: 1 } });
  const out = rowOf({ id: 'CUST-10', verdict: 'skipped', leftOut: 'filter' });
  const many = (size: number) => Array.from({ length: size }, (_, at) => ({ ...made, id: `X-${at}` }));
  test.each<[text: string, rows: ReportedRequirement[]]>([
    ['The two operations defined by the specification: one thing, and another', [made, seen]],
    ['The two operations defined by the specification: one thing, and another', [seen, rowOf({ verdict: 'skipped' })]],
    [
      'The two operations defined by the specification: one thing, and another; nothing was written',
      [made, rowOf({ verdict: 'skipped', lacks: 'writes' })],
    ],
    ['Nothing: no response of the target decided a requirement', [out]],
    ['Only what the filter of this run names: CUST-09, CUST-19', [made, seen, out]],
    ['Only what the filter of this run names: X-0, X-1, X-2, X-3, X-4, X-5, X-6', [...many(7), out]],
    ['Only what the filter of this run names: X-0, X-1, X-2, X-3, X-4, X-5 and 2 more', [...many(8), out]],
  ])('%s', (text, rows) => expect(testedOf(reportOf(rows), { operations })).toBe(text));

  test('may be one operation', () => {
    expect(testedOf(reportOf([made]), { operations: operations.slice(0, 1) })).toBe(
      'The operation defined by the specification: one thing',
    );
  });
});

test.each<[text: string, change: Partial<ReportedRequirement>]>([
  ['found', { found: 'found', reason: 'reason' }],
  [
    'found by the check',
    {
      verdict: 'fail',
      reason: 'reason',
      checks: [
        { verdict: 'pass', found: 'no' },
        { verdict: 'fail', found: 'found by the check' },
      ] as never,
    },
  ],
  ['reason', { reason: 'reason', checks: [{ verdict: 'pass', reason: 'no' }] as never }],
  [
    'reason of the first check',
    { verdict: 'fail', sentence: 'no', checks: [{ verdict: 'pass', reason: 'reason of the first check' }] as never },
  ],
  ['sentence', { sentence: 'sentence' }],
  ['t', {}],
])('what happened is told first by what was found, last by the title: %s', (text, change) => {
  expect(whatHappened(rowOf(change))).toBe(text);
  expect(aside(rowOf(change))).toBe(text === 't' ? undefined : text);
});

describe('since when', () => {
  const night = (day: string, verdict: Verdict) => ({
    id: day,
    startedAt: `${day}T02:00:07.000Z`,
    verdicts: { 'CUST-09': verdict },
  });
  const of = (start: string | undefined, ...history: Report['history']) =>
    since(rowOf({ verdict: 'fail', ...(start !== undefined && { since: start }) }), reportOf([], { history }));
  test('a verdict is so', () => {
    const [before, earlier, now] = [
      night('2025-11-19', 'pass'),
      night('2025-11-20', 'fail'),
      night('2025-11-20', 'fail'),
    ];
    expect(of(undefined, before, now)).toBe('');
    expect(of('2025-11-20', now)).toBe('');
    expect(of('2025-11-20', before, now)).toBe('New in this run');
    expect(of('2025-11-20', before, earlier, now)).toBe('Since 20 November');
    expect(of('2025-11-19', before, now)).toBe('Since 19 November');
  });

  test('an observation differs', () => {
    const changed = (drift: object | undefined, ...history: Report['history']) =>
      changedSince(
        rowOf({ ...(drift && { drift: drift as ReportedRequirement['drift'] }) }),
        reportOf([], { history }),
      );
    const [before, now] = [night('2025-11-19', 'pass'), night('2025-11-20', 'pass')];
    expect(changed(undefined, now)).toBe('');
    expect(changed({}, now)).toBe('');
    expect(changed({ since: '2025-11-20' }, before, now)).toBe('New in this run');
    expect(changed({ since: '2025-11-20' }, before, now, now)).toBe('Since 20 November');
    expect(changed({ since: '2025-11-20' }, now)).toBe('New in this run');
    expect(changed({ since: '2025-11-19' }, before, now)).toBe('Since 19 November');
  });
});

test('a waiver ends on its day, or without one on none, and several with the first', () => {
  const decision = (expires?: string) =>
    ({
      kind: 'waive',
      by: 'an owner',
      on: '2025-01-01',
      reason: 'r',
      ...(expires && { expires }),
    }) as ReportedRequirement['decision'];
  const waived = (id: string, expires?: string) => rowOf({ id, verdict: 'waived', decision: decision(expires) });
  const leadOf = (...rows: ReportedRequirement[]) => {
    const decisions = rows.map(({ id, decision: own }) => ({ id, ...own }));
    return lead(
      reportOf([rowOf({ id: 'X-9', verdict: 'fail' }), ...rows], { decisions } as unknown as Partial<Report>),
    );
  };
  expect(leadOf(waived('X-1', '2026-02-01'), waived('X-2', '2026-01-01'))).toContain(
    '2 more are waived, the first until 1 January 2026.',
  );
  expect(leadOf(waived('X-1', '2026-02-01'), waived('X-2', '2026-02-01'))).toContain(
    '2 more are waived until 1 February 2026.',
  );
  expect(leadOf(waived('X-1'))).toContain('1 more is waived.');
  const { report } = sample();
  expect(until(rowOf({ verdict: 'fail', decision: decision('2026-01-01') }), report)).toBeUndefined();
  expect(until(rowOf({ verdict: 'waived' }), report)).toBeUndefined();
});

test('a run may fail without a failure', () => {
  const report = reportOf([rowOf({})]);
  report.summary.verdict = 'nonconformant';
  expect(lead(report)).toBe('No requirement failed, but the run failed for the reason given below.');
});

test('a trait that leaves more than half open is the cause, and is told once', () => {
  const open = (id: string, unmet?: string) =>
    rowOf({
      id,
      verdict: 'inconclusive',
      checks: [{ name: 'n', verdict: 'inconclusive', exchanges: [], durationMs: 1, ...(unmet && { unmet }) }],
    });
  const found = [open('X-1', 'nothing is found'), open('X-2', 'nothing is found')];
  const report = reportOf(found);
  expect(lead(report)).toMatch(/^Everything is 404, .+\. 2 requirements were inconclusive\.$/);
  expect(traitsBesideLead(report)).toEqual([]);
  const page = [open('X-1', 'every path returns the same'), open('X-2')];
  expect(lead(reportOf(page))).toBe('No failures, but 2 requirements were inconclusive.');
  expect(traitsBesideLead(reportOf(page))).toMatchObject([{ name: 'every path returns the same' }]);
});

test('an unmet condition is a cause with its reason, where most wait for it', () => {
  const open = (id: string, ...checks: object[]) =>
    rowOf({
      id,
      verdict: 'inconclusive',
      checks: checks.map((one) => ({
        name: 'n',
        verdict: 'inconclusive',
        exchanges: [],
        durationMs: 1,
        ...one,
      })) as never,
    });
  const [one, two] = [
    { unmet: 'one', reason: 'One.' },
    { unmet: 'two', reason: 'Two.' },
  ];
  expect(lead(reportOf([open('X-1', one), open('X-2', two), open('X-3', two)]))).toBe(
    'Two. 3 requirements were inconclusive, 2 for this reason.',
  );
  expect(lead(reportOf([open('X-1', one), open('X-2', two), open('X-3', {})]))).toMatch(/^No failures/);
  expect(lead(reportOf([open('X-1', { reason: 'no' }, one)]))).toMatch(/^One\. /);
  expect(lead(reportOf([open('X-1', { unmet: 'one' })]))).toMatch(/^No failures/);
  expect(lead(reportOf([open('X-1', { verdict: 'pass', ...two }, one)]))).toMatch(/^One\. /);
});

test('what was created is named by its kind, or as records', () => {
  const of = (...created: object[]) =>
    madeIn(
      {
        created: created as unknown as Report['created'],
        summary: { customersCreated: created.length } as Report['summary'],
      },
      'test ',
    );
  expect(of()).toBe('0 test customers');
  expect(of({}, { resource: 'customer' })).toBe('2 test customers');
  expect(of({ resource: 'payment' })).toBe('1 test payment');
  expect(of({ resource: 'payment' }, {})).toBe('2 test records');
});

test('where a run was made is a name', () => {
  const of = (embedded: boolean) => environmentOf({ target: { environment: 'mock', embedded } });
  expect([of(false), of(true)]).toEqual(['Mock', 'embedded reference server']);
});

test('what a mock lacks is no finding', () => {
  const of = (lacking: number, waived: number) => noFindings({ summary: { counts: { waived, lacking } } } as Report);
  expect(of(2, 0)).toMatch(/^None beside the 2 requirements that this mock lacks as declared\. Under/);
  expect(of(1, 3)).toMatch(/^None beside the 1 requirement that this mock lacks as declared and the 3 waived\. Under/);
});

test('open points that a filter left out are not counted twice', () => {
  const point = (id: string, change: Partial<ReportedRequirement> = {}) =>
    rowOf({ id, basis: 'not-shown', verdict: 'pending', ...change });
  const rows = [point('X-1', { observation: { n: 1 } }), point('X-2', { leftOut: 'filter' })];
  expect(unjudged(reportOf(rows))).toMatch(/ no rule for 1 more: the report records the behaviour of 1, without/);
  expect(unjudged(reportOf(rows.slice(1)))).toBe('No request can test the 0 duties of people: 0 are attested.');
});

test('what stayed open is told beside the scope, unless the lead tells it', () => {
  const [open, skipped, failed] = [
    rowOf({ id: 'X-1', verdict: 'inconclusive' }),
    rowOf({ id: 'X-2', verdict: 'skipped' }),
    rowOf({ id: 'X-3', verdict: 'fail' }),
  ];
  expect(judged(reportOf([open, skipped, failed]))).toMatch(/ 1 was inconclusive; 1 was skipped\.$/);
  expect(judged(reportOf([open, skipped]))).toMatch(/[^;] 1 was skipped\.$/);
  expect(judged(reportOf([open, skipped]))).not.toContain('inconclusive;');
  expect(judged(reportOf([rowOf({}), skipped]))).not.toContain('was skipped');
});

test('a concern says what failed, and gives no reason again', () => {
  const open = (id: string, reason: string) => rowOf({ id, verdict: 'inconclusive', reason });
  const concern = (name: string, more: object = {}) => ({ name, testable: 1, tested: 0, passed: 0, ...more });
  const concerns = [
    { name: 'One', requirements: ['X-1', 'X-2'] },
    { name: 'Two', requirements: ['X-3'] },
  ] as unknown as typeof fsapi.concerns;
  const rows = (requirements: ReportedRequirement[], change: Partial<Report> = {}) => {
    const report = reportOf(requirements, change);
    report.summary.concerns = [concern('One'), concern('Two')] as unknown as NonNullable<Report['summary']['concerns']>;
    return Object.fromEntries(concernRows(report, { concerns }));
  };
  const run = { ...sample().report.run, complete: false, stopped: 'It was stopped.' };
  const stopped = rows(
    [open('X-1', 'Not tested: It was stopped.'), open('X-2', 'Not tested: It was stopped.'), open('X-3', 'Else.')],
    { run },
  );
  expect(stopped.One).toBe('Not tested, for the reason above.');
  expect(stopped.Two).not.toBe('Not tested, for the reason above.');
  const half = rows(
    [open('X-1', 'Not tested: It was stopped.'), open('X-2', 'Else.'), rowOf({ id: 'X-3', verdict: 'fail' })],
    { run },
  );
  expect(half.One).not.toBe('Not tested, for the reason above.');
  expect(half.Two).toMatch(/^1 failed\. /);
  expect(half['Other rules']).not.toContain('failed');
  const { report } = sample();
  const { concerns: _, ...summary } = report.summary;
  expect(concernRows({ ...report, summary }, fsapi)).toEqual([]);
});
