import { expect, test } from 'vitest';
import { members } from '../../schemas/members.js';
import { kinds, type Share, seedOf, shareOf, sizeOfShare, validCases } from './case-share.js';
import { allIds } from './values/filter.js';

const only = allIds();
const numbersOf = ({ length, first, step }: Share) => Array.from({ length }, (_, at) => first + at * step);
const allOf = (cases: number, shard?: { index: number; of: number }) =>
  members.flatMap(({ requirement: row }) =>
    kinds.flatMap((kind) =>
      numbersOf(shareOf(row, kind, { cases, only, ...(shard && { shard }) })).map((at) => `${row} ${kind} ${at}`),
    ),
  );

test.each([
  [1, 4],
  [7, 3],
  [30, 30],
  [2, 100],
])('%i cases of each kind in %i parts: together the whole, none twice, all of one size', (cases, of) => {
  const shares = Array.from({ length: of }, (_, at) => allOf(cases, { index: at + 1, of }));
  expect(shares.flat().sort()).toEqual(allOf(cases).sort());
  const sizes = shares.map(({ length }) => length);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  expect(sizes).toEqual(shares.map((_, at) => sizeOfShare({ cases, only, shard: { index: at + 1, of } })));
});

test('a filter leaves the shares of what it names in proportion', () => {
  const shard = { index: 2, of: 3 };
  expect(sizeOfShare({ cases: 9, only: ['CUST-09'], shard })).toBe(6);
  expect(sizeOfShare({ cases: 9, only: ['HTTP-01'] })).toBe(0);
  expect(validCases({ cases: 9, only })).toBe(9 * members.length);
});

test('a case has the same seed wherever it is asked, and no two have one', () => {
  const seeds = members.flatMap(({ requirement: row }) =>
    kinds.flatMap((kind) => [0, 1, 2].map((at) => seedOf(5, row, kind, at))),
  );
  expect(new Set(seeds).size).toBe(seeds.length);
  expect(seedOf(5, 'CUST-09', 'malformed', 0)).toBe(seedOf(5, 'CUST-09', 'malformed', 0));
  expect(seedOf(6, 'CUST-09', 'malformed', 0)).not.toBe(seedOf(5, 'CUST-09', 'malformed', 0));
});
