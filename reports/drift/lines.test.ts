import { expect, test } from 'vitest';
import { lineOf, linesOf } from './lines.js';

test.each<[line: string, at: string, sides: { before?: unknown; now?: unknown }]>([
  ['statuses: 201; now 200 or 201', '/statuses', { before: [201], now: [200, 201] }],
  ['statuses: none; now 400, 409 or 422', '/statuses', { before: [], now: [400, 409, 422] }],
  ['no key, body: the same; now not there', '/no key/body', { before: 'the same' }],
  ['stackTraces: not there; now true', '/stackTraces', { now: true }],
  ['a/b, ~c: 1; now null', '/a~1b/~0c', { before: 1, now: null }],
  [
    'kept: {"atMostSeconds":60}; now {"atLeastSeconds":61}',
    '/kept',
    { before: { atMostSeconds: 60 }, now: { atLeastSeconds: 61 } },
  ],
  ['null; now false', '', { before: null, now: false }],
  ['header `x-request-id` is new', '/headers/always/3', { now: 'x-request-id' }],
  ['a repeat: header `etag` is gone', '/a repeat/headers/always/0', { before: 'etag' }],
  ['always: x; now y', '/always', { before: ['x'], now: ['y'] }],
  ['member `nickname` is gone', '/schema/properties/nickname', { before: { type: 'string' } }],
  ['400: member `error.code` is new', '/400/properties/error/properties/code', { now: { type: 'string' } }],
  [
    'member `data[].id`: string; now number',
    '/properties/data/items/properties/id/type',
    { before: 'string', now: 'number' },
  ],
  ['member `[]`: object; now array or object', '/items/type', { before: 'object', now: ['array', 'object'] }],
  ['type: object; now array', '/type', { before: 'object', now: 'array' }],
  ['member `a`, additionalProperties: false; now not there', '/properties/a/additionalProperties', { before: false }],
  ['member `properties` is new', '/properties/properties', { now: {} }],
])('%s', (line, at, sides) => {
  expect(lineOf({ at, ...sides })).toBe(line);
});

test('many are counted', () => {
  const found = Array.from({ length: 5 }, (_, at) => ({ at: `/${at}`, before: 1, now: 2 }));
  expect(linesOf(found, 3)).toEqual(['0: 1; now 2', '1: 1; now 2', '2: 1; now 2', 'and 2 more differences']);
  expect(linesOf(found, 4).at(-1)).toBe('and 1 more difference');
  expect(linesOf(found, 5)).toHaveLength(5);
});

test('no line is long, whatever the file holds', () => {
  const long = 'x'.repeat(1_000_000);
  let deep: unknown = 1;
  for (let level = 0; level < 200; level += 1) deep = [deep];
  for (const at of ['', '/', long, `/${long}`, `/properties/${long}`, '/items'.repeat(100_000), `/${long}/always/0`])
    for (const sides of [{ before: long, now: [long] }, { now: { [long]: 1 } }, { before: deep }, {}])
      expect(lineOf({ at, ...sides }).length).toBeLessThan(1_000);
});
