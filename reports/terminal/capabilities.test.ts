import { expect, test } from 'vitest';
import { terminalCapabilities } from './capabilities.js';

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
