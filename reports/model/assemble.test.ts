import { describe, expect, test } from 'vitest';
import type { CheckFinding, Finding, ObservationFinding } from '../../schemas/finding.js';
import { catalogue } from '../../schemas/fsapi/catalogue.js';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import type { Requirement } from '../../schemas/specification.js';
import { validator } from '../../schemas/validate.js';
import { assemble, type Material } from './assemble.js';

const digest = 'a'.repeat(64);

function material(findings: readonly Finding[], change: Partial<Material> = {}): Material {
  return {
    specification: fsapi,
    findings,
    asked: catalogue.map(({ id }) => id),
    profile: 'single-tenant',
    run: {
      id: 'r',
      startedAt: '2026-01-01T00:00:00.000Z',
      finishedAt: '2026-01-01T00:00:01.000Z',
      complete: true,
      seed: 1,
      suiteVersion: '0',
      specification: { title: 't', version: 'v1' },
      exam: digest,
      configuration: digest,
    },
    target: { baseUrl: 'https://a.example/v1/', environment: 'sandbox', embedded: false, tenants: 1 },
    created: [],
    requests: 0,
    retried: 0,
    ...change,
  };
}

const checked = (id: string, verdict: CheckFinding['verdict'], more: Partial<CheckFinding> = {}): CheckFinding => ({
  kind: 'check',
  id,
  name: 'n',
  verdict,
  exchanges: [],
  durationMs: 1,
  retried: 0,
  ...more,
});
const seen = (id: string, observation: object, more: Partial<ObservationFinding> = {}): ObservationFinding => ({
  kind: 'observation',
  id,
  name: 'n',
  verdict: 'observed',
  observation,
  sentences: ['Seen.'],
  exchanges: [],
  durationMs: 1,
  retried: 0,
  ...more,
});
const decidable = catalogue.filter(({ basis }) => basis === 'stated' || basis === 'inferred');
const all = (verdict: CheckFinding['verdict']) => decidable.map(({ id }) => checked(id, verdict));

test('every requirement has one verdict, in catalogue order; the counts add up; the report is valid', () => {
  const report = assemble(material(all('pass')));
  expect(report.requirements.map(({ id }) => id)).toEqual(catalogue.map(({ id }) => id));
  expect(Object.values(report.summary.counts).reduce((sum, one) => sum + one, 0)).toBe(catalogue.length);
  expect(report.summary).toMatchObject({
    verdict: 'conformant',
    counts: { pass: decidable.length, pending: 44, skipped: 4 },
  });
  expect(validator('report')(report), JSON.stringify(validator('report').errors)).toBe(true);
});

test('an observed requirement lists the exchanges of its observations, each once', () => {
  const by = (name: string, exchanges: string[]) => seen('HTTP-07', { statuses: [404] }, { name, exchanges });
  const report = assemble(material([...all('pass'), by('a', ['x0001', 'x0002']), by('b', ['x0002'])]));
  expect(report.requirements.find(({ id }) => id === 'HTTP-07')?.exchanges).toEqual(['x0001', 'x0002']);
  expect(validator('report')(report)).toBe(true);
});

test('a requirement takes the worst verdict of its checks, and the finding of that check', () => {
  const findings = [
    ...all('pass'),
    checked('CUST-09', 'inconclusive', { reason: 'r' }),
    checked('CUST-09', 'fail', { found: 'It failed.' }),
  ];
  const row = assemble(material(findings)).requirements.find(({ id }) => id === 'CUST-09');
  expect(row).toMatchObject({ verdict: 'fail', found: 'It failed.' });
  expect(row?.checks).toHaveLength(3);
});

test('what the specification does not show stays pending, with its observation', () => {
  const report = assemble(material([...all('pass'), seen('CUST-19', { statuses: [201] })]));
  expect(report.requirements.find(({ id }) => id === 'CUST-19')).toMatchObject({
    verdict: 'pending',
    observation: { statuses: [201] },
    sentence: 'Seen.',
  });
  expect(report.requirements.find(({ id }) => id === 'AREA-01')?.reason).toBe(
    'The specification defines no operation for it.',
  );
});

test('a requirement outside the filter is skipped, and one that an incomplete run did not reach is inconclusive', () => {
  const some = assemble(material([checked('VER-01', 'pass')], { asked: ['VER-01'] }));
  expect(some.summary).toMatchObject({ verdict: 'partial', counts: { pass: 1, inconclusive: 0 } });
  const { run } = material([]);
  const cut = assemble(
    material([checked('VER-01', 'pass')], { run: { ...run, complete: false, stopped: 'It was stopped.' } }),
  );
  expect(cut.summary.verdict).toBe('inconclusive');
  expect(cut.requirements[0]).toMatchObject({ verdict: 'inconclusive', reason: 'Not tested: It was stopped.' });
});

test('a complete run without a finding for a requirement is an error of the suite', () => {
  expect(() => assemble(material([]))).toThrow(/no check reported a finding/);
});

test('an open requirement has the date since which its verdict is the same', () => {
  const findings = [...all('pass'), checked('CUST-09', 'fail', { found: 'f' })];
  const night = (day: string, verdict: 'pass' | 'fail') => ({
    id: day,
    startedAt: `${day}T02:00:00.000Z`,
    verdicts: { 'CUST-09': verdict },
  });
  const history = [
    night('2025-12-28', 'fail'),
    night('2025-12-29', 'pass'),
    night('2025-12-30', 'fail'),
    night('2025-12-31', 'fail'),
  ];
  const report = assemble(material(findings, { history }));
  expect(report.requirements.find(({ id }) => id === 'CUST-09')?.since).toBe('2025-12-30');
  expect(report.requirements.find(({ id }) => id === 'CUST-08')?.since).toBeUndefined();
  expect(report.history).toHaveLength(5);
  expect(validator('report')(report)).toBe(true);
});

test('a report keeps thirty previous runs, and derives `since` from all', () => {
  const history = Array.from({ length: 89 }, (_, at) => ({
    id: `run-${at}`,
    startedAt: new Date(Date.UTC(2025, 9, 4 + at)).toISOString(),
    verdicts: { 'CUST-09': at < 10 ? ('pass' as const) : ('fail' as const) },
  }));
  const report = assemble(material([...all('pass'), checked('CUST-09', 'fail', { found: 'f' })], { history }));
  expect(report.history.map(({ id }) => id)).toEqual([...history.slice(-29).map(({ id }) => id), 'r']);
  expect(report.requirements.find(({ id }) => id === 'CUST-09')?.since).toBe('2025-10-14');
});

test('several probes of one requirement stand in the order of their names, also where one has no observation', () => {
  const missing = { name: 'b', verdict: 'not-asked', reason: 'It would create a customer.' } as const;
  const by = (name: string) => seen('CUST-19', { statuses: [201] }, { name });
  const report = assemble(
    material([...all('pass'), by('c'), { ...by('b'), observation: undefined, ...missing }, by('a')]),
  );
  const { observation } = rowIn(report, 'CUST-19') ?? {};
  expect(Object.entries(observation ?? {})).toEqual(['a', 'c'].map((name) => [name, { statuses: [201] }]));
});

test('with a baseline, what changed stands beside the observation and in the whole, and the verdict is its own', () => {
  const by = (...statuses: number[]) =>
    seen('CUST-19', { statuses, body: 'the same' }, { sentences: [`It is ${statuses.join(' or ')}.`] });
  const before = assemble(material([...all('pass'), by(201)]));
  const baseline = { report: before, kind: 'named' } as const;
  const report = assemble(material([...all('pass'), by(200, 201)], { baseline }));
  expect(report.requirements.find(({ id }) => id === 'CUST-19')?.drift).toEqual({
    sentence: '`/statuses` 201 → 200, 201.',
    differences: [{ at: '/statuses', before: [201], now: [200, 201] }],
  });
  expect(report.comparison).toMatchObject({ compared: 1, changed: ['CUST-19'], newFailures: [] });
  expect(report.summary).toEqual(before.summary);
  expect(validator('report')(report), JSON.stringify(validator('report').errors)).toBe(true);
  expect(assemble(material([...all('pass'), by(201)], { baseline })).requirements).toEqual(before.requirements);
});

const rowIn = (report: ReturnType<typeof assemble>, id: string) => report.requirements.find((row) => row.id === id);

test('a requirement has all that the catalogue says of it, and nothing without a value', () => {
  for (const [at, row] of assemble(material(all('pass'))).requirements.entries()) {
    const { id, title, basis, clause, step, supports, consequence, why } = catalogue[at] as Requirement;
    const said = Object.entries({ id, title, basis, clause, step, supports, consequence, why });
    expect(row).toMatchObject(Object.fromEntries(said.filter(([, value]) => value !== undefined)));
    expect(row.exchanges).toBeUndefined();
  }
});

test('the history says that no response came, where that left something open', () => {
  const last = (findings: Finding[], change: Partial<Material>) => assemble(material(findings, change)).history.at(-1);
  const open = [...all('pass'), checked('CUST-09', 'inconclusive', { reason: 'r' })];
  expect(last(open, { unreached: true })?.unreached).toBe(true);
  expect(last(open, {})?.unreached).toBeUndefined();
  expect(last(all('pass'), { unreached: true })?.unreached).toBeUndefined();
});

describe('why a requirement is open or skipped', () => {
  const outcome = (findings: Finding[], change: Partial<Material> = {}, id = 'CUST-09') => {
    const others = all('pass').filter((one) => one.id !== id);
    const { verdict, reason, lacks } = rowIn(assemble(material([...others, ...findings], change)), id) ?? {};
    return [verdict, reason, lacks];
  };
  const open = (reason?: string) => checked('CUST-09', 'inconclusive', reason === undefined ? {} : { reason });
  const skipped = (more: Partial<CheckFinding>) => checked('CUST-09', 'skipped', { reason: 'No writes.', ...more });

  test.each<[name: string, expected: unknown[], findings: Finding[], change?: Partial<Material>]>([
    [
      'a failure',
      ['fail', '1 of 2 checks failed.', undefined],
      [checked('CUST-09', 'fail'), checked('CUST-09', 'pass')],
    ],
    ['a pass', ['pass', undefined, undefined], [checked('CUST-09', 'pass', { reason: 'none' })]],
    ['one reason', ['inconclusive', 'One.', undefined], [open('One.'), open('One.')]],
    ['two reasons', ['inconclusive', 'One. And 1 more reason.', undefined], [open('One.'), open('Two.')]],
    ['no reason', ['inconclusive', '', undefined], [open()]],
    ['what is lacking', ['skipped', 'No writes.', 'writes'], [skipped({}), skipped({ lacks: 'writes' })]],
    [
      'what the profile wants',
      ['skipped', 'No writes.', 'writes'],
      [skipped({ lacks: 'writes' })],
      { profile: 'full' },
    ],
    [
      'what the profile leaves out',
      ['skipped', 'The profile read-only leaves it out.', 'writes'],
      [skipped({ lacks: 'writes' })],
      { profile: 'read-only' },
    ],
    [
      'what is lacking for something undecided',
      ['inconclusive', 'One.', undefined],
      [{ ...open('One.'), lacks: 'writes' } as Finding],
    ],
  ])('%s', (_, expected, findings, change) => {
    expect(outcome(findings, change)).toEqual(expected);
  });

  test('an observation has the first reason of its probes, and none beside what was observed', () => {
    const none = (more: object) =>
      ({ ...seen('CUST-19', {}), observation: undefined, verdict: 'inconclusive', ...more }) as Finding;
    expect(outcome([none({}), none({ reason: 'It timed out.' })], {}, 'CUST-19')[1]).toBe('It timed out.');
    const withExchange = assemble(material([...all('pass'), none({ exchanges: ['x0001'] })]));
    expect(rowIn(withExchange, 'CUST-19')?.exchanges).toBeUndefined();
    const asked = { asked: decidable.map(({ id }) => id) };
    expect(rowIn(assemble(material([...all('pass'), none({})], asked)), 'CUST-19')).toMatchObject({
      verdict: 'pending',
      leftOut: 'filter',
    });
    const made = rowIn(
      assemble(material([...all('pass'), none({ name: 'b' }), seen('CUST-19', { n: 1 })], asked)),
      'CUST-19',
    );
    expect(made).toMatchObject({ observation: { n: { n: 1 } } });
    expect(made).not.toHaveProperty('leftOut');
  });
});
