import { expect, test } from 'vitest';
import {
  clip,
  dayInFull,
  daysBetween,
  inline,
  moment,
  plain,
  printable,
  printableLine,
  seconds,
  span,
} from './words.js';

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

test('names in backticks are code, and a backtick without a partner is itself', () => {
  expect(inline('the `email` is')).toEqual([
    { kind: 'text', text: 'the ' },
    { kind: 'code', text: 'email' },
    { kind: 'text', text: ' is' },
  ]);
  expect(inline('`a``b`').map(({ kind }) => kind)).toEqual(['code', 'code']);
  expect([inline(''), plain('a ` b'), plain('`a` is `b`')]).toEqual([[], 'a ` b', 'a is b']);
});

test.each([
  ['an escape sequence', '\u001b[31mred', '[U+001B][31mred'],
  ['a C1 control', '\u009b2J', '[U+009B]2J'],
  ['a bidi override', 'a\u202eb', 'a[U+202E]b'],
  ['a line separator', 'a\u2028b', 'a[U+2028]b'],
  ['half a surrogate pair', 'a\ud800b', 'a[U+D800]b'],
  ['an invisible tag', 'a\u{e0041}b', 'a[U+E0041]b'],
  ['a carriage return alone', 'a\rb', 'a[U+000D]b'],
  ['letters of the world', 'Ελληνικά русский 中文 עברית é', 'Ελληνικά русский 中文 עברית é'],
])('%s', (_, text, shown) => {
  expect(printable(text)).toBe(shown);
});

test('newlines stay in blocks and are shown in lines', () => {
  expect(printable('a\r\nb\tc')).toBe('a\nb\tc');
  expect(printableLine('a\nb\tc')).toBe('a[U+000A]b[U+0009]c');
});

test('a cut never splits a character', () => {
  expect(clip('ab😀', 3)).toBe('ab… (4 characters in all)');
  expect(clip('ab😀', 4)).toBe('ab😀');
});
