import { expect, test } from 'vitest';
import { createOrder } from './order.js';

async function begun(number?: number): Promise<string> {
  const order = createOrder(number);
  const names = [...'abcdefgh'];
  for (const _ of names) order.join();
  let told = '';
  await Promise.all(
    names.map(async (name) => {
      await order.turn(name);
      told += name;
    }),
  );
  return told;
}

test('as defined, or another for each number, the same each time', async () => {
  const orders = await Promise.all([begun(), begun(1), begun(2), begun(1)]);
  expect(orders[0]).toBe('abcdefgh');
  expect(new Set(orders).size).toBe(3);
  expect(orders[3]).toBe(orders[1]);
  for (const order of orders) expect([...order].sort().join('')).toBe('abcdefgh');
});
