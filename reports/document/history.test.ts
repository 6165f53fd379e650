import { expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import type { Report } from '../../schemas/types.js';
import { setPart } from '../html/blocks.js';
import { documentInputOf } from '../model/document-input.js';
import { calendarOf } from '../model/history.js';
import { sample } from '../testing/sample.js';
import type { Grid } from './blocks.js';
import { inOrder } from './compose.js';
import { history } from './history.js';

/** The part as it is shown: its introduction, and its grid where a verdict changed. */
function shown(report: Report) {
  const part = history(documentInputOf(report, [], fsapi));
  const blocks = inOrder(part?.blocks);
  const [introduction] = blocks.flatMap((block) => (block.kind === 'text' ? [String(block.text)] : []));
  const grid = blocks.find((block): block is Grid => block.kind === 'grid');
  return { introduction, lines: grid?.lines, page: part ? setPart(part).source : '' };
}

const columnsOf = ({ history: runs, run }: Report) => calendarOf(runs, run.startedAt).columns;

test('a day without a run is a gap', () => {
  const { report } = sample();
  const { introduction, lines } = shown(report);
  const columns = columnsOf(report);
  expect(columns).toHaveLength(30);
  expect(columns.filter(({ title }) => title === 'no run')).toHaveLength(1);
  expect(columns.at(-1)?.title).toMatch(/^20 November, \d\d:\d\d UTC$/);
  expect(introduction).toMatch(/^29 runs against this target, from 22 October to 20 November\./);
  const failing = lines?.find(({ row }) => row.id === 'CUST-09');
  expect(failing?.marks.filter((mark) => mark === undefined)).toHaveLength(1);
  expect(failing?.marks.at(-1)).toBe('fail');
});

test('marks of two runs on one day have the size of marks of thirty runs, and the axis names the day once', () => {
  const { report } = sample();
  const [before, now] = report.history.slice(-2);
  if (!before || !now) throw new Error('the sample has a history');
  report.history = [{ ...before, startedAt: report.run.startedAt }, now];
  const { introduction, page } = shown(report);
  expect(introduction).toMatch(/^2 runs against this target, all on 20 November\./);
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
  const { introduction, lines } = shown(report);
  expect(lines).toBeUndefined();
  expect(introduction).toContain('The target did not respond on 18 November.');
  // Two runs of one day stand beside each other, and the day without a run stays a gap.
  expect(columnsOf(report).map(({ title }) => title)).toEqual([
    '17 November, 02:00 UTC; a note of this machine',
    '18 November, 02:00 UTC: the target did not respond; a note of this machine',
    'no run',
    '20 November, 02:00 UTC; a note of this machine',
    '20 November, 02:00 UTC',
  ]);
});

test('says which earlier runs are vouched for by their sealed reports', () => {
  const { report } = sample();
  const vouched = (count: number) => {
    report.history = report.history.map(({ report: _, ...night }, at) =>
      at < count ? { ...night, report: 'a'.repeat(64) } : night,
    );
    return [
      shown(report).introduction?.match(/\. (The [^.]*sealed[^.]*|[^.]*notes[^.]*)\./)?.[1],
      columnsOf(report)[0]?.title,
    ];
  };
  const nobody =
    'this machine’s notes: their sealed reports were not there, or do not agree, and nobody vouches for them';
  expect(vouched(0)).toEqual([`The earlier runs are ${nobody}`, expect.stringMatching(/; a note of this machine$/)]);
  expect(vouched(20)).toEqual([`8 of the earlier runs are ${nobody}`, expect.not.stringContaining('note')]);
  expect(vouched(28)[0]).toBe('The sealed report of each earlier run was there, and agrees');
});
