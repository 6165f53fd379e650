import { expect, test } from 'vitest';
import { interval } from './retention.js';

const hour = 3600;
const day = 24 * hour;

test.each([
  ['a minute', 60, { atLeastSeconds: 0 }, { atMostSeconds: hour }],
  ['three hours', 3 * hour, { atLeastSeconds: hour }, { atMostSeconds: 20 * hour }],
  ['a night that began early', day - 1800, { atLeastSeconds: 20 * hour }, { atMostSeconds: 160 * hour }],
  ['a night that began late', day + 1800, { atLeastSeconds: 20 * hour }, { atMostSeconds: 160 * hour }],
  ['a weekend', 3 * day, { atLeastSeconds: 20 * hour }, { atMostSeconds: 160 * hour }],
  ['a week that began early', 7 * day - hour, { atLeastSeconds: 160 * hour }, { atMostSeconds: 7 * day }],
  ['a month', 30 * day, { atLeastSeconds: 160 * hour }, { atMostSeconds: 35 * day }],
])('after %s the interval is that of its class', (_, age, known, forgotten) => {
  expect(interval({}, age, true)).toEqual(known);
  expect(interval({}, age, false)).toEqual(forgotten);
});

test('what was observed before stays where this run does not contradict it', () => {
  const before = { atLeastSeconds: day, atMostSeconds: 10 * day };
  expect(interval(before, 23 * hour, true)).toEqual(before);
  expect(interval(before, 9 * day, true)).toEqual({ atLeastSeconds: 7 * day - 8 * hour, atMostSeconds: 10 * day });
  expect(interval(before, 3 * day, false)).toEqual({ atLeastSeconds: day, atMostSeconds: 160 * hour });
});

test('an end that this run contradicts is dropped', () => {
  expect(interval({ atLeastSeconds: 2 * day }, day, false)).toEqual({ atMostSeconds: 160 * hour });
  expect(interval({ atMostSeconds: hour }, day, true)).toEqual({ atLeastSeconds: 20 * hour });
});
