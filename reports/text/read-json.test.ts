import { expect, test } from 'vitest';
import { readJson } from './read-json.js';

test('JSON of others is read, however deep, and no value stands in a message', () => {
  expect(readJson('[[1]]')).toEqual([[1]]);
  expect(() => readJson('{"secret-value')).toThrow(/^is not well-formed JSON$/);
  expect(readJson('['.repeat(100_000) + ']'.repeat(100_000))).toHaveLength(1);
});
