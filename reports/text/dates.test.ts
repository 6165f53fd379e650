import { describe, expect, test } from 'vitest';
import { day, dayInFull, daysBetween, moment, sameDay, seconds, span } from './dates.js';

test.each([
  ['2025-11-20T02:00:07.412Z', '20 November 2025'],
  ['2026-01-31', '31 January 2026'],
  ['some day', 'some day'],
])('%s in full is %s', (iso, expected) => {
  expect(dayInFull(iso)).toBe(expected);
});

test('the year is left out beside a date of the same year', () => {
  expect(day('2025-11-17', '2025-01-01')).toBe('17 November');
  expect(day('2025-11-17', '2026-01-01')).toBe('17 November 2025');
  expect(day('some day', '2026-01-01')).toBe('some day');
});

test.each([
  ['2025-11-20T02:00:07Z', '2025-11-20T23:59:59Z', true],
  ['2025-11-20T23:59:59Z', '2025-11-21T00:00:00Z', false],
  ['2025-11-20T02:00:07Z', '2025-11-02T02:00:07Z', false],
  ['2025-11-20T02:00:07Z', '2024-11-20T02:00:07Z', false],
])('%s and %s are one day: %s', (one, other, expected) => {
  expect(sameDay(one, other)).toBe(expected);
});

describe('a span', () => {
  test('names its day once', () => {
    expect(span('2025-11-20T02:00:07Z', '2025-11-20T02:01:18Z')).toBe(
      'Thursday, 20 November 2025, 02:00:07 to 02:01:18 UTC',
    );
  });

  test('names the second day where it is another one of the same month', () => {
    expect(span('2025-11-20T23:59:58Z', '2025-11-21T00:00:04Z')).toBe(
      'Thursday, 20 November 2025, 23:59:58 to 21 November 2025, 00:00:04 UTC',
    );
  });

  test('of what is no date is given back', () => {
    expect(span('then', 'now')).toBe('then to now');
    expect(span('then', '2025-11-20T02:00:07Z')).toBe('then to 2025-11-20T02:00:07Z');
  });
});

test('days are counted from day to day, whatever the hour', () => {
  expect(daysBetween('2025-11-20T23:59:59Z', '2025-11-21T00:00:01Z')).toBe(1);
  expect(daysBetween('2025-11-20T00:00:01Z', '2025-11-21T23:59:59Z')).toBe(1);
  expect(daysBetween('2025-11-20', '2026-01-31')).toBe(72);
  expect(daysBetween('2025-11-20', '2025-11-18')).toBe(-2);
});

test('a moment has its time, and seconds a tenth below ten', () => {
  expect(moment('2025-11-20T02:00:07Z')).toBe('20 November 2025, 02:00:07 UTC');
  expect(seconds('2025-11-20T02:00:00.000Z', '2025-11-20T02:00:09.940Z')).toBe('9.9 s');
  expect(seconds('2025-11-20T02:00:00Z', '2025-11-20T02:00:10.400Z')).toBe('10 s');
  expect(seconds('2025-11-20T02:00:00Z', '2025-11-20T02:00:10Z')).toBe('10 s');
  expect(seconds('2025-11-20T02:00:10Z', '2025-11-20T02:00:00Z')).toBe('0.0 s');
});
