import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { verdicts } from '../../schemas/verdict.js';
import type { DocumentInput } from '../model/document-input.js';
import { calendarOf, keptVerdict, verdictIn } from '../model/history.js';
import { counted, enumerated } from '../text/counted.js';
import { day, sameDay } from '../text/dates.js';
import { labels } from '../wording/verdict-labels.js';
import type { Blocks, Facts, Part } from './blocks.js';
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
  const introduction = `${counted(runs.length, 'run')} against this target, ${when}. It shows the requirements whose verdict changed.${gap}${outages(runs, run.startedAt)}`;
  const moved = requirements.filter((row) => {
    return keptVerdict(row, runs) === undefined && runs.some((night) => verdictIn(row, night) !== undefined);
  });
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
      unchanged(requirements, runs),
    ],
  };
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

function unchanged(requirements: readonly ReportedRequirement[], history: History): Blocks {
  const kept = requirements.filter((row) => keptVerdict(row, history) !== undefined);
  if (kept.length === 0) return undefined;
  const groups = verdicts.flatMap((verdict): Facts['rows'] => {
    const own = kept.filter((row) => keptVerdict(row, history) === verdict);
    return own.length === 0 ? [] : [[mark(verdict), paragraph(own.map(({ id }) => [idOf(id), ' ']))]];
  });
  return fold(`${counted(kept.length, 'requirement')} never changed`, facts('long', groups));
}
