import { expect, test } from 'vitest';
import { settledBy } from '../../schemas/validate.js';
import { inferContract } from './infer-contract.js';

const accounts = [1, 2, 3].map((id) => ({ id: `a${id}`, iban: 'DE1', owner: { name: 'Ann' }, closed_at: null }));
const uuid = (end: number) => `5bde39ba-51cb-4b3e-90df-0d3b3a4a53a${end}`;
const address = { address: { country: 'US' }, country: 'usa' };
const forms = { '/address/country': { pattern: '^[A-Z]{2}$' } };

/** Bodies of one kind, later ones that agree, and later ones that do not. */
test.each([
  ['a member more', [{ id: 'a' }], [{ id: 'b', more: 1 }], [{}, { id: 1 }, { id: null }, [], null]],
  ['a number is never whole', [{ n: 1 }], [{ n: 1.5 }], [{ n: '1' }]],
  ['null alone says nothing', [{ id: 1, at: null }], [{ id: 1 }, { id: 1, at: 'now' }, { id: 1, at: {} }], []],
  ['null beside a value', [{ at: null }, { at: 'x' }], [{}, { at: null }, { at: 'y' }], [{ at: 1 }]],
  ['with and without', [{ id: 1 }, { id: 2, at: 'x' }], [{ id: 3, at: null }], [{ id: 3, at: [] }]],
  ['items never seen', [{ data: [] }], [{ data: [] }, { data: accounts }], [{}, { data: {} }]],
  [
    'three items',
    [{ data: accounts }],
    [{ data: [] }],
    [{ data: [{ id: 'a', iban: null }] }, { data: [{ iban: 'x' }] }],
  ],
  [
    'a member below items',
    [accounts],
    [[{ ...accounts[0], owner: { name: 'Bo' } }]],
    [[{ ...accounts[0], owner: {} }]],
  ],
  ['two items', [accounts.slice(1)], [[{ id: null }], [{ iban: 'x', owner: null }]], [[{ id: 4 }], ['a']]],
  ['one item, listed three times', [1, 2, 3].map(() => accounts.slice(2)), [[{}]], [[{ id: 4 }]]],
  [
    'one item in five bodies, each time with another balance',
    [1, 2, 3, 4, 5].map((balance) => [{ id: 'a', nick: 'n', balance }]),
    [[{ id: 'b' }, { id: 'c', nick: null }]],
    [[{ id: 4 }]],
  ],
  ['items of a map in five bodies', [1, 2, 3, 4, 5].map((n) => ({ acc_4711: { n } })), [{ acc_4712: {} }], []],
  ['three items in one body of two', [{ data: accounts }, { data: [] }], [], [{ data: [{ id: 'a' }] }]],
  ['plain items', [['a', 'b', 'c']], [[], ['d']], [['d', 1]]],
  [
    'pages',
    [{ data: [], next: 'x', meta: { cursor: 7 } }],
    [
      { data: [], meta: {} },
      { data: [], next: null, meta: {} },
    ],
    [],
  ],
  [
    'links',
    [{ _links: { self: { href: '/a' } } }],
    [{}, { _links: { next: null } }, { _links: {} }],
    [{ _links: 'x' }],
  ],
  [
    'a map',
    [{ of: { acc_4711: { n: 1 } } }],
    [{ of: { acc_4712: { n: 2 }, more: 1 } }, { of: {} }],
    [{ of: { acc_4712: 3 } }],
  ],
  ['uuids', [{ id: uuid(1) }], [{ id: uuid(2) }], [{ id: 'a' }]],
  ['addresses', [{ at: 'https://a.example/b' }], [{ at: 'https://c.example' }], [{ at: 'b' }]],
  ['urns', [{ at: 'urn:a:b' }], [{ at: 'b' }], []],
  ['moments', [{ at: '2026-01-01T00:00:00Z' }], [{ at: '2025-01-01T10:00:00.5+01:00' }], [{ at: '2026-01-01' }]],
  ['two items with a form', [[{ id: uuid(1) }, { id: uuid(2) }]], [[{ id: 'a' }]], []],
  [
    'a documented member with its form',
    [{ data: address }],
    [{ data: { ...address, country: 'x' } }],
    [{ data: { ...address, address: { country: 'usa' } } }],
  ],
  [
    'a documented member without it',
    [{ address: { country: 'usa' } }],
    [{ address: { country: '?' } }],
    [{ address: { country: 1 } }],
  ],
])('%s', (_, bodies, agreeing, broken) => {
  const valid = settledBy(inferContract(bodies, forms));
  for (const body of [...bodies, ...agreeing]) expect(valid(body), JSON.stringify(body)).toBe(true);
  for (const body of broken) expect(valid(body), JSON.stringify(body)).toBe(false);
});

test('each part says how many examples it rests on, where they are others than of the whole', () => {
  const contract = inferContract([{ data: accounts }, { data: accounts.slice(1), note: 'x', address }], forms);
  expect(contract).toMatchObject({
    $comment: '2 examples',
    properties: {
      data: { items: { $comment: '3 examples', required: ['iban', 'id', 'owner'] } },
      note: { $comment: '1 example', type: ['string', 'null'] },
      address: { properties: { address: { properties: { country: { $comment: 'the documented form' } } } } },
    },
  });
  expect((contract as never as { properties: { data: object } }).properties.data).not.toHaveProperty('$comment');
});

test.each([[[]], [[null]], [[undefined, null]]])('nothing is said by %j', (bodies) => {
  expect(inferContract(bodies)).toEqual({});
});

test('of something made to be large ends', () => {
  let deep: unknown = 1;
  for (let depth = 0; depth < 5000; depth += 1) deep = { deep };
  const names = Array.from({ length: 50_000 }, (_, at) => [`member${'x'.repeat(at % 90)}`, at]);
  const contract = inferContract([deep, Object.fromEntries(names), { ['x'.repeat(5000)]: 1 }]);
  expect(JSON.stringify(contract).length).toBeLessThan(2e6);
});
