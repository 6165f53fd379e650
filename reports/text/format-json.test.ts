import { expect, test } from 'vitest';
import { hostile } from '../testing/hostile.js';
import { formatJson } from './format-json.js';
import { printable } from './printable.js';

test('what fits a line stands on one', () => {
  expect(formatJson({ a: [1, 'b'], c: {}, d: [] })).toBe('{ "a": [1, "b"], "c": {}, "d": [] }');
  const long = 'x'.repeat(110);
  expect(formatJson({ a: { b: [1] }, long })).toBe(`{\n  "a": { "b": [1] },\n  "long": "${long}"\n}`);
});

test('it is the same value, without invisible characters', () => {
  const value = { ...hostile, [String(hostile.bidi)]: Object.values(hostile), nested: [{ a: [true, null, 1.5] }] };
  const text = formatJson(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(printable(text)).toBe(text);
});
