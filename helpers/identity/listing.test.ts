import { describe, expect, test } from 'vitest';
import { inScope } from '../client/context.js';
import { contextFor } from '../runner/context.fixture.js';
import { accountPointer, readListing } from './listing.js';
import { listed } from './response.fixture.js';

const accounts = [
  { id: 'acc_1', currency: 'EUR', bank_code: 'B1', iban: 'DE01' },
  { id: 'acc_2', currency: 'USD', bank_code: 'B1', iban: 'DE02' },
];
const bare = ({ id: _, ...rest }: (typeof accounts)[number]) => rest;

/** The identities of the accounts that a listing shows, of the place where each has one. */
function idsIn(body: unknown): string[] | undefined {
  return readListing(listed(body))?.items.map(
    ({ leaves }) => leaves.get('/id') ?? leaves.get('') ?? leaves.get('{}') ?? JSON.stringify([...leaves]),
  );
}

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
    expect(new Set(listing?.items.map((item) => item.leaves.get(pointer ?? ''))).size).toBe(2);
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

describe('the collection with the accounts is taken', () => {
  const [one, two, three] = [{ id: 'a1' }, { id: 'a2' }, { id: 'a3' }];
  test.each<[name: string, ids: string[], body: unknown]>([
    ['by its name, though empty', [], { accounts: [], cards: [one, two] }],
    ['by its name, for one of several words', ['a1'], { bankAccounts: [one], cards: [two] }],
    ['by its name, where that is another word for accounts', ['a1'], { wallet: [one], cards: [two] }],
    [
      'in a container, though its items show no identity',
      ['[["/name","a"]]'],
      { items: [{ name: 'a' }], cards: [two] },
    ],
    ['by the identities of its items', ['a1'], { tags: [{ label: 'x' }], cards: [one] }],
    ['by the identities of all its items', ['a2'], { tags: [one, { label: 'x' }], cards: [two] }],
    ['not a name for other things', ['a1'], { data: [one], customers: [two], bank_fees: [three] }],
    ['not what an account has', ['a1'], { accounts: [{ ...one, cards: [two] }] }],
    ['not an array with something that is no account', ['a1'], { data: [true, null], cards: [one] }],
    ['an array rather than a map', ['a1'], { cards: [one], boxes: { 'box-0001': two } }],
    ['the first of those that fit as well', ['a1'], { left: { cards: [one] }, right: { cards: [two] } }],
    ['siblings that fit as well together', ['a1', 'a2'], { cards: [one], boxes: [two] }],
    ['groups of accounts', ['a1', 'a2', 'a3'], [{ accounts: [one] }, { accounts: [two, three] }]],
    ['groups with a name', ['a1', 'a2'], { groups: [{ accounts: [one] }, { accounts: [two] }], data: [three] }],
    ['no groups where one has none', ['g1', 'g2'], [{ id: 'g1', accounts: [one] }, { id: 'g2' }]],
    ['a map by identity', ['acc-0001', 'acc-0002'], { data: { 'acc-0001': { name: 'a' }, 'acc-0002': { name: 'b' } } }],
    [
      'a map by currency of records of one kind',
      ['EUR', 'USD'],
      { data: { EUR: { amount: 1, no: 'x' }, USD: { no: 'y', amount: 2 } } },
    ],
    ['in a container, beside a balance and an identity', ['a1'], { id: 'x1', balance: 1, data: [one] }],
    ['by bank numbers', ['[["/iban","DE01"]]'], { tags: [{ label: 'x' }], cards: [{ iban: 'DE01' }] }],
    ['a node', ['a1'], { edges: [{ cursor: 'c', node: one }] }],
    ['an account within its entry', ['a1'], { items: [{ role: 'owner', account: one }] }],
    ['a resource within its entry', ['a1'], { items: [{ role: 'owner', resource: one }] }],
    ['by itself, beside something with identities', ['x1'], { id: 'x1', balance: 1, cards: [two] }],
    ['by itself, with a type that says so', ['x1'], { id: 'x1', type: 'Wallet' }],
    ['by itself, with an identity that says so', ['acc_1'], { id: 'acc_1' }],
  ])('%s', (_, ids, body) => {
    expect(idsIn(body)).toEqual(ids);
  });

  test.each<[name: string, body: unknown]>([
    ['a map of records of several kinds', { data: { left: { amount: 1 }, right: { name: 'y' } } }],
    ['a map of one record', { data: { left: { amount: 1 } } }],
    ['a map in which one name alone is data', { data: { 'acc-0001': { name: 'a' }, other: { tag: 'b' } } }],
    ['other things than accounts', { customers: [one], bank_fees: [two] }],
    ['an account’s reference', { balance: 1, ref: 'r1' }],
    ['an object without members', { data: {} }],
    ['nothing', undefined],
  ])('%s is no listing', (_, body) => {
    expect(idsIn(body)).toBeUndefined();
  });
});

describe('a listing of more accounts than the suite reads', () => {
  const many = (length: number) => Array.from({ length }, (_, at) => `a${at}`);
  test.each<[name: string, body: unknown, items: number, paged: boolean]>([
    ['2,000', many(2000), 2000, false],
    ['2,001', many(2001), 2000, true],
    ['2,001 in two groups', [{ accounts: many(2000) }, { accounts: many(1) }], 2000, true],
  ])('%s', (_, body, items, paged) => {
    const listing = readListing(listed(body));
    expect([listing?.items.length, listing?.paged]).toEqual([items, paged]);
  });
});

test('an account shows its scalars, and what may identify it, best first', () => {
  const [item] =
    readListing(
      listed({
        accounts: [{ iban: 'DE01', id: 'a1', note: null, uid: '2026-01-02', href: '/accounts/a1?sig=x' }],
      }),
    )?.items ?? [];
  expect(Object.fromEntries(item?.leaves ?? [])).toEqual({
    '/iban': 'DE01',
    '/id': 'a1',
    '/uid': '2026-01-02',
    '/href': '/accounts/a1',
    '/href?sig': 'x',
  });
  expect(item?.ranks.map(({ pointer }) => pointer)).toEqual(['/id', '/iban', '/href']);
});

test('an account of a map is known by its name there, before a number of its own', () => {
  const [item] = readListing(listed({ data: { 'acc-0001': { iban: 'DE01', currency: 'EUR' } } }))?.items ?? [];
  expect(item?.ranks).toEqual([
    { pointer: '{}', rank: 6 },
    { pointer: '/iban', rank: 4 },
  ]);
  const [named] = readListing(listed({ EUR: { iban: 'DE01' }, USD: { iban: 'DE02' } }))?.items ?? [];
  expect(named?.ranks).toEqual([
    { pointer: '/iban', rank: 4 },
    { pointer: '{}', rank: 1 },
  ]);
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
  ['a cursor', { data: accounts, nextCursor: 'c2' }, []],
  ['hasMore', { data: accounts, page: { hasMore: true } }, []],
  ['a count above what is shown', { data: accounts, total_count: 3 }, []],
  ['two pages', { data: accounts, meta: { page: 1, pages: 2 } }, []],
  ['a Link header', accounts, [['Link', '</v1/accounts?page=2>; rel="next"']]],
])('%s says that there are more pages', async (_, body, headers) => {
  const listing = await inScope('a check', async () => readListing(listed(body, headers)), contextFor([]));
  expect(listing?.paged).toBe(true);
});

test.each<[string, unknown, [string, string][]]>([
  ['an empty cursor', { data: accounts, next: '' }, []],
  ['`next: false`', { data: accounts, next: false }, []],
  ['another number', { data: accounts, limit: 100, discount: 3, counter: 3, totalling: 3 }, []],
  ['what an account counts', { data: accounts.map((one) => ({ ...one, uses: { count: 12 } })) }, []],
  ['what an account has next', accounts.map((one) => ({ ...one, next_payment: 'soon' })), []],
  ['a link back', accounts, [['Link', '</v1/accounts?page=1>; rel="prev"']]],
])('%s does not say that there are more pages', async (_, body, headers) => {
  const listing = await inScope('a check', async () => readListing(listed(body, headers)), contextFor([]));
  expect(listing?.paged).toBe(false);
});

test.each([
  '</v1/accounts?api_key=sk_sandbox_0123456789abcdef&page=2>; rel="next"',
  '</v1/accounts?api_key=sk_sandbox_0123456789abcdef>; rel="self"',
])('links that are not read may lead to more: %s', async (header) => {
  const read = async () => readListing(listed(accounts, [['Link', header]]));
  expect((await inScope('a check', read, contextFor([])))?.paged).toBe(true);
});

test('a whole listing is not paged', () => {
  expect(readListing(listed({ data: accounts, next: null, has_more: false, total: 2 }))?.paged).toBe(false);
  expect(readListing(listed({ data: accounts, meta: { page: 1, pages: 1 } }))?.paged).toBe(false);
});
