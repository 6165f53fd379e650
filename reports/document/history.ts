import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { verdicts } from '../../schemas/verdict.js';
import type { DocumentInput } from '../model/document-input.js';
import { historyOf, keptVerdict, verdictIn } from '../model/history.js';
import { counted } from '../text/counted.js';
import { day } from '../text/dates.js';
import { labels } from '../wording/verdict-labels.js';
import type { Block, Blocks, Facts, Part } from './blocks.js';
import { facts, fold, idOf, mark, paragraph } from './compose.js';

type History = Report['history'];

/** The runs against this target so far: a requirement is a line, a run or a day is a column. `undefined` for a first run. */
export function history({ report }: DocumentInput): Part | undefined {
  const { history: runs, requirements, run } = report;
  const found = historyOf(report);
  if (!found) return undefined;
  const { introduction, moved, columns } = found;
  const dayOf = (at: History[number] | undefined) => day(at?.startedAt ?? '', run.startedAt);
  const grid: Block = {
    kind: 'grid',
    lines: moved.map((line) => ({ ...line, label: inWords(line.row, runs) })),
    columns,
    ends: [dayOf(runs[0]), dayOf(runs.at(-1))],
  };
  return {
    id: 'history',
    title: 'History',
    size: runs.length,
    blocks: [
      paragraph(introduction, 'intro'),
      moved.length > 0 ? grid : paragraph('No verdict changed.', 'prose'),
      unchanged(requirements, runs),
    ],
  };
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
