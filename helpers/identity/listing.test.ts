import { describe, expect, test } from 'vitest';
import { inScope } from '../client/context.js';
import { contextFor } from '../runner/context.fixture.js';
import { accountPointer, identityOf, readListing } from './listing.js';
import { listed } from './response.fixture.js';

const accounts = [
  { id: 'acc_1', currency: 'EUR', bank_code: 'B1', iban: 'DE01' },
  { id: 'acc_2', currency: 'USD', bank_code: 'B1', iban: 'DE02' },
];
const bare = ({ id: _, ...rest }: (typeof accounts)[number]) => rest;

describe('accounts are found in any shape', () => {
  test.each<[name: string, body: unknown]>([
    ['an array', accounts],
    ['an envelope', { status: 'ok', data: accounts, meta: { total: 2 } }],
    ['a deep envelope', { data: { accounts, currencies: [{ code: 'EUR' }] } }],
    [
      'JSON:API',
      { data: accounts.map(({ id, ...attributes }) => ({ type: 'account', id, attributes })), links: { self: '/' } },
    ],
    ['HAL', { _links: { self: { href: '/' } }, _embedded: { accounts } }],
    [
      'edges',
      { accounts: { edges: accounts.map((node) => ({ cursor: 'c', node })), pageInfo: { hasNextPage: false } } },
    ],
    ['a map by id', { data: Object.fromEntries(accounts.map((one) => [`acc-000${one.id.slice(-1)}`, bare(one)])) }],
    ['grouped by currency', { data: { EUR: [accounts[0]], USD: [accounts[1]] } }],
    ['ids alone', { accounts: ['acc_1', 'acc_2'] }],
    [
      'with nested balances',
      { items: accounts.map((one) => ({ ...one, balances: [{ currency: 'EUR', amount: 1 }] })) },
    ],
  ])('%s', (_, body) => {
    const listing = readListing(listed(body));
    expect(listing?.items).toHaveLength(2);
    const pointer = accountPointer(listing ? [listing] : []);
    expect(pointer).toBeDefined();
    expect(new Set(listing?.items.map((item) => identityOf(item, pointer ?? ''))).size).toBe(2);
  });

  test.each<[name: string, body: unknown]>([
    ['by itself', { ...accounts[0], owners: [{ id: 'o1' }], tags: ['a'] }],
    ['in an envelope', { status: 'ok', data: accounts[0] }],
    ['under its name', { account: accounts[0] }],
    ['of JSON:API', { jsonapi: { version: '1.1' }, data: { type: 'accounts', id: 'acc_1', attributes: {} } }],
  ])('a single one, %s', (_, body) => {
    const listing = readListing(listed(body));
    expect(listing?.items).toHaveLength(1);
    expect(accountPointer(listing ? [listing] : [])).toMatch(/id$/);
  });

  test.each<[name: string, body: unknown]>([
    ['the id of a response', { id: 'r-1', message: 'no accounts' }],
    ['a customer', { data: { id: 'cus_1', type: 'customers', currency: 'EUR' } }],
    ['accounts that are null', { id: 'r-1', balance: '0.00', accounts: null }],
    ['an error', { error: { id: 'e-1', code: 'forbidden' } }],
  ])('%s is no account', (_, body) => {
    expect(readListing(listed(body))?.items ?? []).toEqual([]);
  });

  test('an empty one is a listing, and an answer without any is none', () => {
    expect(readListing(listed({ data: [] }))?.items).toEqual([]);
    expect(readListing(listed({ status: 'ok' }))).toBeUndefined();
  });
});

test('what anyone shares identifies nothing', () => {
  const [a, b] = [
    readListing(listed([{ currency: 'EUR', bank_code: 'B1', product_id: 'P1' }])),
    readListing(listed([{ currency: 'EUR', bank_code: 'B1', product_id: 'P1' }])),
  ];
  expect(accountPointer([a, b].filter((one) => one !== undefined))).toBeUndefined();
});

test.each<[string, unknown, [string, string][]]>([
  ['a next link', { data: accounts, links: { next: '/v1/accounts?page=2' } }, []],
  ['has_more', { data: accounts, has_more: true }, []],
  ['a total above what is shown', { data: accounts, total: 12 }, []],
  ['two pages', { data: accounts, meta: { page: 1, pages: 2 } }, []],
  ['a Link header', accounts, [['Link', '</v1/accounts?page=2>; rel="next"']]],
  ['a Link header that says more', accounts, [['Link', '</v1/accounts?page=2>; title="a, b"; rel="last next"']]],
])('%s says that there are more pages', async (_, body, headers) => {
  const listing = await inScope('a check', async () => readListing(listed(body, headers)), contextFor([]));
  expect(listing?.paged).toBe(true);
});

test('a whole listing is not paged', () => {
  expect(readListing(listed({ data: accounts, next: null, has_more: false, total: 2 }))?.paged).toBe(false);
  expect(readListing(listed({ data: accounts, meta: { page: 1, pages: 1 } }))?.paged).toBe(false);
});
