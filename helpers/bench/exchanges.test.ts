import { expect, test } from 'vitest';
import { busyIn, longestChain, spanOf } from './exchanges.js';

const interval = (start: number, duration: number) => ({ start, end: start + duration });

test('time in which something was on its way leaves out pauses and counts overlaps once', () => {
  const exchanges = [interval(0, 1000), interval(500, 1000), interval(3000, 500)];
  expect(busyIn(exchanges)).toBe(2);
  expect(spanOf(exchanges)).toBe(3.5);
});

test('the longest chain is the one that the last exchange waited for, with its pauses', () => {
  const chain = [interval(0, 150), interval(152, 150), interval(1402, 150)];
  const beside = [interval(0, 150), interval(1, 160), interval(10, 150)];
  expect(longestChain([...beside, ...chain])).toEqual({ requests: 3, pauses: 1.1 });
});
