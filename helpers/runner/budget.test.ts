import { describe, expect, test } from 'vitest';
import { Skipped } from '../client/verdicts.js';
import { contextFor } from './context.fixture.js';
import { withinBudget } from './judge.js';

describe('an observation', () => {
  const made = (creations: number, configuration: object, state: object = {}) => {
    const run = Object.assign(contextFor([], configuration), { reserved: 0, ...state });
    return withinBudget(run, creations, async () => run.reserved);
  };

  test.each([
    ['that creates nothing is made with --observe cheap', 0, { observe: 'cheap' }],
    ['is made where the limit has room for it and four more', 3, { maxCustomers: 7 }],
    ['that creates nothing is made without room', 0, { maxCustomers: 1 }],
    ['is made beside others', 1, { maxCustomers: 8 }, { reserved: 1, writes: new Set(['a', 'b']) }],
  ])('%s, and what it may create is reserved meanwhile', async (_, creations, configuration, state: object = {}) => {
    const { reserved = 0 } = state as { reserved?: number };
    expect(await made(creations, configuration, state)).toBe(reserved + creations);
  });

  test.each<[name: string, creations: number, configuration: object, why: string, state?: object]>([
    ['that creates, with --observe cheap', 1, { observe: 'cheap' }, '--observe all'],
    ['for which the limit is too low', 3, { maxCustomers: 6 }, '3 records, more than `--max-customers 6`'],
    ['beside what is written', 1, { maxCustomers: 5 }, 'a record', { writes: new Set(['a']) }],
    ['beside what is reserved', 1, { maxCustomers: 5 }, 'a record', { reserved: 1 }],
  ])('%s is skipped', async (_, creations, configuration, why, state) => {
    const asked = made(creations, configuration, state);
    await expect(asked).rejects.toThrow(Skipped);
    await expect(asked).rejects.toThrow(why);
  });

  test('gives back what it reserved, even where it fails', async () => {
    const run = Object.assign(contextFor([], { maxCustomers: 9 }), { reserved: 1 });
    const fails = async () => {
      throw new Error('a slip');
    };
    await expect(withinBudget(run, 2, fails)).rejects.toThrow('a slip');
    expect(run.reserved).toBe(1);
  });
});
