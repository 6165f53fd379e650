import { expect, test } from 'vitest';
import { type CheckVerdict, count, type RunVerdict, runVerdict, type Verdict, worst } from './verdict.js';

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

test.each<[verdicts: Verdict[], expected: RunVerdict, scope?: { missing?: boolean; partial?: boolean }]>([
  [['pending', 'skipped', 'attested'], 'inconclusive'],
  [['pass', 'skipped'], 'conformant'],
  [['pass', 'inconclusive'], 'inconclusive'],
  [['waived'], 'conformant-with-waivers'],
  [['pass', 'waived', 'skipped'], 'conformant-with-waivers'],
  [['pass', 'lacking'], 'fit-as-declared'],
  [['pass', 'lacking', 'waived'], 'fit-as-declared'],
  [['lacking', 'skipped'], 'inconclusive'],
  [['pass', 'lacking', 'fail'], 'nonconformant'],
  [['pass', 'lacking', 'inconclusive'], 'inconclusive'],
  [['pass', 'lacking'], 'inconclusive', { missing: true }],
  [['pass', 'lacking'], 'partial', { partial: true }],
])('a run of %j is %s', (of, expected, scope) => {
  expect(runVerdict(count(of), scope)).toBe(expected);
});
