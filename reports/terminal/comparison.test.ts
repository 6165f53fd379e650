import { expect, test } from 'vitest';
import type { Report } from '../../schemas/types.js';
import { compareReports } from '../drift/comparison.js';
import { sample } from '../testing/sample.js';
import { comparisonView } from '../view/comparison.js';
import { renderComparison } from './comparison.js';

const { report } = sample();
const surface = { colour: false, columns: 100 };
const shown = (before: Report, now: Report) =>
  renderComparison(comparisonView(compareReports(before, now)), surface).join('\n');

test('two reports that are the same differ in nothing', () => {
  expect(shown(report, report)).toMatch(/^SAME {2}Nothing differs; \d+ observations compared\.\n\nbefore {8}https/);
});

test('what differs stands requirement by requirement, with both sides, and observations as values', () => {
  const now = structuredClone(report);
  const row = (id: string) => now.requirements.find((one) => one.id === id) ?? expect.unreachable();
  Object.assign(row('CUST-09'), { verdict: 'pass' });
  Object.assign(row('VER-01'), { verdict: 'fail', found: 'The version is gone.' });
  row('VER-02').observation = { sentences: 2 } as never;
  const text = shown(report, now);
  expect(text).toMatch(/^DIFFERS {2}1 observation changed, 1 new failure \(VER-01\), 1 fixed \(CUST-09\)/);
  expect(text).toMatch(/Fail {10}VER-01 .*\n {14}before: pass\. .*\n {14}now: fail\. The version is gone\./);
  expect(text).toMatch(/Differs {7}VER-02 .*\n {14}\/sentences 1 → 2/);
  expect(text.indexOf('VER-01 ')).toBeLessThan(text.indexOf('CUST-09  '));
});
