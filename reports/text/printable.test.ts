import { expect, test } from 'vitest';
import { clip, printable, printableLine } from './printable.js';

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
