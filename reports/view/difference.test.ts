import { expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import type { Report, ReportedRequirement as Row } from '../../schemas/types.js';
import { renderDifference } from '../terminal/difference.js';
import { sample } from '../testing/sample.js';
import { differenceView } from './difference.js';

const { report } = sample();
const changed = (id: string, change: Partial<Row>): Report => ({
  ...report,
  requirements: report.requirements.map((row) => (row.id === id ? { ...row, ...change } : row)),
});
const viewed = (now: Report, before = report) => differenceView(before, now, fsapi);
const printed = (...reports: Parameters<typeof viewed>) =>
  renderDifference(viewed(...reports), { colour: false, columns: 120 });

test('of a report and itself nothing is new, whatever is open in it', () => {
  expect(viewed(report)).toMatchObject({ same: true, news: [], notes: [], context: [] });
  expect(printed(report).slice(0, 2)).toEqual(['SAME  Nothing is new.', '']);
});

test('what passes again counts as a difference', () => {
  const { checks } = report.requirements.find(({ id }) => id === 'CUST-09') ?? expect.unreachable();
  const passing = checks.map((check) => ({ ...check, verdict: 'pass' as const }));
  const view = viewed(changed('CUST-09', { verdict: 'pass', checks: passing, found: undefined }));
  expect([view.same, view.news.map(({ id, kind }) => [id, kind])]).toEqual([false, [['CUST-09', 'passes']]]);
  expect(view.notes).toMatchObject([{ text: 'CUST-09 passes now.', lines: [] }]);
});

test('an observation that differs shows its lines, as many as somebody reads', () => {
  const now = changed('VER-02', { observation: { sentences: 2 } });
  expect(viewed(now).notes).toMatchObject([{ kind: 'differs', ids: ['VER-02'], lines: ['`/sentences` 1 → 2'] }]);
  const [head, ...lines] = printed(now);
  expect(head).toBe('DIFFERS  What is new since the first run:');
  expect(lines.slice(-2)).toEqual(['Differs       VER-02 differs:', `${' '.repeat(14)}/sentences 1 → 2`]);
  const names = Array.from({ length: 25 }, (_, at) => `member ${at}`);
  const many = (value: number) =>
    changed('VER-02', { observation: Object.fromEntries(names.map((name) => [name, value])) });
  const note = viewed(many(2), many(1)).notes.find(({ ids }) => ids.includes('VER-02'));
  expect([note?.lines.length, note?.lines.at(-1)]).toEqual([21, 'and 5 more differences']);
});

test('says what may explain a difference: another suite, another configuration, a run that was cut short', () => {
  const other = (run: Partial<Report['run']>, of = report): Report => ({ ...of, run: { ...of.run, ...run } });
  const contextOf = (now: Report, before = report) => viewed(now, before).context;
  expect(contextOf(other({ exam: 'b'.repeat(64) }))).toEqual([expect.stringContaining('different suite versions')]);
  expect(contextOf(other({ configuration: 'b'.repeat(64) }))).toEqual([expect.stringContaining('configurations')]);
  expect(contextOf(other({ complete: false }))).toEqual(['The second run is incomplete.']);
  expect(contextOf(report, other({ complete: false }))).toEqual(['The first run is incomplete.']);
});
