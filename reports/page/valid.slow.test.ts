import { expect, test } from 'vitest';
import { flooded, hostile, poisoned } from '../testing/hostile.js';
import { type Sample, sample } from '../testing/sample.js';
import { invalid } from './validator.fixture.js';

test.each<[string, Sample]>([
  [
    'a conformant report',
    sample({ 'AUTH-06': 'pass', 'IDEM-02': 'pass', 'CUST-09': 'pass', 'IDEM-03': 'pass', 'ACCT-02': 'pass' }),
  ],
  ['a report with hostile words in every place', poisoned(Object.values(hostile).join(' '))],
  ['a report with a megabyte in each place', flooded('w '.repeat(500_000))],
])('%s is valid HTML', async (_, of) => {
  expect(await invalid(of)).toEqual([]);
});
