import { describe, expect, test } from 'vitest';
import { inCheck } from '../runner/context.fixture.js';
import { accountPointer, type Item, readListing } from './listing.js';
import { listed, listingOf } from './response.fixture.js';

const accounts = [
  { id: 'acc_1', currency: 'EUR', bank_code: 'B1', iban: 'DE01' },
  { id: 'acc_2', currency: 'USD', bank_code: 'B1', iban: 'DE02' },
];

const idOf = ({ leaves }: Item) => leaves.get('/id') ?? leaves.get('{}') ?? JSON.stringify([...leaves]);
const idsIn = (body: unknown) => readListing(listed(body))?.items.map(idOf);

describe('accounts are found in any shape', () => {
  const [self, balances] = [{ self: '/' }, [{ currency: 'EUR', amount: 1 }]];
  const attributes = accounts.map(({ id, ...attributes }) => ({ type: 'account', id, attributes }));
  const edges = accounts.map((node) => ({ cursor: 'c', node }));
  test.each([
    ['an array', '/id', accounts],
    ['a deep envelope', '/id', { data: { accounts, currencies: [{ code: 'EUR' }] } }],
    ['JSON:API', '/id', { data: attributes, links: self }],
    ['HAL', '/id', { _links: { self }, _embedded: { accounts } }],
    ['edges', '/id', { accounts: { edges, pageInfo: { hasNextPage: false } } }],
    ['grouped by currency', '/id', { data: { EUR: [accounts[0]], USD: [accounts[1]] } }],
    ['ids alone', '', { accounts: ['acc_1', 'acc_2'] }],
    ['with nested balances', '/id', { items: accounts.map((one) => ({ ...one, balances })) }],
  ])('%s', (_, pointer, body) => {
    const listing = listingOf(body);
    expect(accountPointer([listing])).toBe(pointer);
    expect(new Set(listing.items.map((item) => item.leaves.get(pointer))).size).toBe(2);
  });

  test.each([
    ['by itself', { ...accounts[0], owners: [{ id: 'o1' }], tags: ['a'] }],
    ['under its name', { account: accounts[0] }],
    ['by its bank number', { iban: 'DE01', currency: 'EUR' }],
    ['of JSON:API', { jsonapi: { version: '1.1' }, data: { type: 'accounts', id: 'acc_1', attributes: {} } }],
  ])('a single one, %s', (_, body) => {
    const listing = listingOf(body);
    expect(listing.items).toHaveLength(1);
    expect(accountPointer([listing])).toMatch(/id$|iban$/);
  });

  test.each([
    ['the id of a response', { id: 'r-1', message: 'no accounts' }],
    ['a customer', { data: { id: 'cus_1', type: 'customers', currency: 'EUR' } }],
    ['accounts that are null', { id: 'r-1', balance: '0.00', accounts: null }],
  ])('%s is no account', (_, body) => {
    expect(listingOf(body).items).toEqual([]);
  });
});

describe('the collection with the accounts is taken', () => {
  const [one, two, three] = [{ id: 'a1' }, { id: 'a2' }, { id: 'a3' }];
  const byCurrency = { EUR: { amount: 1, no: 'x' }, USD: { no: 'y', amount: 2 } };
  test.each([
    ['empty', [], { data: [] }],
    ['by its name, though empty', [], { accounts: [], cards: [one, two] }],
    ['by its name, for one of several words', ['a1'], { bankAccounts: [one], cards: [two] }],
    ['by its name, where that is another word for accounts', ['a1'], { wallet: [one], cards: [two] }],
    ['in a container, though without an identity', ['[["/name","a"]]'], { items: [{ name: 'a' }], cards: [two] }],
    ['by the identities of all its items', ['a2'], { tags: [one, { label: 'x' }], cards: [two] }],
    ['not a name for other things', ['a1'], { data: [one], customers: [two], bank_fees: [three] }],
    ['not an array with something that is no account', ['a1'], { data: [true, null], cards: [one] }],
    ['an array rather than a map', ['a1'], { cards: [one], boxes: { 'box-0001': two } }],
    ['the first of those that fit as well', ['a1'], { left: { cards: [one] }, right: { cards: [two] } }],
    ['siblings that fit as well together', ['a1', 'a2'], { cards: [one], boxes: [two] }],
    ['groups with a name', ['a1', 'a2'], { groups: [{ accounts: [one] }, { accounts: [two] }], data: [three] }],
    ['no groups where one has none', ['g1', 'g2'], [{ id: 'g1', accounts: [one] }, { id: 'g2' }]],
    ['a map by identity', ['acc-0001', 'acc-0002'], { data: { 'acc-0001': { name: 'a' }, 'acc-0002': { name: 'b' } } }],
    ['a map by currency of records of one kind', ['EUR', 'USD'], { data: byCurrency }],
    ['in a container, beside a balance and an identity', ['a1'], { id: 'x1', balance: 1, data: [one] }],
    ['by bank numbers', ['[["/iban","DE01"]]'], { tags: [{ label: 'x' }], cards: [{ iban: 'DE01' }] }],
    ['an account within its entry', ['a1'], { items: [{ role: 'owner', account: one }] }],
    ['a resource within its entry', ['a1'], { items: [{ role: 'owner', resource: one }] }],
    ['by itself, beside something with identities', ['x1'], { id: 'x1', balance: 1, cards: [two] }],
    ['by itself, with a type that says so', ['x1'], { id: 'x1', type: 'Wallet' }],
    ['by itself, with an identity that says so', ['acc_1'], { id: 'acc_1' }],
  ])('%s', (_, ids, body) => {
    expect(idsIn(body)).toEqual(ids);
  });

  test.each([
    ['a map of records of several kinds', { data: { left: { amount: 1 }, right: { name: 'y' } } }],
    ['a map in which one name alone is data', { data: { 'acc-0001': { name: 'a' }, other: { tag: 'b' } } }],
    ['other things than accounts', { customers: [one], bank_fees: [two] }],
    ['an account’s reference', { balance: 1, ref: 'r1' }],
    ['a status', { status: 'ok' }],
    ['nothing', undefined],
  ])('%s is no listing', (_, body) => {
    expect(idsIn(body)).toBeUndefined();
  });
});

const many = (length: number) => Array.from({ length }, (_, at) => `a${at}`);
test.each([
  ['2,000', many(2000), false],
  ['2,001 in two groups', [{ accounts: many(2000) }, { accounts: many(1) }], true],
])('a listing of more accounts than the suite reads: %s', (_, body, isPaged) => {
  const { items, paged } = listingOf(body);
  expect([items.length, paged]).toEqual([2000, isPaged]);
});

test('an account shows its scalars, and what may identify it, best first', () => {
  const account = { iban: 'DE01', id: 'a1', note: null, uid: '2026-01-02', href: '/accounts/a1?sig=x' };
  const [item] = listingOf({ accounts: [account] }).items;
  const shown = { '/iban': 'DE01', '/id': 'a1', '/uid': '2026-01-02', '/href': '/accounts/a1', '/href?sig': 'x' };
  expect(Object.fromEntries(item?.leaves ?? [])).toEqual(shown);
  expect(item?.ranks.map(({ pointer }) => pointer)).toEqual(['/id', '/iban', '/href']);
});

test('an account of a map is known by its name there, before a number of its own', () => {
  const ranksIn = (body: unknown) => listingOf(body).items[0]?.ranks.map(({ pointer, rank }) => `${pointer} ${rank}`);
  expect(ranksIn({ data: { 'acc-0001': { iban: 'DE01', currency: 'EUR' } } })).toEqual(['{} 6', '/iban 4']);
  expect(ranksIn({ EUR: { iban: 'DE01' }, USD: { iban: 'DE02' } })).toEqual(['/iban 4', '{} 1']);
});

test('what anyone shares identifies nothing', () => {
  const shared = () => listingOf([{ currency: 'EUR', bank_code: 'B1', product_id: 'P1' }]);
  expect(accountPointer([shared(), shared()])).toBeUndefined();
});

const keyed = (rel: string, more = '') => `</v1/accounts?api_key=sk_sandbox_0123456789abcdef${more}>; rel="${rel}"`;
const linked = (link: string): [string, string][] => [['Link', link]];

test.each<[name: string, isPaged: boolean, body: object, headers?: [string, string][]]>([
  ['a next link', true, { data: accounts, links: { next: '/v1/accounts?page=2' } }],
  ['hasMore', true, { data: accounts, page: { hasMore: true } }],
  ['a total above what is shown', true, { data: accounts, total: 12 }],
  ['a cursor', true, { data: accounts, nextCursor: 'c2' }],
  ['two pages', true, { data: accounts, meta: { page: 1, pages: 2 } }],
  ['a Link header', true, accounts, linked('</v1/accounts?page=2>; rel="next"')],
  ['a next link that is not read, since it holds the key', true, accounts, linked(keyed('next', '&page=2'))],
  ['another link that is not read', true, accounts, linked(keyed('self'))],
  ['an empty cursor', false, { data: accounts, next: '' }],
  ['a total of what is shown', false, { data: accounts, next: null, has_more: false, total: 2 }],
  ['one page of one', false, { data: accounts, meta: { page: 1, pages: 1 } }],
  ['another number', false, { data: accounts, limit: 100, discount: 3, counter: 3, totalling: 3 }],
  ['what an account counts', false, { data: accounts.map((one) => ({ ...one, uses: { count: 12 } })) }],
  ['what an account has next', false, accounts.map((one) => ({ ...one, next_payment: 'soon' }))],
  ['a link back', false, accounts, linked('</v1/accounts?page=1>; rel="prev"')],
])('by %s a listing has more pages: %s', async (_, isPaged, body, headers) => {
  expect((await inCheck(() => readListing(listed(body, headers))))?.paged).toBe(isPaged);
});
