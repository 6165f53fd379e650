import { expect, test } from 'vitest';
import { differences } from '../../schemas/observation.js';
import { driftSentences } from './drift.js';

const names = ['Sandbox', 'this mock'] as const;
const schema = (properties: object) => ({
  schema: {
    ...{ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' },
    ...{ properties, required: Object.keys(properties) },
  },
});
const between = (before: unknown, now: unknown, of?: typeof names) => driftSentences(differences(before, now), 3, of);

test('a status, a member that came or went, its type, and a header, each in a sentence', () => {
  expect(between({ statuses: [201] }, { statuses: [200, 201] })).toEqual(['Statuses: now 200 and 201, before 201.']);
  const [gone, came] = ['The member `tier` is gone.', 'The member `iban` is new.'];
  expect(between(schema({ tier: {} }), schema({ iban: {} }))).toEqual(expect.arrayContaining([gone, came]));
  const tier = (type: string) => schema({ tier: { type } });
  expect(between(tier('string'), tier('number'))).toEqual(['The member `tier`: now number, before string.']);
  const creations = (...always: string[]) => ({ creations: { always, sometimes: [] } });
  expect(between(creations('deprecation'), creations())).toEqual(['Creations no longer have `deprecation`.']);
  expect(between({ became: 'rejected' }, { became: 'accepted' })).toEqual(['Now accepted, before rejected.']);
});

test('what differs alike in several places is said once', () => {
  const parameters = (shown: object) => ({
    'query parameters': Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, { became: 'x', ...shown }])),
  });
  expect(between(parameters({ changes: 'nothing' }), parameters({}))).toEqual([
    'Query parameters, a, b, c and 2 more, changes: now not shown, before nothing.',
  ]);
});

test('between two targets both are named, and nothing is said of time', () => {
  expect(between({ statuses: [422] }, { statuses: [400] }, names)).toEqual(['Statuses: Sandbox 422, this mock 400.']);
  expect(between(schema({ a: {} }), schema({}), names)).toEqual(['Only Sandbox has the member `a`.']);
});

test('as many sentences as somebody reads, then how many more there are', () => {
  const many = (value: number) => Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name, at) => [name, value + at]));
  expect(between(many(1), many(2)).at(-1)).toBe('And 2 more differences.');
});
