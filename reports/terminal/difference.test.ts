import { expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import type { Report, ReportedRequirement as Row } from '../../schemas/types.js';
import { sample } from '../testing/sample.js';
import { differenceOf } from './difference.js';

const { report } = sample();
const changed = (id: string, change: Partial<Row>): Report => ({
  ...report,
  requirements: report.requirements.map((row) => (row.id === id ? { ...row, ...change } : row)),
});
const differing = (now: Report, before = report) => differenceOf([before, now], fsapi, { colour: false, columns: 120 });
const viewed = (...reports: Parameters<typeof differing>) => differing(...reports).data;
const printed = (...reports: Parameters<typeof differing>) => differing(...reports).lines;

test('of a report and itself nothing is new, whatever is open in it', () => {
  expect(viewed(report)).toMatchObject({ same: true, news: [], context: [] });
  expect(printed(report).slice(0, 2)).toEqual(['SAME  Nothing is new.', '']);
});

test('what passes again counts as a difference', () => {
  const { checks } = report.requirements.find(({ id }) => id === 'CUST-09') ?? expect.unreachable();
  const passing = checks.map((check) => ({ ...check, verdict: 'pass' as const }));
  const now = changed('CUST-09', { verdict: 'pass', checks: passing, found: undefined });
  const view = viewed(now);
  expect([view.same, view.news.map(({ id, kind }) => [id, kind])]).toEqual([false, [['CUST-09', 'passes']]]);
  expect(printed(now).at(-1)).toBe('Pass          CUST-09 passes now.');
});

test('an observation that differs is said in the sentences of every report', () => {
  const now = changed('VER-02', { observation: { sentences: 2 } });
  const text = 'VER-02 differs: Sentences: now 2, before 1.';
  expect(viewed(now).news).toMatchObject([{ kind: 'differs', id: 'VER-02' }]);
  const [head, ...lines] = printed(now);
  expect(head).toBe('DIFFERS  What is new since the first run:');
  expect(lines.at(-1)).toBe(`Differs       ${text}`);
});

test('says what may explain a difference: another suite, another configuration, a run that was cut short', () => {
  const other = (run: Partial<Report['run']>, of = report): Report => ({ ...of, run: { ...of.run, ...run } });
  const contextOf = (now: Report, before = report) => viewed(now, before).context;
  expect(contextOf(other({ exam: 'b'.repeat(64) }))).toEqual([expect.stringContaining('different suite versions')]);
  expect(contextOf(other({ configuration: 'b'.repeat(64) }))).toEqual([expect.stringContaining('configurations')]);
  expect(contextOf(other({ complete: false }))).toEqual(['The second run is incomplete.']);
  expect(contextOf(report, other({ complete: false }))).toEqual(['The first run is incomplete.']);
});
