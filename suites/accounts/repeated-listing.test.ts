import { describe, expect, test } from 'vitest';
import { inScope } from '../../helpers/client/context.js';
import { Failed, Inconclusive } from '../../helpers/client/verdicts.js';
import { listed } from '../../helpers/identity/response.fixture.js';
import { contextFor } from '../../helpers/runner/context.fixture.js';
import { read } from './listing.js';
import { changesOf, expectUnchanged } from './repeated-listing.js';

/** Listings with accounts of these numbers. */
const listings = (numbers: readonly (readonly number[])[], meta = {}) =>
  numbers.map((some) =>
    read(listed({ ...meta, data: some.map((number) => ({ id: `acc_10${number}`, currency: 'EUR' })) })),
  );
const inRun = <T>(work: () => T): Promise<T> => inScope('a check', async () => work(), contextFor([]));

describe('listings one after the other', () => {
  test.each<[name: string, numbers: number[][], expected: object[]]>([
    [
      'all the same',
      [
        [11, 12],
        [11, 12],
        [12, 11],
      ],
      [],
    ],
    ['one pair the same', [[11], [11], [11, 12]], []],
    ['all empty', [[], [], []], []],
    [
      'one more each time',
      [[11], [11, 12], [11, 12, 13]],
      [
        { added: 1, removed: 0 },
        { added: 1, removed: 0 },
      ],
    ],
    [
      'others each time',
      [
        [11, 12],
        [13, 14],
        [15, 16],
      ],
      [
        { added: 2, removed: 2 },
        { added: 2, removed: 2 },
      ],
    ],
  ])('%s', async (_, numbers, expected) => {
    expect(await inRun(() => changesOf(listings(numbers)))).toEqual(expected);
  });

  test.each<[name: string, numbers: number[][], expected: typeof Failed | typeof Inconclusive | undefined]>([
    ['unchanged ones pass', [[11], [11], [11]], undefined],
    [
      'new ids each time fail',
      [
        [11, 12],
        [13, 14],
        [15, 16],
      ],
      Failed,
    ],
    ['one account more each time fails', [[11], [11, 12], [11, 12, 13]], Failed],
    ['changes without a pattern decide nothing', [[11], [11, 12], [11, 12, 13, 14]], Inconclusive],
  ])('%s', async (_, numbers, expected) => {
    const ended = inRun(() => expectUnchanged(listings(numbers), 'three times'));
    if (expected) await expect(ended).rejects.toThrow(expected);
    else await ended;
  });

  test('pages decide nothing', async () => {
    const pages = listings(
      [
        [11, 12],
        [13, 14],
        [15, 16],
      ],
      { has_more: true },
    );
    expect(pages.map(({ paged }) => paged)).toEqual([true, true, true]);
    await expect(inRun(() => expectUnchanged(pages, 'three times'))).rejects.toThrow(Inconclusive);
  });
});
