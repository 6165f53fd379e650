import { expect, test } from 'vitest';
import { inScope } from '../../helpers/client/context.js';
import { contextFor } from '../../helpers/runner/context.fixture.js';
import { leaveUsedPhones, nextPhone } from './customer.js';

const day = 86_400_000;

/** Numbers that a run of a day takes. */
function numbers(
  night: number,
  count: number,
  destiny: 'stored' | 'rejected' = 'stored',
  moves = 0,
): Promise<string[]> {
  const run = { ...contextFor([]), startedAt: night * day, mark: `night ${night}` };
  return inScope(
    'numbers',
    async () => {
      for (let move = 0; move < moves; move += 1) leaveUsedPhones();
      return Array.from({ length: count }, () => nextPhone(destiny));
    },
    run,
  );
}

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

test('after a number that was used the run continues elsewhere', async () => {
  const [first, second] = [await numbers(20_000, 30), await numbers(20_000, 30, 'stored', 1)];
  expect(second.filter((number) => first.includes(number))).toEqual([]);
});
