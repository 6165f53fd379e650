import { expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import { allHostile, poisoned } from '../testing/hostile.js';
import { sample } from '../testing/sample.js';
import { compareReports } from './comparison.js';
import { comparisonData, itemsOf } from './items.js';

const now = sample();
const before = sample({ 'CUST-09': 'pass', 'IDEM-02': 'pass', 'AUTH-01': 'fail' });
const comparison = compareReports(before.report, now.report, fsapi);

test('new failures come first, the gravest of them first, and every kind in its order', () => {
  const items = itemsOf(comparison);
  expect(items.filter(({ kind }) => kind === 'new-failure').map(({ id }) => id)).toEqual(['IDEM-02', 'CUST-09']);
  expect(items.find(({ kind }) => kind === 'fixed')?.id).toBe('AUTH-01');
  expect(items.find(({ id }) => id === 'IDEM-02')).toMatchObject({
    consequence: 'Duplicate booking',
    before: { mark: 'pass' },
    now: { mark: 'fail', text: expect.stringContaining('customer') },
  });
});

test('two equal runs are the same', () => {
  expect(comparisonData(compareReports(now.report, now.report, fsapi))).toMatchObject({ same: true, newFailures: [] });
});

test('programs get the ids and both sides of each requirement', () => {
  const value = comparisonData(comparison) as { requirements: unknown[] };
  expect(value).toMatchObject({ same: false, newFailures: ['IDEM-02', 'CUST-09'], fixed: ['AUTH-01'] });
  expect(value.requirements).toHaveLength(itemsOf(comparison).length);
});

test('hostile words in both reports stay text', () => {
  const word = allHostile;
  const [one, other] = [poisoned(word), poisoned(`${word} `)];
  for (const row of one.report.requirements) if (row.verdict === 'fail') row.verdict = 'pass';
  const of = compareReports(one.report, other.report, fsapi);
  const text = JSON.stringify(comparisonData(of));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what must not be there.
  expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]|\\u00[01]/);
});
