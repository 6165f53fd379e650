import { describe, expect, test } from 'vitest';
import { accountPointer, information, keyOfItem, totalsOf } from './listing.js';
import { listed, listingOf } from './response.fixture.js';

const all: Record<number, readonly string[]> = {
  0: '7 123 EUR active acc_12 acc1 000000123 12.3 **** /v1/accounts/17 2026-01 ab12cd3 abcdefg1h x1234-y 1234-x'
    .concat(' abcdefghij-Klmnop abcdefghiJklmno abcdefghijklmnop ABCDEFGHIJKLMNOP ABCDEFGHIJKLMNOp')
    .split(' '),
  1: ['1234', '00001234', '12345678', '12.34', 'acc_1234', 'ACC 1234', '****1234', '/v1/accounts/1234'],
  2: ['2026-01-02T03:04:05Z', '2026-01-02 03:04:05'],
  3: '123456789 100000000 1234567890.5 acc-1234567890 /v1/accounts/3f2a8b1c/ 2026-01-02T03:04 ab12cd34 abcdef1h2'
    .concat(' abcdefghiJklmnop DE89370400440532013000')
    .split(' '),
};
test.each(Object.keys(all).map(Number))('how much a value identifies: %i', (expected) => {
  for (const value of all[expected] ?? []) expect(information(value), value).toBe(expected);
  expect([information(''), information('on 2026-01-02 03:04:05')]).toEqual([0, 3]);
});

describe('the pointer that identifies accounts', () => {
  const iban = (n: number) => `DE8937040044053201300${n}`;
  const both = (id: unknown, n: number) => ({ id, iban: iban(n) });
  const token = 'acc-1234567890';

  test.each([
    ['a value that is more than a counter', '/iban', [{ id: 1, iban: iban(1) }]],
    ['not a value that every account lacks but one', '/iban', [both(token, 1), { iban: iban(2) }]],
    ['not a value that two accounts of a listing share', '/iban', [both(token, 1), both(token, 2)]],
    ['a value of its own kind without a name', '/label', [{ label: 'ab12cd34' }, { label: 'ab12cd35' }]],
    ['no value that is the same in both', undefined, [{ label: 'ab12cd34' }, { label: 'ab12cd34' }]],
    ['nothing without a name in a single account', undefined, [{ label: 'ab12cd34' }]],
    ['no moment', undefined, [{ created_id: '2026-01-02T03:04:05Z' }]],
    ['a counter of all listings', '/iban', [{ id: 1, iban: 'x1' }], [{ iban: 'x2' }]],
    ['nothing without listings', undefined],
  ])('%s: %s', (_, expected, ...bodies) => {
    expect(accountPointer(bodies.map(listingOf))).toBe(expected);
  });

  test('the configured one counts where every account has it', () => {
    const listing = listingOf([{ id: 'a1', no: '7' }, { id: 'a2' }]);
    expect(accountPointer([listing], '/no')).toBeUndefined();
    expect(accountPointer([listing], '/id')).toBe('/id');
    expect(accountPointer([listingOf([{ id: 'a1', no: '7' }])], '/no')).toBe('/no');
  });
});

test('an account is known by its pointer, or by all that it shows', () => {
  const [first, second] = listingOf([{ id: 'a1', no: 7 }, { id: 'a2' }]).items;
  if (!first || !second) throw new Error('two accounts');
  expect(keyOfItem('/no')(first)).toBe('7');
  expect(keyOfItem('/no')(second)).toBe('[["/id","a2"]]');
  expect(keyOfItem(undefined)(first)).toBe('[["/id","a1"],["/no","7"]]');
});

test.each([
  ['a total as a text', { data: [], meta: { total: '12' } }, {}, { '/meta/total': 12 }],
  ['every name', { totalCount: 1, totals: 2, hits: 3 }, {}, { '/totalCount': 1, '/totals': 2, '/hits': 3 }],
  ['every other name', { found: 4, total_records: 5 }, {}, { '/found': 4, '/total_records': 5 }],
  ['no pages', { total_pages: 2, page_count: 2, pagesTotal: 2 }, {}, {}],
  ['no money', { total_balance: 2, total_amount: 2 }, {}, {}],
  ['no limits', { max_count: 2, count_limit: 2, size_total: 2 }, {}, {}],
  ['no number', { total: 'x12', count: '12x', hits: null, found: 1.5 }, {}, {}],
  ['none of an account', { data: [{ total: 3 }, { history: { total: 4 } }] }, {}, {}],
  ['a header', {}, { 'X-Total-Count': '12' }, { 'header:x-total-count': 12 }],
  ['the end of Content-Range', {}, { 'Content-Range': 'items 0-9/120' }, { 'header:content-range': 120 }],
  ['headers that count something else', {}, { 'X-Cache-Hits': '3', 'X-Total-Time': '12', 'X-Subtotal': '1' }, {}],
])('totals that a listing gives: %s', (_, body, headers, expected) => {
  expect(Object.fromEntries(totalsOf(listed(body, Object.entries(headers))))).toEqual(expected);
});
