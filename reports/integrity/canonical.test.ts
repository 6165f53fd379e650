import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonical, readJson } from './canonical.js';

// The examples of RFC 8785, sections 3.2.2 and 3.2.3.
test('the canonical form is that of RFC 8785', () => {
  const value = {
    numbers: JSON.parse('[333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001]'),
    string: '\u20ac$\u000f\nA\'B"\\\\"/',
    literals: [null, true, false],
  };
  expect(canonical(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
  const sorted = Object.keys(JSON.parse(canonical(Object.fromEntries(names.map((name) => [`_${name}`, 0])))));
  expect(sorted.map((name) => name.slice(1))).toEqual([
    '\r',
    '1',
    '\u0080',
    '\u00f6',
    '\u20ac',
    '\ud83d\ude00',
    '\ufb33',
  ]);
});

test('it holds the value, whatever the order of its members', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonical(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonical(reversed(value))).toBe(text);
    }),
  );
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [name, reversed(member)]);
  return Object.fromEntries(members.reverse());
}

test('JSON of others is read up to a depth, and no value stands in a message', () => {
  expect(readJson('[[1]]')).toEqual([[1]]);
  expect(() => readJson('{"secret-value')).toThrow(/^is not well-formed JSON$/);
  expect(() => readJson('['.repeat(100_000) + ']'.repeat(100_000))).toThrow(/^is nested deeper than 200 levels$/);
});
