import { expect, test } from 'vitest';
import { expectLinear } from '../../schemas/testing/growth.js';
import { indented } from './indent.js';

test('JSON is broken into lines', () => {
  expect(indented('{"a":[1,{"b":"c"}],"d":{},"e":[]}')).toBe(
    '{\n  "a": [\n    1,\n    {\n      "b": "c"\n    }\n  ],\n  "d": {},\n  "e": []\n}',
  );
});

test('nothing is lost that reading it as values would lose', () => {
  const text = '{"n":12345678901234567890.100,"a":1,"a":2,"s":"a, b: {c} \\" [d]"}';
  expect(indented(text).replace(/\n */g, '').replaceAll('": ', '":')).toBe(text);
});

test.each(['', 'plain', '{"cut": ', '<html>', '"text"', '12'])('%j stays as it is', (text) => {
  expect(indented(text)).toBe(text);
});

test('something nested very deep stays readable', () => {
  const deep = '['.repeat(500) + ']'.repeat(500);
  expect(indented(deep).length).toBeLessThan(50_000);
});

test('what is nested deep takes no longer than what is long', () => {
  expectLinear((size) => '['.repeat(size / 2) + ']'.repeat(size / 2), indented, 2 ** 14);
  expectLinear((size) => `${'{"a":'.repeat(size / 8)}1${'}'.repeat(size / 8)}`, indented, 2 ** 14);
});
