import { expect, test } from 'vitest';
import { terminalCapabilities } from './capabilities.js';

const utf8 = { LANG: 'en_GB.UTF-8' };

test.each([
  ['a terminal', { isTTY: true }, utf8, { colour: true, unicode: true, live: true }],
  ['a pipe', {}, utf8, { colour: false, unicode: true, live: false }],
  ['a dumb terminal', { isTTY: true }, { ...utf8, TERM: 'dumb' }, { colour: false, unicode: true, live: false }],
  ['NO_COLOR', { isTTY: true }, { ...utf8, NO_COLOR: '1' }, { colour: false, unicode: true, live: true }],
  ['an empty NO_COLOR', { isTTY: true }, { ...utf8, NO_COLOR: '' }, { colour: true, unicode: true, live: true }],
  ['FORCE_COLOR in a pipe', {}, { ...utf8, FORCE_COLOR: '1' }, { colour: true, unicode: true, live: false }],
  ['FORCE_COLOR=0', { isTTY: true }, { ...utf8, FORCE_COLOR: '0' }, { colour: false, unicode: true, live: true }],
  ['another locale', { isTTY: true }, { LANG: 'C' }, { colour: true, unicode: false, live: true }],
  ['LC_ALL over LANG', { isTTY: true }, { ...utf8, LC_ALL: 'C' }, { colour: true, unicode: false, live: true }],
  ['an empty LC_ALL', { isTTY: true }, { ...utf8, LC_ALL: '' }, { colour: true, unicode: true, live: true }],
])('%s', (_, stream, env, abilities) => {
  expect(terminalCapabilities(stream, env)).toEqual(abilities);
});
