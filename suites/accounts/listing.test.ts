import { expect, test } from 'vitest';
import { inScope } from '../../helpers/client/context.js';
import { Failed, Inconclusive } from '../../helpers/client/verdicts.js';
import { created, listed } from '../../helpers/identity/response.fixture.js';
import { contextFor } from '../../helpers/runner/context.fixture.js';
import { changesOf, expectUnchanged, givesNothing, notEmpty, pointerOf, read } from './listing.js';

const inRun = <T>(work: () => T, configuration = {}): Promise<T> =>
  inScope('a check', async () => work(), contextFor([], configuration));
const account = (number: number) => ({
  id: `acc_100${number}`,
  iban: `DE8937040044053201300${number}`,
  balance: number * 100,
});
const reading = (...accounts: readonly unknown[]) => read(listed({ data: accounts }));

const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`m${at}`, at]));

test.each<[name: string, response: Parameters<typeof givesNothing>[0], expected: boolean]>([
  ['404', created({ status: 404 }), true],
  ['403', created({ status: 403 }), true],
  ['401', created({ status: 401 }), true],
  ['500', created({ status: 500 }), false],
  ['302', created({ status: 302 }), false],
  ['200 with an empty list', listed({ data: [] }), true],
  ['200 with null in place of the accounts', listed({ data: null }), true],
  ['200 with an error', listed({ error: { code: 'forbidden' } }), true],
  ['200 with accounts', listed({ data: [account(1), account(2)] }), false],
  ['204', created({ status: 204 }), true],
  ['200 with many members and no list', listed(many), false],
])('%s gives nothing of another tenant', (_, response, expected) => {
  expect(givesNothing(response)).toBe(expected);
});

test.each<[name: string, response: Parameters<typeof read>[0], accounts: number]>([
  ['a bare array', listed([account(1), account(2)]), 2],
  ['an envelope', listed({ status: 'ok', data: [account(1)] }), 1],
  ['an empty envelope', listed({ data: [] }), 0],
  ['204', created({ status: 204 }), 0],
])('%s is read as a listing', (_, response, accounts) => {
  expect(read(response).items).toHaveLength(accounts);
});

test.each([created({ status: 301 }), created({ status: 404 }), created({ status: 500 }), listed({ status: 'ok' })])(
  'what is no success, or shows no collection, is none',
  (response) => {
    expect(() => read(response)).toThrow(Inconclusive);
  },
);

test('401 is none, and names the variable of the key', async () => {
  await expect(inRun(() => read(created({ status: 401 })))).rejects.toThrow('CONFORMANCE_API_KEY');
});

test('an empty listing proves no isolation', () => {
  expect(() => notEmpty(reading(), 'The second tenant’s')).toThrow(Inconclusive);
  expect(() => notEmpty(reading(account(1)), 'The second tenant’s')).not.toThrow();
});

test('the member that identifies an account is found, or configured', async () => {
  const listing = reading(account(1), account(2));
  expect(await inRun(() => pointerOf([listing]))).toBe('/iban');
  expect(await inRun(() => pointerOf([reading({ id: 'acc_7' }, { id: 'acc_8' })]))).toBe('/id');
  expect(await inRun(() => pointerOf([listing]), { accountIdPointer: '/id' })).toBe('/id');
});

test.each([
  ['none does', reading({ currency: 'EUR' }, { currency: 'EUR' }), {}],
  ['the configured one is not in every account', reading(account(1)), { accountIdPointer: '/number' }],
])('it is asked for where %s', async (_, listing, configuration) => {
  await expect(inRun(() => pointerOf([listing]), configuration)).rejects.toThrow('CONFORMANCE_ACCOUNT_ID_POINTER');
});

/** Listings one after the other, with accounts of the numbers in each: `11 | 11 12`. */
const listings = (numbers: string, meta = {}) =>
  numbers.split('|').map((some) => {
    const data = some.split(' ').filter(Boolean);
    return read(listed({ ...meta, data: data.map((number) => ({ id: `acc_10${number}`, currency: 'EUR' })) }));
  });

test.each<[name: string, numbers: string, changes: string, expected: typeof Failed | typeof Inconclusive | undefined]>([
  ['the same accounts each time', '11 12 | 11 12 | 12 11', '', undefined],
  ['one pair the same', '11 | 11 | 11 12', '', undefined],
  ['no accounts', '||', '', undefined],
  ['one account more each time', '11 | 11 12 | 11 12 13', '+1-0 +1-0', Failed],
  ['others each time', '11 12 | 13 14 | 15 16', '+2-2 +2-2', Failed],
  ['changes without a pattern', '11 | 11 12 | 11 12 13 14', '+1-0 +2-0', Inconclusive],
])('%s', async (_, numbers, changes, expected) => {
  const found = await inRun(() => changesOf(listings(numbers)));
  expect(found.map(({ added, removed }) => `+${added}-${removed}`).join(' ')).toBe(changes);
  const ended = inRun(() => expectUnchanged(listings(numbers), 'three times'));
  if (expected) await expect(ended).rejects.toThrow(expected);
  else await ended;
});

test('pages decide nothing', async () => {
  const pages = listings('11 12 | 13 14 | 15 16', { has_more: true });
  expect(pages.map(({ paged }) => paged)).toEqual([true, true, true]);
  await expect(inRun(() => expectUnchanged(pages, 'three times'))).rejects.toThrow(Inconclusive);
});
