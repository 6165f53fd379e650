import { expect, test } from 'vitest';
import { wrap } from './wrap.js';

test('a text is broken between words, and a word only where it is longer than a line', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrap('a 123456789 b', 4)).toEqual(['a 12', '3456', '789', 'b']);
  expect(wrap('中文中文', 3)).toEqual(['中', '文', '中', '文']);
  expect(wrap('no room', -5).join('')).toBe('noroom');
});
