import { expect, test } from 'vitest';
import { terminalCapabilities, wrap } from './style.js';

test.each([
  ['a terminal', { isTTY: true }, {}, { colour: true, live: true }],
  ['a pipe', {}, {}, { colour: false, live: false }],
  ['a dumb terminal', { isTTY: true }, { TERM: 'dumb' }, { colour: false, live: false }],
  ['NO_COLOR', { isTTY: true }, { NO_COLOR: '1' }, { colour: false, live: true }],
  ['an empty NO_COLOR', { isTTY: true }, { NO_COLOR: '' }, { colour: true, live: true }],
  ['FORCE_COLOR in a pipe', {}, { FORCE_COLOR: '1' }, { colour: true, live: false }],
  ['FORCE_COLOR=0', { isTTY: true }, { FORCE_COLOR: '0' }, { colour: false, live: true }],
])('%s', (_, stream, env, abilities) => {
  expect(terminalCapabilities(stream, env)).toEqual(abilities);
});

test('a text is broken between words, and a word only where it is longer than a line', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrap('a 123456789 b', 4)).toEqual(['a 12', '3456', '789', 'b']);
  expect(wrap('中文中文', 3)).toEqual(['中', '文', '中', '文']);
  expect(wrap('no room', -5).join('')).toBe('noroom');
});
