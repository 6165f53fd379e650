import { expect, test } from 'vitest';
import { history } from '../document/history.js';
import { setPart } from '../html/blocks.js';
import { sample } from '../testing/sample.js';
import { documentInputOf } from './document-input.js';
import { historyOf } from './history.js';

test('a day without a run is a gap', () => {
  const found = historyOf(sample().report);
  expect(found).toMatchObject({ columns: 30 });
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
