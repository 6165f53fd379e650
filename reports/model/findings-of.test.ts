import { describe, expect, test } from 'vitest';
import type { CheckFinding } from '../../schemas/finding.js';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import type { DecisionEntry, Report, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import { sample } from '../testing/sample.js';
import { assemble, type Material } from './assemble.js';
import { settledCheck } from './decide.js';
import { findingOf, isLeftOut, listedAlone, materialOf } from './findings-of.js';

const { report: first } = sample({ 'AUTH-03': 'inconclusive' });
const whole = assemble(materialOf(first, fsapi));

const check = (change: Partial<ReportedCheck>): ReportedCheck => ({
  name: 'n',
  verdict: 'pass',
  exchanges: [],
  durationMs: 1,
  ...change,
});
const row = (change: Partial<ReportedRequirement>): ReportedRequirement => ({
  id: 'CUST-09',
  title: 't',
  area: 'a',
  basis: 'stated',
  clause: 'c',
  verdict: 'pass',
  checks: [],
  ...change,
});

describe('a report', () => {
  test('is made again of what it holds', () => {
    expect(assemble(materialOf(whole, fsapi))).toEqual(whole);
  });

  test.each<[name: string, change: Partial<Report>]>([
    ['of 0.1, without a profile', { summary: { ...whole.summary, profile: undefined } as Report['summary'] }],
    ['that required something', { run: { ...whole.run, required: ['AUTH-09'] } }],
    [
      'of a night without responses',
      { history: whole.history.map((night) => ({ ...night, unreached: true as const })) },
    ],
    [
      'with customers that created.json alone lists',
      {
        summary: { ...whole.summary, customersCreated: whole.created.length + 3 },
        run: { ...whole.run, cases: { unkept: { exchanges: 1, customers: 3 } } as unknown as Report['run']['cases'] },
      },
    ],
  ])('%s is made again of what it holds', (_, change) => {
    const again = assemble(materialOf({ ...whole, ...change }, fsapi));
    expect(assemble(materialOf(again, fsapi))).toEqual(again);
  });

  test('gives what it was made of', () => {
    const made = materialOf({ ...whole, run: { ...whole.run, required: ['AUTH-09'] } }, fsapi);
    expect(made.required).toEqual(['AUTH-09']);
    expect(materialOf(whole, fsapi).required).toEqual([]);
    expect(made.history).toEqual(whole.history.slice(0, -1));
    expect(made.unreached).toBe(false);
    expect(made).not.toHaveProperty('listed');
    const old = { ...whole, summary: { ...whole.summary, profile: undefined } as unknown as Report['summary'] };
    expect(materialOf(old, fsapi)).not.toHaveProperty('profile');
    const silent = {
      ...whole,
      history: [...whole.history.slice(0, -1), { ...whole.history[0], unreached: true }],
    } as Report;
    expect(materialOf(silent, fsapi).unreached).toBe(true);
    expect(materialOf({ ...whole, history: [] }, fsapi).unreached).toBe(false);
  });

  test('gives its run without what is added to it, and without members of old reports', () => {
    const { run } = materialOf(
      {
        ...whole,
        run: {
          ...whole.run,
          notices: ['n'],
          shards: [],
          cases: { keys: 1, unkept: { customers: 0 } },
        } as unknown as Report['run'],
      },
      fsapi,
    );
    for (const name of ['notices', 'shards']) expect(run).not.toHaveProperty(name);
    expect(run.cases).toEqual({ unkept: { customers: 0 } });
    expect(materialOf(whole, fsapi).run).not.toHaveProperty('cases');
    expect(run.id).toBe(whole.run.id);
  });

  test('asks for what no filter left out', () => {
    const out = {
      ...whole,
      requirements: whole.requirements.map((one) =>
        one.id === 'VER-01' ? { ...one, leftOut: 'filter' as const } : one,
      ),
    };
    expect(materialOf(whole, fsapi).asked).toContain('VER-01');
    expect(materialOf(out, fsapi).asked).not.toContain('VER-01');
  });
});

test.each<[name: string, expected: boolean, change: Partial<ReportedRequirement>]>([
  ['by a filter', true, { leftOut: 'filter', checks: [check({})] }],
  ['skipped without a check', true, { verdict: 'skipped' }],
  ['inferred, skipped without a check', true, { basis: 'inferred', verdict: 'skipped' }],
  ['skipped by its check', false, { verdict: 'skipped', checks: [check({ verdict: 'skipped' })] }],
  ['passed', false, {}],
  ['attested', false, { basis: 'attested', verdict: 'skipped' }],
  ['not shown', false, { basis: 'not-shown', verdict: 'skipped' }],
])('whether a requirement was left out: %s', (_, expected, change) => {
  expect(isLeftOut(row(change))).toBe(expected);
});

test.each<[created: number, unkept: number | undefined, all: number, expected: number]>([
  [2, 3, 5, 3],
  [2, 3, 2, 0],
  [2, undefined, 2, 0],
])('of %i customers with evidence and %s without, %i in all: %i are listed alone', (size, customers, all, expected) => {
  const created = Array.from({ length: size }, () => ({}));
  const run = customers === undefined ? {} : { cases: { unkept: { customers } } };
  const part = { summary: { customersCreated: all }, created, run } as unknown as Report;
  expect(listedAlone(part)).toBe(expected);
});

describe('the finding of a check, before decisions', () => {
  test.each<[name: string, expected: string, change: Partial<ReportedCheck>]>([
    ['as it is', 'pass', {}],
    ['a waived failure', 'fail', { verdict: 'waived', found: 'f' }],
    ['a waived doubt', 'inconclusive', { verdict: 'waived', reason: 'r' }],
    ['a skip', 'skipped', { verdict: 'skipped' }],
  ])('%s', (_, verdict, change) => {
    expect(findingOf('CUST-09', check(change))).toMatchObject({ kind: 'check', id: 'CUST-09', retried: 0, verdict });
  });

  test('has what was sent, and no text of a report of 0.1 in its place', () => {
    const sent = { request: 'POST /customers', change: 'without a name' };
    const control = { request: 'with a name', status: 201 };
    expect(findingOf('CUST-09', check({ sent, control }))).toMatchObject({ sent, control });
    const old = findingOf('CUST-09', check({ sent: 'POST', control: '201' } as unknown as Partial<ReportedCheck>));
    expect(old).not.toHaveProperty('sent');
    expect(old).not.toHaveProperty('control');
  });

  test('has no counts of 0.2, and its cases without what was left', () => {
    const cases = { accepted: 1, left: ['x'] } as unknown as ReportedCheck['cases'];
    const finding = findingOf('CUST-09', check({ verdicts: { pass: 2 }, cases } as unknown as Partial<ReportedCheck>));
    expect(finding).not.toHaveProperty('verdicts');
    expect(finding.cases).toEqual({ accepted: 1 });
    expect(findingOf('CUST-09', check({}))).not.toHaveProperty('cases');
  });
});

describe('the findings of a requirement', () => {
  const findingsOf = (change: Partial<ReportedRequirement>, decisions: unknown[] = []) =>
    materialOf({ ...whole, decisions, requirements: [row(change)] } as Report, fsapi).findings;

  test('are those of its checks, without what a decision added', () => {
    expect(findingsOf({ checks: [check({}), check({ name: settledCheck })] }).map(({ name }) => name)).toEqual(['n']);
    expect(findingsOf({ basis: 'attested', checks: [check({})] })).toEqual([]);
  });

  const common = { kind: 'observation', id: 'CUST-19', name: '', exchanges: ['x0001'], durationMs: 0, retried: 0 };
  const open = {
    id: 'CUST-19',
    basis: 'not-shown',
    verdict: 'pending',
    exchanges: ['x0001'],
  } satisfies Partial<ReportedRequirement>;
  test.each<[name: string, expected: object, change: Partial<ReportedRequirement>]>([
    [
      'what was observed',
      { verdict: 'observed', observation: { n: 1 }, sentences: ['Seen.'] },
      { observation: { n: 1 }, sentences: ['Seen.'] },
    ],
    ['a reason', { verdict: 'inconclusive', reason: 'r' }, { reason: 'r' }],
    ['nothing', { verdict: 'inconclusive' }, {}],
    ['nothing, skipped though not settled', { verdict: 'inconclusive' }, { verdict: 'skipped' }],
  ])('of an open point: %s', (_, expected, change) => {
    expect(findingsOf({ ...open, ...change })).toEqual([{ ...common, ...expected }]);
  });

  test('of an open point that is settled and was not asked', () => {
    const settle = [{ id: 'CUST-19', kind: 'settle' }];
    expect(findingsOf({ ...open, verdict: 'skipped' }, settle)).toMatchObject([{ verdict: 'not-asked' }]);
    expect(findingsOf({ ...open, verdict: 'pass' }, settle)).toMatchObject([{ verdict: 'inconclusive' }]);
    expect(findingsOf({ ...open, verdict: 'skipped' }, [{ id: 'CUST-19', kind: 'accept' }])).toMatchObject([
      { verdict: 'inconclusive' },
    ]);
    const { exchanges: _, ...bare } = open;
    expect(findingsOf(bare)).toMatchObject([{ exchanges: [] }]);
  });
});

const { profile: _, decisions: __, ...base } = materialOf(whole, fsapi);
/** The report of a run in which every check passed but these. */
function assembled(change: Partial<Material>, ...others: readonly CheckFinding[]): Report {
  const passed = base.findings.filter(({ kind, id }) => kind === 'check' && others.every((one) => one.id !== id));
  return assemble({
    ...base,
    findings: [...passed.map((one) => ({ ...one, verdict: 'pass' }) as CheckFinding), ...others],
    ...change,
  });
}
const failed = (id: string, more: Partial<ReportedCheck> = {}) =>
  findingOf(id, check({ verdict: 'fail', found: 'f', ...more }));

describe('what people decided', () => {
  const person = { by: 'the payments team', on: '2025-11-01', reason: 'It is known.' } as const;
  const decisions: DecisionEntry[] = [
    { id: 'CUST-09', kind: 'waive', expires: '2026-02-01', ...person },
    { id: 'CUST-10', kind: 'waive', expires: '2025-11-02', ...person },
    { id: 'CUST-11', kind: 'waive', expires: '2026-02-01', ...person },
    { id: 'CUST-11', kind: 'waive', check: 'no such check', expires: '2026-02-01', ...person },
    { id: 'CUST-19', kind: 'accept', observation: 'b'.repeat(64), ...person },
  ];

  test('stands in the report where it is in force, has expired or had nothing to waive', () => {
    const report = assembled({ decisions }, failed('CUST-09'), failed('CUST-10'));
    expect(report.decisions.map(({ id }) => id)).toEqual(['CUST-09', 'CUST-10', 'CUST-11', 'CUST-11']);
    expect(report.decisions[0]).toEqual(decisions[0]);
    expect(report.unusedWaivers).toEqual(['CUST-11']);
  });

  test('is absent where nobody decided anything', () => {
    expect(assembled({})).not.toHaveProperty('unusedWaivers');
    expect(assembled({}).run).not.toHaveProperty('notices');
  });
});

describe('the summary', () => {
  const target = { ...whole.target, embedded: true };
  test('names the profile, and calls a run against the embedded server a demonstration', () => {
    const { summary } = assembled({ profile: 'full', target });
    expect(summary).toMatchObject({ profile: 'full', demonstration: true, concerns: expect.any(Object) });
    expect(assembled({ profile: 'full' }).summary).not.toHaveProperty('demonstration');
    const old = assembled({ target }).summary;
    for (const name of ['demonstration', 'profile', 'concerns', 'traits']) expect(old).not.toHaveProperty(name);
  });

  test('says what the target is like', () => {
    const { traits } = assembled({}, failed('AUTH-01', { status: 201, expected: '401' })).summary;
    expect(traits).toMatchObject([{ name: 'no key is needed', requirements: ['AUTH-01'] }]);
  });

  test('counts the customers that created.json alone lists', () => {
    const created = whole.created.slice(0, 1);
    expect(assembled({ created, listed: 2 }).summary.customersCreated).toBe(3);
    expect(assembled({ created }).summary.customersCreated).toBe(1);
  });

  test('is of a part of a run where a filter left something out, though a report of 0.1 knows none', () => {
    const part = assembled({ asked: ['VER-01'], profile: 'full' });
    expect([part.history.at(-1)?.partial, part.summary.verdict]).toEqual([true, 'partial']);
    expect(assembled({ asked: ['VER-01'] }).summary.verdict).toBe('conformant');
  });
});
