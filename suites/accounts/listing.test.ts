import { expect, test } from 'vitest';
import { Failed, Inconclusive } from '../../helpers/client/verdicts.js';
import { created, listed } from '../../helpers/identity/response.fixture.js';
import { inCheck } from '../../helpers/runner/context.fixture.js';
import { changesOf, expectUnchanged, givesNothing, notEmpty, pointerOf, read } from './listing.js';

const account = (number: number) => ({
  id: `acc_100${number}`,
  iban: `DE8937040044053201300${number}`,
  balance: number * 100,
});
const reading = (...accounts: readonly unknown[]) => read(listed({ data: accounts }));

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
  [
    '200 with many members and no list',
    listed(Object.fromEntries(Array.from('abcdefghijklmnop', (name) => [name, 1]))),
    false,
  ],
])('%s gives nothing of another tenant', (_, response, expected) => {
  expect(givesNothing(response)).toBe(expected);
});

test.each<[name: string, response: Parameters<typeof read>[0], accounts?: number]>([
  ['a bare array', listed([account(1), account(2)]), 2],
  ['an envelope', listed({ status: 'ok', data: [account(1)] }), 1],
  ['an empty envelope', listed({ data: [] }), 0],
  ['204', created({ status: 204 }), 0],
  ['no collection', listed({ status: 'ok' })],
  ...[301, 404, 500].map((status): [string, ReturnType<typeof created>] => [`${status}`, created({ status })]),
])('%s is read as a listing of so many accounts, or is none', (_, response, accounts) => {
  if (accounts === undefined) expect(() => read(response)).toThrow(Inconclusive);
  else expect(read(response).items).toHaveLength(accounts);
});

test('401 is none, and names the variable of the key', async () => {
  await expect(inCheck(() => read(created({ status: 401 })))).rejects.toThrow('CONFORMANCE_API_KEY');
});

test('an empty listing proves no isolation', () => {
  expect(() => notEmpty(reading(account(1)), reading())).toThrow(Inconclusive);
  expect(() => notEmpty(reading(account(1)))).not.toThrow();
});

test.each<[name: string, listing: ReturnType<typeof reading>, configuration: object, pointer?: string]>([
  ['found', reading(account(1), account(2)), {}, '/iban'],
  ['found by its name', reading({ id: 'acc_7' }, { id: 'acc_8' }), {}, '/id'],
  ['configured', reading(account(1), account(2)), { accountIdPointer: '/id' }, '/id'],
  ['asked for where there is none', reading({ currency: 'EUR' }, { currency: 'EUR' }), {}],
  ['asked for where not every account has the configured one', reading(account(1)), { accountIdPointer: '/number' }],
])('the member that identifies an account is %s', async (_, listing, configuration, pointer) => {
  const found = inCheck(() => pointerOf([listing]), configuration);
  if (pointer === undefined) await expect(found).rejects.toThrow('CONFORMANCE_ACCOUNT_ID_POINTER');
  else expect(await found).toBe(pointer);
});

test.each<
  [name: string, numbers: string, changes: string, expected?: typeof Failed | typeof Inconclusive, meta?: object]
>([
  ['the same accounts each time', '11 12 | 11 12 | 12 11', ''],
  ['one pair the same', '11 | 11 | 11 12', ''],
  ['no accounts', '||', ''],
  ['one account more each time', '11 | 11 12 | 11 12 13', '+1-0 +1-0', Failed],
  ['others each time', '11 12 | 13 14 | 15 16', '+2-2 +2-2', Failed],
  ['changes without a pattern', '11 | 11 12 | 11 12 13 14', '+1-0 +2-0', Inconclusive],
  ['pages, which decide nothing', '11 12 | 13 14 | 15 16', '+2-2 +2-2', Inconclusive, { has_more: true }],
])('%s', async (_, numbers, changes, expected, meta = {}) => {
  const listings = numbers.split('|').map((some) => {
    const data = some.split(' ').filter(Boolean);
    return read(listed({ ...meta, data: data.map((number) => ({ id: `acc_10${number}`, currency: 'EUR' })) }));
  });
  const found = await inCheck(() => changesOf(listings));
  expect(found.map(({ added, removed }) => `+${added}-${removed}`).join(' ')).toBe(changes);
  const ended = inCheck(() => expectUnchanged(listings, 'three times'));
  if (expected) await expect(ended).rejects.toThrow(expected);
  else await ended;
});
