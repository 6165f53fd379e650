import { expect, test } from 'vitest';
import { Failed, Inconclusive } from '../../helpers/client/verdicts.js';
import { listed } from '../../helpers/identity/response.fixture.js';
import { inCheck } from '../../helpers/runner/context.fixture.js';
import { read } from '../shared/listing.js';
import { changesOf, expectUnchanged } from './repeated-listings.js';

type Outcome = typeof Failed | typeof Inconclusive;
test.each<[name: string, numbers: string, changes: string, expected?: Outcome, meta?: object]>([
  ['the same accounts each time', '11 12 | 11 12 | 12 11', ''],
  ['one pair the same', '11 | 11 | 11 12', ''],
  ['no accounts', '||', ''],
  ['one account more each time', '11 | 11 12 | 11 12 13', '+1-0 +1-0', Failed],
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
