import { byKey } from '../../schemas/by-key.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { type Verdict, verdicts } from '../../schemas/verdict.js';
import type { DocumentInput } from '../model/document-input.js';
import { calendarOf, keptVerdict, verdictIn } from '../model/history.js';
import { counted, enumerated } from '../text/counted.js';
import { day, sameDay } from '../text/dates.js';
import { grouped } from '../text/printable.js';
import { labels } from '../wording/verdict-labels.js';
import type { Blocks, Part } from './blocks.js';
import { facts, fold, idOf, mark, paragraph } from './compose.js';

type History = Report['history'];

/** The runs against this target so far: a requirement is a line, a run or a day is a column. `undefined` for a first run. */
export function history({ report }: DocumentInput): Part | undefined {
  const { history: runs, requirements, run } = report;
  const [first, last] = [runs[0], runs.at(-1)];
  if (runs.length < 2 || !first || !last) return undefined;
  const { columns, marks } = calendarOf(runs, run.startedAt);
  const [firstDay, lastDay] = [day(first.startedAt, run.startedAt), day(last.startedAt, run.startedAt)];
  const when = sameDay(first.startedAt, last.startedAt) ? `all on ${firstDay}` : `from ${firstDay} to ${lastDay}`;
  const gap = columns.length > runs.length ? ' A gap is a day without a run.' : '';
  const notes = runs.slice(0, -1).filter((night) => night.report === undefined).length;
  const introduction = `${counted(runs.length, 'run')} against this target, ${when}. It shows the requirements whose verdict changed.${gap}${outages(runs, run.startedAt)}${vouching(runs.length - 1, notes)}`;
  // By the verdict that they kept; those without one changed, or no run decided them.
  const kept = byKey(requirements.map((row) => [keptVerdict(row, runs), row]));
  const moved = (kept.get(undefined) ?? []).filter((row) => runs.some((night) => verdictIn(row, night) !== undefined));
  const lines = moved.map((row) => {
    return { row, marks: marks((night) => verdictIn(row, night)), label: inWords(row, runs) };
  });
  return {
    id: 'history',
    title: 'History',
    size: runs.length,
    blocks: [
      paragraph(introduction, 'intro'),
      lines.length > 0
        ? { kind: 'grid', lines, columns, ends: [firstDay, lastDay] }
        : paragraph('No verdict changed.', 'prose'),
      unchanged(kept),
    ],
  };
}

/** Which of the earlier runs are more than lines of a file that anybody on the machine can write. */
function vouching(earlier: number, notes: number): string {
  if (notes === 0) return ' The sealed report of each earlier run was there, and agrees.';
  const others = notes === earlier ? 'The earlier runs are' : `${grouped(notes)} of the earlier runs are`;
  return ` ${others} this machine’s notes: their sealed reports were not there, or do not agree, and nobody vouches for them.`;
}

/** The nights on which the target did not respond, once, instead of at each requirement. */
function outages(history: History, beside: string): string {
  const days = [...new Set(history.filter(({ unreached }) => unreached).map((one) => day(one.startedAt, beside)))];
  return days.length === 0 ? '' : ` The target did not respond on ${enumerated(days)}.`;
}

function inWords(row: Pick<ReportedRequirement, 'id'>, history: History): string {
  const of = history.map((night) => verdictIn(row, night));
  const counts = verdicts.flatMap((verdict) => {
    const count = of.filter((each) => each === verdict).length;
    return count ? `${labels[verdict].word.toLowerCase()} in ${counted(count, 'run')}` : [];
  });
  return `${row.id}: ${counts.join(', ')}`;
}

function unchanged(kept: ReadonlyMap<Verdict | undefined, readonly ReportedRequirement[]>): Blocks {
  const groups = verdicts.flatMap((verdict) => (kept.has(verdict) ? [{ verdict, rows: kept.get(verdict) ?? [] }] : []));
  const size = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const lines = groups.map(
    ({ verdict, rows }) => [mark(verdict), paragraph(rows.map(({ id }) => [idOf(id), ' ']))] as const,
  );
  return size > 0 && fold(`${counted(size, 'requirement')} never changed`, facts(lines));
}
