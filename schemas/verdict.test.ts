import { expect, test } from 'vitest';
import { type CheckVerdict, count, runVerdict, verdicts, worst } from './verdict.js';

test.each<[CheckVerdict[], CheckVerdict]>([
  [['pass', 'fail', 'inconclusive'], 'fail'],
  [['waived', 'inconclusive'], 'waived'],
  [['pass', 'inconclusive', 'skipped'], 'inconclusive'],
  [['skipped', 'pass'], 'pass'],
  [['skipped', 'skipped'], 'skipped'],
])('the worst of %j is %s', (of, expected) => {
  expect(worst(of)).toBe(expected);
});

test('no check gives no verdict', () => {
  expect(() => worst([])).toThrow(RangeError);
});

test('counts name every verdict and add up', () => {
  const counts = count(['pass', 'pass', 'pending']);
  expect(Object.keys(counts)).toEqual([...verdicts]);
  expect(Object.values(counts).reduce((sum, one) => sum + one, 0)).toBe(3);
});

test('a run in which nothing was judged is never conformant', () => {
  expect(runVerdict(count(['pending', 'skipped', 'attested']))).toBe('inconclusive');
  expect(runVerdict(count(['pass', 'skipped']))).toBe('conformant');
  expect(runVerdict(count(['pass', 'inconclusive']))).toBe('inconclusive');
  expect(runVerdict(count(['pass', 'inconclusive', 'fail']))).toBe('nonconformant');
});

test('a run with a waiver is not conformant, and says so unless something is worse', () => {
  expect(runVerdict(count(['waived']))).toBe('conformant-with-waivers');
  expect(runVerdict(count(['pass', 'waived', 'skipped']))).toBe('conformant-with-waivers');
  expect(runVerdict(count(['pass', 'waived', 'fail']))).toBe('nonconformant');
  expect(runVerdict(count(['pass', 'waived', 'inconclusive']))).toBe('inconclusive');
  expect(runVerdict(count(['pass', 'waived']), { missing: true })).toBe('inconclusive');
  expect(runVerdict(count(['pass', 'waived']), { partial: true })).toBe('partial');
});

test('a run of a mock that lacks what was declared is fit as declared, never conformant', () => {
  expect(runVerdict(count(['pass', 'lacking']))).toBe('fit-as-declared');
  expect(runVerdict(count(['pass', 'lacking', 'waived']))).toBe('fit-as-declared');
  expect(runVerdict(count(['lacking', 'skipped']))).toBe('inconclusive');
  expect(runVerdict(count(['pass', 'lacking', 'fail']))).toBe('nonconformant');
  expect(runVerdict(count(['pass', 'lacking', 'inconclusive']))).toBe('inconclusive');
  expect(runVerdict(count(['pass', 'lacking']), { missing: true })).toBe('inconclusive');
  expect(runVerdict(count(['pass', 'lacking']), { partial: true })).toBe('partial');
});
