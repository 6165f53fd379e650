import { expect, test } from 'vitest';
import { dayInFull, daysBetween, moment, seconds, span } from './dates.js';

test('days and times are in UTC, and what is no date is given back', () => {
  expect(dayInFull('2026-01-31')).toBe('31 January 2026');
  expect(moment('2025-11-20T02:00:07.5Z')).toBe('20 November 2025, 02:00:07 UTC');
  expect([dayInFull('soon'), moment('soon'), span('soon', 'later')]).toEqual(['soon', 'soon', 'soon to later']);
});

test('a span names its second day where that is another one', () => {
  expect(span('2025-11-20T02:00:07Z', '2025-11-20T02:01:18Z')).toBe('20 November 2025, 02:00:07 to 02:01:18 UTC');
  expect(span('2025-11-20T23:59:59Z', '2025-11-21T00:00:01Z')).toMatch(/to 21 November 2025, 00:00:01 UTC$/);
});

test('days and seconds between two moments', () => {
  expect([daysBetween('2025-11-20', '2026-01-31'), daysBetween('2025-11-20', '2025-11-19')]).toEqual([72, -1]);
  expect(seconds('2025-11-20T02:00:00Z', '2025-11-20T02:00:09.96Z')).toBe('10.0 s');
  expect(seconds('2025-11-20T02:00:00Z', '2025-11-20T02:01:11Z')).toBe('71 s');
});
