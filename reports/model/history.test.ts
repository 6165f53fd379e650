import { expect, test } from 'vitest';
import { history } from '../document/history.js';
import { setPart } from '../html/blocks.js';
import { sample } from '../testing/sample.js';
import { documentInputOf } from './document-input.js';
import { historyOf } from './history.js';

test('a day without a run is a gap', () => {
  const found = historyOf(sample().report);
  expect(found?.columns).toHaveLength(30);
  expect(found?.columns.filter(({ title }) => title === 'no run')).toHaveLength(1);
  expect(found?.columns.at(-1)?.title).toMatch(/^20 November, \d\d:\d\d UTC$/);
  expect(found?.introduction).toMatch(/^29 runs against this target, from 22 October to 20 November\./);
  const failing = found?.moved.find(({ row }) => row.id === 'CUST-09');
  expect(failing?.marks.filter((mark) => mark === undefined)).toHaveLength(1);
  expect(failing?.marks.at(-1)).toBe('fail');
});

test('marks of two runs on one day have the size of marks of thirty runs, and the axis names the day once', () => {
  const { report, evidence } = sample();
  const [before, now] = report.history.slice(-2);
  if (!before || !now) throw new Error('the sample has a history');
  report.history = [{ ...before, startedAt: report.run.startedAt }, now];
  expect(historyOf(report)?.introduction).toMatch(/^2 runs against this target, all on 20 November\./);
  const part = history(documentInputOf(report, evidence));
  const page = part ? setPart(part).source : '';
  expect(new Set([...page.matchAll(/viewBox="([^"]*)"/g)].map(([, box]) => box))).toEqual(new Set(['0 0 600 20']));
  expect(page.match(/20 November</g)).toHaveLength(1);
});

test('an outage is one column with a title, and no requirement has moved for it', () => {
  const { report } = sample();
  const [night] = report.history.slice(-1);
  if (!night) throw new Error('the sample has a history');
  const dead = Object.fromEntries(Object.keys(night.verdicts).map((id) => [id, 'inconclusive'] as const));
  const at = (day: number, more: object) => ({ ...night, ...more, startedAt: `2025-11-${day}T02:00:00Z` });
  report.history = [at(17, {}), at(18, { verdicts: dead, unreached: true }), at(20, {}), at(20, {})];
  const found = historyOf(report);
  expect(found?.moved).toEqual([]);
  expect(found?.introduction).toContain('The target did not respond on 18 November.');
  // Two runs of one day stand beside each other, and the day without a run stays a gap.
  expect(found?.columns.map(({ title }) => title)).toEqual([
    '17 November, 02:00 UTC',
    '18 November, 02:00 UTC: the target did not respond',
    'no run',
    '20 November, 02:00 UTC',
    '20 November, 02:00 UTC',
  ]);
});
