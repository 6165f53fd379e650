import { expect, test } from 'vitest';
import { isReadInPart } from './json-leaves.js';
import { extentOf, parseJson } from './parse-json.js';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const list = (values: number) => JSON.stringify(Array(values).fill(1));

test('JSON is looked into to 256 levels and 100,000 values; beyond that it is JSON without a value', () => {
  expect(parseJson(nested(256)).json).toBeInstanceOf(Array);
  expect(parseJson(list(99_999)).json).toHaveLength(99_999);
  for (const text of [nested(257), list(100_001)]) expect(parseJson(text)).toEqual({ json: undefined, isJson: true });
  expect(parseJson('['.repeat(300))).toEqual({ json: undefined, isJson: false });
});

test('what stands in strings neither nests nor counts', () => {
  expect(extentOf(String.raw`{"a[[[,":"{{\",[","b":[1,{"c":2}]}`)).toEqual({ depth: 3, values: 5 });
  expect([isReadInPart(nested(24)), isReadInPart(nested(25)), isReadInPart(list(5001))]).toEqual([false, true, true]);
});
