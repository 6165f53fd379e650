import { expect, test } from 'vitest';
import { hostile } from './hostile.fixture.js';
import { laidOut } from './laid-out.js';
import { visible } from './visible.js';

test('what fits a line stands on one', () => {
  expect(laidOut({ a: [1, 'b'], c: {}, d: [] })).toBe('{ "a": [1, "b"], "c": {}, "d": [] }');
  const long = 'x'.repeat(110);
  expect(laidOut({ a: { b: [1] }, long })).toBe(`{\n  "a": { "b": [1] },\n  "long": "${long}"\n}`);
});

test('it is the same value, with nothing in it that nobody sees', () => {
  const value = { ...hostile, [String(hostile.bidi)]: Object.values(hostile), nested: [{ a: [true, null, 1.5] }] };
  const text = laidOut(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(visible(text)).toBe(text);
});
