import { describe, expect, test } from 'vitest';
import { inScope } from '../../helpers/client/context.js';
import { Inconclusive } from '../../helpers/client/verdicts.js';
import { created, listed } from '../../helpers/identity/response.fixture.js';
import { contextFor } from '../../helpers/runner/context.fixture.js';
import { givesNothing, notEmpty, pointerOf, read } from './listing.js';

const inRun = <T>(work: () => T, configuration = {}): Promise<T> =>
  inScope('a check', async () => work(), contextFor([], configuration));
const account = (number: number, change: object = {}) => ({
  id: `acc_100${number}`,
  iban: `DE8937040044053201300${number}`,
  currency: 'EUR',
  balance: number * 100,
  ...change,
});
const reading = (...accounts: readonly unknown[]) => read(listed({ data: accounts }));

describe('a response to another tenant’s id gives nothing', () => {
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
      listed(Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`m${at}`, at]))),
      false,
    ],
  ])('%s', (_, response, expected) => {
    expect(givesNothing(response)).toBe(expected);
  });
});

describe('a listing is read', () => {
  test.each<[name: string, body: unknown, accounts: number]>([
    ['a bare array', [account(1), account(2)], 2],
    ['an envelope', { status: 'ok', data: [account(1)] }, 1],
    ['an empty envelope', { data: [] }, 0],
  ])('%s', (_, body, accounts) => {
    expect(read(listed(body)).items).toHaveLength(accounts);
  });

  test('204 is an empty listing', () => expect(read(created({ status: 204 })).items).toEqual([]));

  test.each([301, 404, 500])('%i is none', (status) => {
    expect(() => read(created({ status }))).toThrow(Inconclusive);
  });

  test('401 is none, and names the variable of the key', async () => {
    await expect(inRun(() => read(created({ status: 401 })))).rejects.toThrow('CONFORMANCE_API_KEY');
  });

  test('a body without a collection is none', () => expect(() => read(listed({ status: 'ok' }))).toThrow(Inconclusive));

  test('an empty one proves no isolation', () => {
    expect(() => notEmpty(reading(), 'The second tenant’s')).toThrow(Inconclusive);
    expect(() => notEmpty(reading(account(1)), 'The second tenant’s')).not.toThrow();
  });
});

describe('the member that identifies an account', () => {
  test('is found, or configured', async () => {
    const listing = reading(account(1), account(2));
    expect(await inRun(() => pointerOf([listing]))).toBe('/iban');
    expect(await inRun(() => pointerOf([reading({ id: 'acc_7' }, { id: 'acc_8' })]))).toBe('/id');
    expect(await inRun(() => pointerOf([listing]), { accountIdPointer: '/id' })).toBe('/id');
  });

  test('is asked for where none does, or the configured one is not in every account', async () => {
    const bare = reading({ currency: 'EUR' }, { currency: 'EUR' });
    await expect(inRun(() => pointerOf([bare]))).rejects.toThrow('CONFORMANCE_ACCOUNT_ID_POINTER');
    const lacking = inRun(() => pointerOf([reading(account(1))]), { accountIdPointer: '/number' });
    await expect(lacking).rejects.toThrow('CONFORMANCE_ACCOUNT_ID_POINTER');
  });
});
