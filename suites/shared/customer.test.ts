import { expect, test } from 'vitest';
import { inScope } from '../../helpers/client/context.js';
import { contextFor, inCheck } from '../../helpers/runner/context.fixture.js';
import { freshCustomer, leaveUsedPhones, nextPhone } from './customer.js';

/** Numbers that a run of a day takes. */
const numbers = (night: number, count: number, destiny: 'stored' | 'rejected' = 'stored', isMoved = false) =>
  inScope(
    'numbers',
    async () => {
      if (isMoved) leaveUsedPhones();
      return Array.from({ length: count }, () => nextPhone(destiny));
    },
    { ...contextFor([]), startedAt: night * 86_400_000, mark: `night ${night}` },
  );

test('nights of two years have no number in common, and all are set apart for fiction', async () => {
  const nights = await Promise.all(Array.from({ length: 730 }, (_, night) => numbers(20_000 + night, 30)));
  const all = nights.flat();
  expect(new Set(all).size).toBe(all.length);
  expect(all.filter((number) => !/^\+1[2-9]\d\d55501\d\d$/.test(number))).toEqual([]);
});

test('customers to be rejected take other numbers than those to be stored', async () => {
  const stored = new Set(await numbers(20_000, 20_000));
  expect((await numbers(20_000, 3000, 'rejected')).filter((number) => stored.has(number))).toEqual([]);
});

test('customers are of one kind whatever the seed, since a service may have rules about names', async () => {
  for (let seed = 0; seed < 500; seed += 1) {
    const { first_name, last_name, gender, address } = await inCheck(() => freshCustomer(), { seed });
    for (const name of [first_name, last_name]) expect(name).toMatch(/^[A-Z][a-z]{3,}$/);
    expect([gender, address]).toEqual([
      'female',
      expect.objectContaining({ city: expect.stringMatching(/^[A-Z][a-z]+$/) }),
    ]);
  }
});

test('after a number that was used the run continues elsewhere', async () => {
  const [first, second] = [await numbers(20_000, 30), await numbers(20_000, 30, 'stored', true)];
  expect(second.filter((number) => first.includes(number))).toEqual([]);
});
