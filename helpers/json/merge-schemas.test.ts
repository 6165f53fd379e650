import { describe, expect, test } from 'vitest';
import { mergeSchemas, schemaOf } from './merge-schemas.js';

const common = (...values: unknown[]) => mergeSchemas(values.map(schemaOf));

describe('the schema of a value', () => {
  test.each([
    [null, { type: 'null' }],
    ['a', { type: 'string' }],
    [true, { type: 'boolean' }],
    [1, { type: 'integer' }],
    [1.5, { type: 'number' }],
    [[], { type: 'array' }],
    [{}, { type: 'object' }],
    [[1, 2.5], { type: 'array', items: { type: 'number' } }],
    [{ a: [{}] }, { type: 'object', properties: { a: { type: 'array', items: { type: 'object' } } }, required: ['a'] }],
  ])('%j', (value, schema) => expect(schemaOf(value)).toEqual(schema));
});

describe('what several values have in common', () => {
  test('plain types stand in a list, others beside them', () => {
    expect(common('a', null, 'b')).toEqual({ type: ['string', 'null'] });
    expect(common('a', [], {})).toEqual({ type: ['string', 'array', 'object'] });
    expect(common('a', [1], null)).toEqual({
      anyOf: [{ type: ['string', 'null'] }, { type: 'array', items: { type: 'integer' } }],
    });
    expect(common('a', [1])).toEqual({ anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'integer' } }] });
  });

  test('a member that one of them lacks is not required, and one whose type varies has both', () => {
    expect(common({ a: 1, b: 'x' }, { a: null })).toEqual({
      type: 'object',
      properties: { a: { type: ['integer', 'null'] }, b: { type: 'string' } },
      required: ['a'],
    });
    expect(common({ a: 1 }, {})).toEqual({ type: 'object', properties: { a: { type: 'integer' } } });
  });

  test('lists have the items of all, and an empty one adds nothing', () => {
    expect(common([], [1], ['a'])).toEqual({ type: 'array', items: { type: ['integer', 'string'] } });
  });

  test('merged once or one after the other, it is the same', () => {
    const values = [{ a: [1, { b: null }] }, { a: 'x', c: {} }, { a: [{ b: 2, d: [[]] }] }, null];
    const step = values.map(schemaOf).reduce((before, one) => mergeSchemas([before, one]));
    expect(step).toEqual(common(...values));
  });

  test('members that every object inherits in JavaScript are members as others are', () => {
    const value = JSON.parse('{"toString":1,"constructor":[],"__proto__":"x"}');
    expect(common(value, value).required).toEqual(['toString', 'constructor', '__proto__']);
    expect(Object.keys(common(value, value).properties ?? {})).toEqual(['toString', 'constructor', '__proto__']);
  });

  test('none have nothing', () => expect(() => mergeSchemas([])).toThrow(RangeError));
});
