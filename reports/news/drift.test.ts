import { expect, test } from 'vitest';
import { differences } from '../../schemas/observation.js';
import { linesOf } from './drift.js';

const names = ['Sandbox', 'this mock'] as const;
const schema = (properties: object) => ({
  schema: {
    ...{ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' },
    ...{ properties, required: Object.keys(properties) },
  },
});
const between = (before: unknown, now: unknown, of?: typeof names) => linesOf(differences(before, now), 3, of);

test('what changed is shown as values: a status, a member that came or went, its type', () => {
  expect(between({ statuses: [201] }, { statuses: [200, 201] })).toEqual(['`/statuses` 201 → 200, 201']);
  expect(between(schema({ tier: {} }), schema({ iban: {} })).sort()).toEqual(['gone `/tier`', 'new `/iban`']);
  const tier = (type: string) => schema({ tier: { type } });
  expect(between(tier('string'), tier('number'))).toEqual(['`/tier` string → number']);
});

test('between two targets both are named, and nothing is said of time', () => {
  expect(between({ statuses: [422] }, { statuses: [400] }, names)).toEqual(['`/statuses`: Sandbox 422, this mock 400']);
  expect(between(schema({ a: {} }), schema({}), names)).toEqual(['only Sandbox has `/a`']);
});

test('as many lines as somebody reads, then how many more there are', () => {
  const many = (value: number) => Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, value]));
  expect(between(many(1), many(2)).at(-1)).toBe('and 2 more differences');
});
