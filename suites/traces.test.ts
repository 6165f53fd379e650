import { describe, expect, test } from 'vitest';
import { inScope } from '../helpers/client/context.js';
import { readListing } from '../helpers/identity/listing.js';
import { created, listed } from '../helpers/identity/response.fixture.js';
import { contextFor } from '../helpers/runner/context.fixture.js';
import { areCountedTogether, held, recordsOf, tracesOf, without } from './traces.js';

const inRun = <T>(work: () => T): Promise<T> => inScope('a check', async () => work(), contextFor([]));
const account = (number: number, change: object = {}) => ({
  id: `acc_100${number}`,
  iban: `DE8937040044053201300${number}`,
  balance: number * 100,
  ...change,
});
const listing = (...accounts: readonly object[]) =>
  readListing(listed({ data: accounts })) ?? { items: [], paged: false };
const alone = () => without(tracesOf(listing(account(1), account(2)).items), tracesOf(listing(account(2)).items));

describe('what one tenant alone has is found', () => {
  test.each<[name: string, response: Parameters<typeof held>[0], isFound: boolean]>([
    ['in a listing', listed({ data: [account(1)] }), true],
    ['in a rejection', created({ status: 403, body: { error: `not for ${account(1).iban}` } }), true],
    ['in a header', created({ status: 404, headers: [['X-Last', account(1).id]] }), true],
    ['not in what both have', listed({ data: [account(2)] }), false],
    ['not in what neither has', listed({ data: [account(3)] }), false],
  ])('%s', async (_, response, isFound) => {
    expect(await inRun(() => held(response, alone()).length > 0)).toBe(isFound);
  });
});

describe('an account is known again', () => {
  const same = (a: object, b: object, least?: 2 | 3) =>
    inRun(() => {
      const [one = [], other = []] = [a, b].map((of) => listing(of).items.flatMap((item) => recordsOf(item, least)));
      return one.some((record) => other.includes(record));
    });

  test.each<[name: string, a: object, b: object, least: 2 | 3, isSame: boolean]>([
    ['whole', account(1), account(1), 3, true],
    ['but for its balance', account(1), account(1, { balance: 7 }), 3, true],
    ['not under another number', account(1), account(1, { iban: 'DE02' }), 3, false],
    ['not by a counter and a word', { id: 1, currency: 'EUR' }, { id: 1, currency: 'EUR' }, 3, false],
    [
      'by its money, where all are counted',
      { id: 1, no: '**4321', balance: '87.65' },
      { id: 1, no: '**4321', balance: '87.65' },
      2,
      true,
    ],
    [
      'not by another’s money',
      { id: 1, no: '**4321', balance: '87.65' },
      { id: 1, no: '**4321', balance: '87.66' },
      2,
      false,
    ],
  ])('%s', async (_, a, b, least, isSame) => {
    expect(await same(a, b, least)).toBe(isSame);
  });
});

test.each<[ids: readonly [number[], number[]], isTogether: boolean]>([
  [
    [
      [1, 2],
      [3, 4],
    ],
    true,
  ],
  [
    [
      [1, 2, 3],
      [3, 4],
    ],
    true,
  ],
  [
    [
      [1, 2],
      [1, 2, 3],
    ],
    false,
  ],
])('accounts %j are counted over both tenants: %s', async (ids, isTogether) => {
  const [one, other] = ids.map((some) => listing(...some.map((id) => ({ id, currency: 'EUR' }))));
  expect(await inRun(() => one && other && areCountedTogether([one, other]))).toBe(isTogether);
});
