import { expect, test } from 'vitest';
import { forTerminal, wrap } from './sanitise.js';

test('an escape sequence, a newline and a bidi mark are shown, not obeyed', () => {
  expect(forTerminal('\u001b[2J\n\u202eX', true)).toBe('[U+001B][2J[U+000A][U+202E]X');
});

test('without UTF-8 quotation marks become plain, other letters code points', () => {
  expect(forTerminal('the caller’s “é”…', false)).toBe('the caller\'s "[U+00E9]"...');
});

test('a text is broken between words, and a word only where it is longer than a line', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrap('a 123456789 b', 4)).toEqual(['a 12', '3456', '789', 'b']);
  expect(wrap('中文中文', 3)).toEqual(['中', '文', '中', '文']);
  expect(wrap('no room', -5).join('')).toBe('noroom');
});
