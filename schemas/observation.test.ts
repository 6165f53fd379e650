import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inferSchema } from '../helpers/json/infer-schema.js';
import { canonical, type Difference, differences } from './observation.js';

const inferred = (...bodies: readonly unknown[]) => inferSchema(bodies) as Record<string, unknown>;

/** Both ways: what is a change in one direction is one in the other. */
function both(before: unknown, now: unknown): readonly Difference[] {
  const back = differences(now, before).map(({ at, ...sides }) => ({
    at,
    ...('now' in sides && { before: sides.now }),
    ...('before' in sides && { now: sides.before }),
  }));
  const there = differences(before, now);
  expect(back.map(canonical).sort()).toEqual(there.map(canonical).sort());
  return there;
}

describe('an inferred schema', () => {
  const id = { id: 'x' };
  test.each([
    ['an optional member that did not come up', inferred(id, { ...id, nick: 'n' }), inferred(id)],
    ['a required member that became optional', inferred({ ...id, nick: 'n' }), inferred(id, { ...id, nick: 'n' })],
    ['null beside the type', inferred({ id: 'x' }), inferred({ id: 'x' }, { id: null })],
    ['null beside an object', inferred({ at: { id: 1 } }), inferred({ at: { id: 1 } }, { at: null })],
    ['a whole number where another has a fraction', inferred({ id: 1 }), inferred({ id: 1.5 })],
    ['a list that happened to be empty', inferred({ data: [] }), inferred({ data: [id] })],
  ])('%s is no change', (_, before, now) => {
    expect(both(before, now)).toEqual([]);
    expect(both({ schema: before }, { schema: now })).toEqual([]);
    expect(both({ probe: { body: before } }, { probe: { body: now } })).toEqual([]);
  });

  const nick = { ...id, nick: 'n' };
  const [string, number] = [{ type: 'string' }, { type: 'number' }];
  const seven = { id: 7 };
  const mapOf = (value: object) => inferred({ '{}': value });
  const closed = { ...inferred(id), additionalProperties: false };
  const typeOf = (at: string, now: unknown, before = 'string') => ({ at: `${at}/type`, before, now });
  test.each([
    ['a required member that is gone', inferred(nick), inferred(id), { at: '/properties/nick', before: string }],
    ['a new one that all have', inferred(id), inferred({ ...id, nick: 1 }), { at: '/properties/nick', now: number }],
    ['a further type', inferred(id), inferred(seven, id), typeOf('/properties/id', ['number', 'string'])],
    ['null alone', inferred(id), inferred({ id: null }), typeOf('/properties/id', 'null')],
    ['a member of the items', inferred([id]), inferred([nick]), { at: '/items/properties/nick', now: string }],
    ['that of a map', mapOf(id), mapOf(seven), typeOf('/properties/{}/properties/id', 'number')],
    ['a list in the place of an object', inferred(id), inferred([id]), typeOf('', 'array', 'object')],
    ['what else a schema says', closed, inferred(id), { at: '/additionalProperties', before: false }],
  ])('%s is one', (_, before, now, expected) => {
    expect(both(before, now)).toEqual([expected]);
    expect(both({ schema: before }, { schema: now })).toEqual([{ ...expected, at: `/schema${expected.at}` }]);
  });

  test('only where it is marked: without the mark it is data like any other', () => {
    const { $schema: _, ...before } = inferred({ a: 1 }, { a: null });
    const { $schema: __, ...now } = inferred({ a: 1 });
    expect(both(before, now)).toEqual([{ at: '/properties/a/type', before: ['null', 'number'], now: 'number' }]);
  });
});

describe('headers, always and sometimes', () => {
  test.each([
    ['always and sometimes', { always: ['date', 'etag'] }, { always: ['date'], sometimes: ['etag'] }],
    ['sometimes and never', { always: ['date'], sometimes: ['etag'] }, { always: ['date'] }],
    ['no list at all', { sometimes: ['etag'] }, {}],
  ])('%s is no change', (_, before, now) => {
    expect(both(before, now)).toEqual([]);
    expect(both({ probe: { headers: before } }, { probe: { headers: now } })).toEqual([]);
  });

  test('always and never is one, in either direction', () => {
    const [before, now] = [{ always: ['date', 'etag'] }, { always: ['date', 'x-request-id'], sometimes: [] }];
    const [gone, added] = [{ before: 'etag' }, { now: 'x-request-id' }].map((one) => ({ at: '/always/1', ...one }));
    expect(both(before, now)).toEqual([gone, added]);
    const further = both({ p: { h: { always: ['etag'] } } }, { p: { h: {} } });
    expect(further).toEqual([{ at: '/p/h/always/0', before: 'etag' }]);
  });

  test('other lists beside them are compared as they are', () => {
    const now = { p: { always: ['a'], sometimes: ['b'], n: 1 } };
    expect(both({ p: { always: ['a'], n: 1 } }, now)).toEqual([{ at: '/p/sometimes', now: ['b'] }]);
  });
});

describe('everything else', () => {
  test.each([
    ['what was not tested on one side is no change', { statuses: [201] }, undefined],
    ['a status that did not occur is none', { 400: 'a', 409: 'b' }, { 400: 'a' }],
    ['another body is one', { 400: 'a', 409: 'b' }, { 400: 'c' }, { at: '/400', before: 'a', now: 'c' }],
    ['lists of scalars are sets', { s: [200, 201] }, { s: [201, 200, 201] }],
    ['a scalar is not its text', { s: [200] }, { s: ['200'] }, { at: '/s', before: [200], now: ['200'] }],
    ['other lists are in order', { a: [[1]] }, { a: [[1], [2]] }, { at: '/a', before: [[1]], now: [[1], [2]] }],
    ['nothing is not false', null, false, { at: '', before: null, now: false }],
    ['an object is no list', { a: {} }, { a: [] }, { at: '/a', before: {}, now: [] }],
    ['a pointer escapes', { 'a/b': { '~c': 1 } }, { 'a/b': { '~c': 2 } }, { at: '/a~1b/~0c', before: 1, now: 2 }],
  ])('%s', (_, before, now, ...expected) => {
    expect(both(before, now)).toEqual(expected);
  });

  test('items stand for one another', () => {
    expect(both({ a: [{ b: 1 }, { c: 1 }] }, { a: [{ c: 1 }, { b: 1 }] })).toHaveLength(4);
  });
});

describe('whatever it is given', () => {
  const marked = fc.array(fc.jsonValue({ maxDepth: 4 }), { minLength: 1, maxLength: 4 }).map((all) => inferred(...all));
  const names = fc.uniqueArray(fc.constantFrom('date', 'etag', 'x-a', 'x-b'));
  const headers = fc.record({ always: names, sometimes: names }, { requiredKeys: [] });
  const value = fc.oneof(fc.jsonValue({ maxDepth: 4 }), marked, headers);
  const observation = fc.oneof(value, fc.dictionary(fc.string(), value), fc.array(value));

  function shuffled(given: unknown): unknown {
    if (Array.isArray(given)) {
      const scalars = given.every((item) => typeof item !== 'object' || item === null);
      const items = given.map(shuffled);
      return scalars ? [...items.slice(1), ...items.slice(0, 1)].reverse() : items;
    }
    if (typeof given !== 'object' || given === null) return given;
    const turned = Object.entries(given).reverse();
    return Object.fromEntries(turned.map(([name, item]) => [name, shuffled(item)]));
  }

  test('the same is the same, and so is a shuffled copy', () => {
    fc.assert(
      fc.property(observation, (one) => {
        expect(differences(one, structuredClone(one))).toEqual([]);
        expect(differences(one, shuffled(one))).toEqual([]);
        expect(canonical(shuffled(one))).toBe(canonical(one));
      }),
      { seed: 20, numRuns: 500 },
    );
  });

  test('schemas that are none, and depths that no stack holds, throw nothing', () => {
    const { $schema } = inferred({});
    const alternatives = [{ anyOf: [null] }, { anyOf: [{ type: [{}] }] }];
    const odd = [{ type: 7 }, { properties: [] }, { required: 'a' }, { items: 3 }, ...alternatives];
    for (const one of odd)
      for (const other of odd) expect(differences({ $schema, ...one }, { $schema, ...other })).toBeInstanceOf(Array);
    let [deep, other]: [unknown, unknown] = [1, 2];
    for (let level = 0; level < 100_000; level += 1) [deep, other] = [{ a: [deep] }, { a: [other] }];
    expect(differences({ p: deep }, { p: other })).toEqual([]);
    expect(canonical(deep).length).toBeLessThan(1_000);
    expect(differences(JSON.parse('{"p":{"__proto__":{"a":1}}}'), { p: {} })).toHaveLength(1);
  });
});
