import { expect, test } from 'vitest';
import type { Exchange } from '../../schemas/exchange.js';
import type { Verdict } from '../../schemas/verdict.js';
import { burstOf } from './bursts.js';
import { calendarOf, keptVerdict, type Night, verdictIn } from './history.js';

const sent = (id: string, purpose: string, offsetMs: number, more: Partial<Exchange> = {}): Exchange => ({
  id,
  startedAt: '2026-01-01T00:00:00.000Z',
  offsetMs,
  durationMs: 40,
  purpose,
  request: { method: 'POST', url: 'https://a.example/v1/customers', headers: [] },
  response: { status: 201, reason: '', httpVersion: '1.1', headers: [], body: '', bodyBytes: 0, cut: false },
  ...more,
});

const burst = [
  sent('x0012', '3 at once', 101, { customer: 'B' }),
  sent('x0010', '3 at once', 100, { customer: 'A' }),
  sent('x0011', '3 at once', 100, { customer: 'A' }),
];

test('a burst is found among the other exchanges of its check, in the order of sending', () => {
  const found = burstOf([...burst, sent('x0001', 'as it should be', 0), sent('x0013', 'again', 300)]);
  expect(found?.bars.map(({ id, outcome, odd }) => [id, outcome, odd])).toEqual([
    ['x0010', '201, customer A', false],
    ['x0011', '201, customer A', false],
    ['x0012', '201, customer B', true],
  ]);
  expect(found?.aside).toBe('3 requests, released within 1 ms; a bar ends with its response');
});

test('requests of one purpose that came one after the other are no burst', () => {
  expect(burstOf([0, 1, 2].map((at) => sent(`x000${at}`, 'again', at * 100)))).toBeUndefined();
});

const tries = (count: number, change: (at: number) => Partial<Exchange> = () => ({}), from = 100) =>
  Array.from({ length: count }, (_, at) => sent(`x${1000 + at}`, `try ${at + 1} of ${count}`, from + at, change(at)));

test.each<[name: string, requests: number, found: boolean]>([
  ['two', 2, false],
  ['three', 3, true],
  ['sixty', 60, true],
  ['sixty-one', 61, false],
])('a burst has three to sixty requests: %s', (_, requests, found) => {
  expect(burstOf(tries(requests, () => ({ durationMs: 100 })))?.bars.length).toBe(found ? requests : undefined);
});

test('the largest burst is shown, its requests by their start and then by their ids', () => {
  const small = tries(3).map((one) => ({ ...one, purpose: 'small' }));
  const large = [sent('x12', 'large', 7), sent('x11', 'large', 7), sent('x14', 'large', 6), sent('x13', 'large', 7)];
  expect(burstOf([...small, ...large])?.bars.map(({ id }) => id)).toEqual(['x14', 'x11', 'x12', 'x13']);
});

test('four of five requests were on their way when the last one started', () => {
  const ends = (...lengths: number[]) =>
    burstOf(tries(5, (at) => ({ durationMs: lengths[at] ?? 40, offsetMs: 100 + (at === 4 ? 20 : 0) })));
  expect(ends(10)?.bars).toHaveLength(5);
  expect(ends(20, 20)).toBeUndefined();
  expect(ends(10, 10)).toBeUndefined();
});

test.each<[longest: number, step: number, top: number]>([
  [40, 10, 40],
  [41, 10, 50],
  [60, 10, 60],
  [61, 20, 80],
  [120, 20, 120],
  [130, 50, 150],
  [301, 100, 400],
  [1200, 200, 1200],
])('an axis of %d ms has steps of %d and ends at %d', (longest, step, top) => {
  const found = burstOf(tries(3, (at) => ({ offsetMs: 100, durationMs: at === 1 ? longest : longest / 2 })));
  expect([found?.step, found?.top]).toEqual([step, top]);
});

test('a bar has its place, its length and its response in words', () => {
  const { response: _, ...silent } = sent('x1', 'p', 100);
  const found = burstOf([
    silent,
    { ...silent, id: 'x2', fault: 'reset' } as unknown as Exchange,
    sent('x3', 'p', 103, { durationMs: 9 }),
    sent('x4', 'p', 104),
  ]);
  expect(found?.bars).toEqual([
    { id: 'x1', from: 0, length: 40, outcome: 'no response', odd: true },
    { id: 'x2', from: 0, length: 40, outcome: 'cut off', odd: true },
    { id: 'x3', from: 3, length: 9, outcome: '201', odd: false },
    { id: 'x4', from: 4, length: 40, outcome: '201', odd: false },
  ]);
  expect(found?.aside).toContain('released within 4 ms');
  expect(burstOf(tries(3, () => ({ offsetMs: 5 })))?.aside).toContain('within a millisecond');
});

const night = (startedAt: string, verdict: Verdict = 'pass', more: Partial<Night> & { file?: string } = {}) => ({
  id: startedAt,
  startedAt: `${startedAt}:00.000Z`,
  verdicts: { 'CUST-09': verdict },
  report: 'a'.repeat(64),
  ...more,
});
const titles = (history: readonly Night[], longest?: number) =>
  calendarOf(history, '2026-01-01', longest).columns.map(({ title }) => title);

test('runs stand by the calendar: a day without one is a gap, and two of one day stand beside each other', () => {
  const history = [night('2025-12-31T02:00'), night('2026-01-03T02:00'), night('2026-01-03T14:30')];
  expect(titles(history)).toEqual([
    '31 December 2025, 02:00 UTC',
    'no run',
    'no run',
    '3 January, 02:00 UTC',
    '3 January, 14:30 UTC',
  ]);
  expect(calendarOf(history, '2026-01-01').marks(({ verdicts }) => verdicts['CUST-09'])).toEqual([
    'pass',
    undefined,
    undefined,
    'pass',
    'pass',
  ]);
});

test('runs over more days than the calendar has room for stand without gaps', () => {
  expect(titles([night('2026-01-01T02:00'), night('2026-01-03T02:00')], 2)).toHaveLength(3);
  expect(titles([night('2026-01-01T02:00'), night('2026-01-03T02:00')], 1)).toHaveLength(2);
  expect(titles([night('2026-01-01T02:00'), night('2026-02-15T02:00')])).toHaveLength(46);
  expect(titles([night('2026-01-01T02:00'), night('2026-02-16T02:00')])).toHaveLength(2);
  expect(titles([])).toEqual([]);
});

test.each<[name: string, column: object, run: Night & { file?: string }]>([
  ['a run', { title: '1 January, 02:00 UTC' }, night('2026-01-01T02:00')],
  [
    'with its report',
    { title: '1 January, 02:00 UTC', file: 'a.html' },
    night('2026-01-01T02:00', 'pass', { file: 'a.html' }),
  ],
  [
    'a partial run',
    { title: '1 January, 02:00 UTC: a partial run' },
    night('2026-01-01T02:00', 'pass', { partial: true }),
  ],
  [
    'without a response',
    { title: '1 January, 02:00 UTC: the target did not respond', isDead: true },
    night('2026-01-01T02:00', 'inconclusive', { unreached: true, partial: true }),
  ],
  [
    'that decided nothing',
    { title: '1 January, 02:00 UTC: nothing was decided', isDead: true },
    night('2026-01-01T02:00', 'inconclusive'),
  ],
])('a column is titled by its run: %s', (_, column, run) => {
  expect(calendarOf([run], '2026-01-01').columns).toEqual([column]);
});

test('an earlier run without a report is a note of this machine', () => {
  const { report: _, ...noted } = night('2026-01-01T02:00');
  expect(titles([{ ...noted }, noted])).toEqual([
    '1 January, 02:00 UTC; a note of this machine',
    '1 January, 02:00 UTC',
  ]);
});

test.each<[expected: Verdict | undefined, run: Night]>([
  ['fail', night('2026-01-01T02:00', 'fail')],
  ['skipped', night('2026-01-01T02:00', 'skipped')],
  ['fail', night('2026-01-01T02:00', 'fail', { partial: true })],
  [undefined, night('2026-01-01T02:00', 'skipped', { partial: true })],
  [undefined, night('2026-01-01T02:00', 'inconclusive')],
  [undefined, night('2026-01-01T02:00', 'pass', { unreached: true })],
])('a run says %s of a requirement: %#', (expected, run) => {
  expect(verdictIn({ id: 'CUST-09' }, run)).toBe(expected);
});

test('a verdict is kept where all runs that decided it had it', () => {
  const kept = (...verdicts: Verdict[]) =>
    keptVerdict(
      { id: 'CUST-09' },
      verdicts.map((verdict) => night('2026-01-01T02:00', verdict)),
    );
  expect(kept('fail', 'inconclusive', 'fail')).toBe('fail');
  expect(kept('fail', 'pass')).toBeUndefined();
  expect(kept()).toBeUndefined();
});
