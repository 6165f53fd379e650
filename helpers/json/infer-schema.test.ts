import { describe, expect, test } from 'vitest';
import { inferSchema, memberList } from './infer-schema.js';

const schema = (bodies: readonly unknown[]) => inferSchema(bodies) as Record<string, never>;

describe('an inferred schema', () => {
  test('tells members, types and which of them stood in all', () => {
    const one = { id: 'a', at: null };
    const other = { id: 'b', at: 'now', more: [1] };
    const [text, more] = [{ type: 'string' }, { items: { type: 'number' } }];
    const properties = { id: text, at: { type: ['null', 'string'] }, more };
    expect(schema([one, other])).toMatchObject({ type: 'object', required: ['at', 'id'], properties });
  });

  test('is the same whatever the order, the number and the data', () => {
    const bodies = [
      { b: 1, a: [{ x: 1 }, { y: 2.5 }] },
      { a: [], c: { d: true } },
      { b: 2, a: [{ y: 1 }, { x: 3 }] },
    ];
    const described = JSON.stringify(schema(bodies));
    expect(JSON.stringify(schema([...bodies].reverse()))).toBe(described);
    expect(JSON.stringify(schema([...bodies, ...bodies, { a: [{ x: 9 }], b: 7.25 }]))).toBe(described);
  });

  test('knows nothing of the items of a list that was always empty', () => {
    expect(schema([{ data: [] }])).toMatchObject({ properties: { data: { type: 'array' } } });
    expect(JSON.stringify(schema([{ data: [] }]))).not.toContain('items');
  });

  test('collapses a map that is keyed by identities, with what its values have in common', () => {
    const one = schema([{ accounts: { acc_4711a: { id: 1, note: 'x' }, acc_4712b: { id: 2 } } }]);
    expect(one).toEqual(schema([{ accounts: { acc_9001z: { id: 7 }, acc_9002y: { id: 8, note: '' } } }]));
    expect(one).toMatchObject({ properties: { accounts: { properties: { '{}': { required: ['id'] } } } } });
  });

  test('has plain types in a list, and others beside them', () => {
    expect(schema(['a', null, 'b'])).toMatchObject({ type: ['null', 'string'] });
    expect(schema(['a', [], {}])).toMatchObject({ type: ['array', 'object', 'string'] });
    const [list, maybe] = [{ items: { type: 'number' }, type: 'array' }, { type: ['null', 'string'] }];
    expect(schema(['a', [1], null])).toMatchObject({ anyOf: [list, maybe] });
  });

  test('has members that every object inherits in JavaScript as others', () => {
    const value = JSON.parse('{"toString":1,"constructor":[],"__proto__":"x"}');
    expect(schema([value, value]).required).toEqual(['__proto__', 'constructor', 'toString']);
  });

  test('holds no name that is data, beside other names too', () => {
    const one = schema([{ total: 1, 'ada@example.com': { id: 1 }, 'Ada Lovelace': { id: 2 } }]);
    expect(one).toEqual(schema([{ total: 2, DE89370400440532013000: { id: 3 } }]));
    expect(one).toMatchObject({ properties: { total: {}, '{}': { required: ['id'] } }, required: ['total'] });
  });

  test('of no body is none', () => expect(inferSchema([])).toBeUndefined());

  test('of something made to be large ends', () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 5000; depth += 1) deep = { deep };
    const names = Array.from({ length: 50_000 }, (_, at) => [`member${'x'.repeat(at % 90)}${at}`, at]);
    expect(JSON.stringify(schema([deep, Object.fromEntries(names)])).length).toBeLessThan(2_000_000);
  });

  test('is described in words', () => {
    const described = memberList(schema([{ data: [{ id: 1, owner: { name: 'a' } }] }]));
    expect(described.match(/[\w.]*\.\w+/g)).toEqual(['data.id', 'data.owner.name']);
    expect(memberList(schema([[]]))).toMatch(/^no /);
  });
});
