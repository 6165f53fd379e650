import { describe, expect, test } from 'vitest';
import type { CheckFinding, Finding, ObservationFinding } from '../../schemas/finding.js';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import { digestOf } from '../../schemas/observation.js';
import { isDecidable, type Requirement } from '../../schemas/specification.js';
import type { DecisionEntry, Report } from '../../schemas/types.js';
import type { Material } from './assemble.js';
import { reportOf, run } from './assembled.fixture.js';

const rowIn = (report: Report, id: string) =>
  report.requirements.find((row) => row.id === id) ?? expect.unreachable(`no ${id}`);
const common = { name: 'n', exchanges: [], durationMs: 1, retried: 0 };
const checked = (id: string, verdict: CheckFinding['verdict'], more: Partial<CheckFinding> = {}): CheckFinding => ({
  ...{ ...common, kind: 'check', id, verdict, ...more },
});
const seen = (id: string, observation: object, more: Partial<ObservationFinding> = {}): ObservationFinding => ({
  ...{ ...common, kind: 'observation', id, verdict: 'observed', observation, sentences: ['Seen.'], ...more },
});
const decidable = catalogue.filter(isDecidable);
const allPass = decidable.map(({ id }) => checked(id, 'pass'));
const failure = checked('CUST-09', 'fail', { found: 'It failed.' });

test('every requirement has one verdict, in catalogue order, with all that the catalogue says; the counts add up', () => {
  const { requirements, summary } = reportOf(allPass);
  expect(requirements.map(({ id }) => id)).toEqual(catalogue.map(({ id }) => id));
  expect(Object.values(summary.counts).reduce((sum, one) => sum + one, 0)).toBe(catalogue.length);
  const of = (basis: string) => catalogue.filter((row) => row.basis === basis).length;
  const counts = { pass: decidable.length, pending: of('not-shown'), skipped: of('attested') };
  expect(summary).toMatchObject({ verdict: 'conformant', counts });
  for (const [at, row] of requirements.entries()) {
    const { id, title, basis, clause, step, supports, consequence, why } = catalogue[at] as Requirement;
    expect(row).toMatchObject({ id, title, basis, clause, step, supports, consequence, why });
  }
});

test('an observed requirement lists the exchanges of its observations, each once', () => {
  const by = (name: string, exchanges: string[]) => seen('HTTP-07', { statuses: [404] }, { name, exchanges });
  const report = reportOf([...allPass, by('a', ['x0001', 'x0002']), by('b', ['x0002'])]);
  expect(rowIn(report, 'HTTP-07').exchanges).toEqual(['x0001', 'x0002']);
});

test('what the specification does not show stays pending, with its observation', () => {
  const report = reportOf([...allPass, seen('CUST-19', { statuses: [201] })]);
  const pending = { verdict: 'pending', observation: { statuses: [201] }, sentence: 'Seen.' };
  expect(rowIn(report, 'CUST-19')).toMatchObject(pending);
  expect(rowIn(report, 'AREA-01').reason).toBe('The specification defines no operation for it.');
});

test('a settled shape has what came of it in the run, and its contract', () => {
  const entry = {
    id: 'ACCT-07',
    kind: 'settle',
    by: 'an owner',
    on: '2026-01-01',
    reason: 'known',
    schema: {},
  } as const;
  const settledAs = (verdict: CheckFinding['verdict'], more: Partial<CheckFinding>) => {
    const settled = checked('ACCT-07', verdict, { name: 'as it was settled', ...more });
    const findings = [...allPass, seen('ACCT-07', {}, { contract: { type: 'object' }, settled })];
    return rowIn(reportOf(findings, { decisions: [entry] }), 'ACCT-07');
  };
  const found = { found: 'It lacks data.', reason: 'Settled by an owner on 2026-01-01: known' };
  expect(settledAs('fail', found)).toMatchObject({ verdict: 'fail', ...found, contract: { type: 'object' } });
  expect(settledAs('pass', { received: '9 agree' }).checks).toMatchObject([
    { received: '9 agree', expected: expect.stringContaining('an owner settled on 2026-01-01') },
  ]);
  expect(settledAs('inconclusive', { reason: 'None.' })).toMatchObject({ verdict: 'inconclusive', reason: 'None.' });
  const later = reportOf([...allPass, seen('ACCT-07', {}, { contract: {} })], { decisions: [entry] });
  expect(rowIn(later, 'ACCT-07')).toMatchObject({ verdict: 'inconclusive', reason: 'It was settled after the run.' });
});

test('how responses show a member is a question beside the verdict, until it is accepted or settled', () => {
  const shown = { creations: { phone: 'in another form' } };
  const noticesOf = (...decisions: DecisionEntry[]) =>
    reportOf([...allPass, seen('CUST-24', shown)], { decisions }).run.notices;
  const by = { id: 'CUST-24', by: 'an owner', on: '2026-01-01', reason: 'known' } as const;
  expect(noticesOf()).toEqual([expect.stringMatching(/^CUST-24: Responses show `phone` in another form .*\?$/)]);
  expect(noticesOf({ ...by, kind: 'accept', observation: digestOf(shown) })).toBeUndefined();
  expect(noticesOf({ ...by, kind: 'settle', schema: {} })).toBeUndefined();
});

test('a requirement outside the filter is skipped, and one that an incomplete run did not reach is inconclusive', () => {
  const findings = [checked('VER-01', 'pass')];
  const some = reportOf(findings, { asked: ['VER-01'] });
  expect(some.summary).toMatchObject({ verdict: 'partial', counts: { pass: 1, inconclusive: 0 } });
  const cut = reportOf(findings, { run: { ...run, complete: false, stopped: 'It was stopped.' } });
  expect(cut.summary.verdict).toBe('inconclusive');
  expect(cut.requirements[0]).toMatchObject({ verdict: 'inconclusive', reason: 'Not tested: It was stopped.' });
});

test('a complete run without a finding for a requirement is an error of the suite', () => {
  expect(() => reportOf([])).toThrow(/no check reported a finding/);
});

test('an open requirement has the date since which its verdict is the same, from all runs; thirty are kept', () => {
  const nights = Array.from({ length: 45 }, (_, at) => new Date(Date.UTC(2025, 9, 4 + at)).toISOString());
  const report = nights.reduce<Report | undefined>((before, startedAt, at) => {
    const didFail = at >= 10 || at === 7;
    const night = { ...run, id: `run-${at}`, startedAt };
    return reportOf(didFail ? [...allPass, failure] : allPass, { run: night, before });
  }, undefined);
  expect(report?.history.map(({ startedAt }) => startedAt)).toEqual(nights.slice(-30));
  expect(report && rowIn(report, 'CUST-09').since).toBe('2025-10-14');
  expect(report && rowIn(report, 'CUST-08').since).toBeUndefined();
});

test('several probes of one requirement stand in the order of their names, also where one has no observation', () => {
  const missing = { name: 'b', verdict: 'not-asked', reason: 'It would create a customer.' } as const;
  const by = (name: string) => seen('CUST-19', { statuses: [201] }, { name });
  const report = reportOf([...allPass, by('c'), { ...by('b'), observation: undefined, ...missing }, by('a')]);
  const { observation } = rowIn(report, 'CUST-19');
  expect(Object.entries(observation ?? {})).toEqual(['a', 'c'].map((name) => [name, { statuses: [201] }]));
});

test('with a baseline, what changed stands beside the observation and in the whole, and the verdict is its own', () => {
  const by = (...statuses: number[]) => [...allPass, seen('CUST-19', { statuses, body: 'the same' })];
  const before = reportOf(by(201));
  const baseline = { report: before, kind: 'named' } as const;
  const report = reportOf(by(200, 201), { baseline });
  expect(rowIn(report, 'CUST-19').drift).toEqual({
    sentence: 'Statuses: now 200 and 201, before 201.',
    differences: [{ at: '/statuses', before: [201], now: [200, 201] }],
  });
  expect(report.run.baseline?.id).toBe(before.run.id);
  // What is new is so beside the report before, of which there is none.
  expect([report.news, report.open]).toEqual([[], []]);
  expect(report.summary).toEqual(before.summary);
  expect(reportOf(by(201), { baseline }).requirements).toEqual(before.requirements);
});

test('the history says why the target was not available, and that a filter left something out', () => {
  const unavailable = { cause: 'not-reached', sentence: 'The target is unreachable.', whole: true } as const;
  const silent = allPass.map(({ id }) => checked(id, 'inconclusive', { reason: unavailable.sentence }));
  const lost = reportOf(silent, { run: { ...run, unavailable } });
  const filtered = reportOf([checked('VER-01', 'pass')], { asked: ['VER-01'], before: lost });
  expect(filtered.history.map((night) => [night.unavailable, night.partial])).toEqual([
    ['not-reached', undefined],
    [undefined, true],
  ]);
});

test('where the target was not available, each requirement that it left open says that, and nothing else', () => {
  const unavailable = { cause: 'key-rejected', sentence: 'The key was rejected.', whole: true } as const;
  const open = allPass.map(({ id }) => checked(id, 'inconclusive', { reason: 'It may be another API.' }));
  const report = reportOf(open, { run: { ...run, unavailable } });
  const reasons = report.requirements.flatMap(({ verdict, reason }) => (verdict === 'inconclusive' ? [reason] : []));
  expect([...new Set(reasons)]).toEqual(['The key was rejected.']);
  const other = { cause: 'other-key-rejected', sentence: 'The second key was rejected.', unmet: 'its key' } as const;
  const partly = reportOf([...open.slice(1), checked('HTTP-01', 'inconclusive', { unmet: 'its key' })], {
    run: { ...run, unavailable: other },
  });
  expect([rowIn(partly, 'HTTP-01').reason, rowIn(partly, 'CUST-09').reason]).toEqual([
    'The second key was rejected.',
    'It may be another API.',
  ]);
});

describe('why a requirement is open or skipped', () => {
  const without = (id: string) => allPass.filter((one) => one.id !== id);
  const open = (reason?: string, more: object = {}) => checked('CUST-09', 'inconclusive', { reason, ...more });
  const skipped = (more: Partial<CheckFinding>) => checked('CUST-09', 'skipped', { reason: 'No writes.', ...more });
  const lacking = skipped({ lacks: 'writes' });
  const pass = checked('CUST-09', 'pass', { reason: 'none' });

  test.each<[name: string, expected: unknown[], findings: Finding[], change?: Partial<Material>]>([
    ['a failure', ['fail', '1 of 2 checks failed.', undefined], [failure, pass]],
    ['a pass', ['pass', undefined, undefined], [pass]],
    ['one reason', ['inconclusive', 'One.', undefined], [open('One.'), open('One.')]],
    ['two reasons', ['inconclusive', 'One. And 1 more reason.', undefined], [open('One.'), open('Two.')]],
    ['no reason', ['inconclusive', '', undefined], [open()]],
    ['what is lacking', ['skipped', 'No writes.', 'writes'], [skipped({}), lacking]],
    ['what the profile wants', ['skipped', 'No writes.', 'writes'], [lacking], { profile: 'full' }],
    [
      'what is left out',
      ['skipped', expect.stringContaining('leaves it out'), 'writes'],
      [lacking],
      { profile: 'read-only' },
    ],
    ['lacking, for something undecided', ['inconclusive', 'One.', undefined], [open('One.', { lacks: 'writes' })]],
  ])('%s', (_, expected, findings, change) => {
    const { verdict, reason, lacks } = rowIn(reportOf([...without('CUST-09'), ...findings], change), 'CUST-09');
    expect([verdict, reason, lacks]).toEqual(expected);
  });

  test('an observation has the first reason of its probes, and none beside what was observed', () => {
    const none = (more: object) => seen('CUST-19', {}, { observation: undefined, verdict: 'inconclusive', ...more });
    const row = (findings: Finding[], asked = catalogue.map(({ id }) => id as string)) =>
      rowIn(reportOf([...allPass, ...findings], { asked }), 'CUST-19');
    expect(row([none({}), none({ reason: 'It timed out.' })]).reason).toBe('It timed out.');
    expect(row([none({ exchanges: ['x0001'] })]).exchanges).toBeUndefined();
    const ofRules = decidable.map(({ id }) => id);
    expect(row([none({})], ofRules)).toMatchObject({ verdict: 'pending', leftOut: 'filter' });
    const made = row([none({ name: 'b' }), seen('CUST-19', { n: 1 })], ofRules);
    expect([made.observation, made.leftOut]).toEqual([{ n: { n: 1 } }, undefined]);
  });
});
