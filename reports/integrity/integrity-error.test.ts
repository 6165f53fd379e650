import { expect, test } from 'vitest';
import { deviations, shown } from './integrity-error.js';
import { lines } from './sealed.fixture.js';

test.each<[expected: unknown, actual: unknown, found: string[]]>([
  [{ a: 1, b: [1, { c: null }] }, { a: 1, b: [1, { c: null }] }, []],
  [{ a: 3 }, { a: 4 }, ['f /a is 4, expected 3 (per s)']],
  [{ a: 3 }, {}, ['f /a is missing, expected 3 (per s)']],
  [{}, { a: 4 }, ['f /a is 4, expected none (per s)']],
  [{ a: [1, 2] }, { a: [1, 3, 4] }, ['f /a/1 is 3, expected 2 (per s)', 'f /a/2 is 4, expected none (per s)']],
  [{ a: [1] }, { a: { 0: 1 } }, ['f /a is {"0":1}, expected [1] (per s)']],
  [{ a: { 0: 1 } }, { a: [1] }, ['f /a is [1], expected {"0":1} (per s)']],
  [{ a: {} }, { a: null }, ['f /a is null, expected {} (per s)']],
  [{ a: null }, { a: {} }, ['f /a is {}, expected null (per s)']],
  [{ 'a/b~': 1 }, { 'a/b~': 2 }, ['f /a~1b~0 is 2, expected 1 (per s)']],
  [{ constructor: 1 }, {}, ['f /constructor is missing, expected 1 (per s)']],
  [{}, { toString: 'x' }, ['f /toString is x, expected none (per s)']],
  [1, 2, ['f  is 2, expected 1 (per s)']],
])('%j beside %j', (expected, actual, found) => {
  expect(lines(deviations('f', [expected, actual], 's'))).toEqual(found);
});

test.each<[value: unknown, text: string]>([
  ['word-1.2_x', 'word-1.2_x'],
  ['two words', '"two words"'],
  [' word', '" word"'],
  ['word ', '"word "'],
  ['', '""'],
  [17, '17'],
  [undefined, 'nothing'],
  ['f'.repeat(64), 'f'.repeat(64)],
  ['g'.repeat(60), 'g'.repeat(60)],
])('%j is shown as %s', (value, text) => {
  expect(shown(value)).toBe(text);
});

test('a long value is cut, but for a digest', () => {
  for (const value of ['g'.repeat(64), `${'f'.repeat(64)} and more`, `x${'f'.repeat(64)}`, ['f'.repeat(64)]])
    expect(shown(value)).not.toContain(JSON.stringify(value).slice(0, 62));
});
