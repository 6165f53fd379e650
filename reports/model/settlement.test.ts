import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { settlingSchema } from './settlement.js';

const accepts = (observation: unknown) => new Ajv2020({ strict: false }).compile(settlingSchema(observation));
const inferred = (schema: object) => ({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema });
const object = (properties: Record<string, object>, ...required: string[]) => {
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
};
const either = { type: ['null', 'string'] };
const [string, integer, number] = [{ type: 'string' }, { type: 'integer' }, { type: 'number' }];

test.each([
  ['one status', { statuses: [201] }, [], [{ statuses: [200] }, { statuses: [201, 202] }, { statuses: [] }]],
  [
    'a set, in any order',
    { accepted: ['business', 'individual'], rejected: [] },
    [{ rejected: [], accepted: ['individual', 'business'] }],
    [
      { accepted: ['individual'], rejected: ['business'] },
      { accepted: ['business', 'individual', 'x'], rejected: [] },
      { accepted: ['business', 'business'], rejected: [] },
    ],
  ],
  ['words and switches', { link: 'never', many: false }, [], [{ link: 'always', many: false }, { link: 'never' }]],
  ['a member more', { link: 'never' }, [], [{ link: 'never', other: 1 }]],
  ['a list of objects', [{ a: 1 }, { b: [2] }], [], [[{ b: [2] }, { a: 1 }], [{ a: 1 }], [{ a: 1 }, { b: [3] }]]],
  ['nothing in it', {}, [], [{ a: 1 }, []]],
  [
    'names that may count as sometimes, or stay away if they came and went',
    { headers: { always: ['etag'], sometimes: ['via'] } },
    [
      { headers: { always: [], sometimes: ['etag', 'via'] } },
      { headers: { always: ['etag', 'via'], sometimes: ['age'] } },
      { headers: { always: ['etag'], sometimes: [] } },
    ],
    [{ headers: { always: ['via'], sometimes: [] } }, { headers: { always: ['etag', 'age'], sometimes: [] } }, {}],
  ],
  ['no names', { headers: { always: [], sometimes: [] } }, [], [{ headers: { always: ['age'], sometimes: [] } }]],
  ['no value', null, [], [{}, 0, 'null']],
])('%s', (_, observed, same, changed) => {
  const valid = accepts(observed);
  for (const one of [observed, ...same]) expect(valid(one), JSON.stringify(one)).toBe(true);
  for (const one of changed) expect(valid(one), JSON.stringify(one)).toBe(false);
});

test.each([
  [
    'members that were always there stay, and others may come',
    object({ id: string, note: string }, 'id'),
    [object({ id: string }, 'id'), object({ id: string, note: string, more: integer }, 'id', 'more', 'note')],
    [object({ note: string }, 'note'), object({ id: string, note: string }), object({ id: integer }, 'id'), string],
  ],
  ['a member keeps its type', object({ a: string }), [object({ a: string }, 'a')], [object({ a: integer })]],
  ['a number may be whole', object({ n: number }, 'n'), [object({ n: integer }, 'n')], [object({ n: string }, 'n')]],
  ['a whole number stays whole', integer, [], [number, string]],
  ['of several types any may be met', either, [string, { type: 'null' }], [integer, { type: ['integer', 'string'] }]],
  [
    'an empty list says nothing of its items',
    { type: 'array', items: object({ id: string }, 'id') },
    [{ type: 'array' }],
    [string, object({})].map((items) => ({ type: 'array', items })),
  ],
  [
    'null or an object',
    { anyOf: [{ type: 'null' }, object({ id: string }, 'id')] },
    [{ type: 'null' }, object({ id: string }, 'id')],
    [string, { anyOf: [{ type: 'null' }, string] }],
  ],
])('of an inferred schema: %s', (_, observed, same, changed) => {
  const valid = accepts({ schema: inferred(observed) });
  for (const one of [observed, ...same]) expect(valid({ schema: inferred(one) }), JSON.stringify(one)).toBe(true);
  for (const one of changed) expect(valid({ schema: inferred(one as object) }), JSON.stringify(one)).toBe(false);
  expect(valid({ schema: 'no JSON body' })).toBe(false);
});
