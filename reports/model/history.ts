import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { isDead, type Verdict } from '../../schemas/verdict.js';
import { day, daysBetween } from '../text/dates.js';

/** One column: a run, or a day without one. */
export interface HistoryColumn {
  readonly title: string;
  /** True for a run that decided nothing: no requirement has a mark there. */
  readonly isDead?: true;
  /** The run's report, as a path from the document. */
  readonly file?: string;
}

type History = Report['history'];
/** A run as the history of a report has it. */
export type Night = History[number];
/** The same, and perhaps where its own report is. */
type Placed = Night & { readonly file?: string };

/** Over how many days runs are still placed by the calendar. */
const longestCalendar = 45;

/**
 * Runs in columns: by the calendar, so that a day without a run is a gap; several runs of one day stand beside each other.
 * @param beside a day of the year that needs no naming
 * @param longest days over which runs are placed by the calendar
 */
export function calendarOf<Run extends Placed>(history: readonly Run[], beside: string, longest = longestCalendar) {
  const isTooLong = daysBetween(history[0]?.startedAt ?? '', history.at(-1)?.startedAt ?? '') > longest;
  const places = history.flatMap((run, index): (Run | undefined)[] => {
    const before = history[index - 1];
    const days = before && !isTooLong ? Math.max(1, daysBetween(before.startedAt, run.startedAt)) : 1;
    return [...Array<undefined>(days - 1).fill(undefined), run];
  });
  return {
    columns: places.map(
      (run): HistoryColumn => (run ? columnOf(run, beside, run === history.at(-1)) : { title: 'no run' }),
    ),
    /** The marks of one line. @param verdictOf the mark of a run, if it has one */
    marks: (verdictOf: (run: Run) => Verdict | undefined) => places.map((run) => run && verdictOf(run)),
  };
}

/** The verdict of a requirement in a run that says something about it: one that decided anything, and did not leave it out. */
export function verdictIn({ id }: Pick<ReportedRequirement, 'id'>, night: Night): Verdict | undefined {
  const verdict = night.verdicts[id];
  return isDead(night) || (night.partial && verdict === 'skipped') ? undefined : verdict;
}

/** The verdict that a requirement had in all of the runs that decided it; `undefined` where it changed. */
export function keptVerdict(row: Pick<ReportedRequirement, 'id'>, history: History): Verdict | undefined {
  const seen = new Set(history.flatMap((night) => verdictIn(row, night) ?? []));
  return seen.size === 1 ? [...seen][0] : undefined;
}

function columnOf(run: Placed, beside: string, isLast: boolean): HistoryColumn {
  const { startedAt, unreached, partial, file, report } = run;
  const dead = isDead(run);
  const at = `${day(startedAt, beside)}, ${startedAt.slice(11, 16)} UTC`;
  const silent = unreached ? ': the target did not respond' : ': nothing was decided';
  const what = dead ? silent : partial ? ': a partial run' : '';
  const note = report === undefined && !isLast ? '; a note of this machine' : '';
  return { title: `${at}${what}${note}`, ...(dead && { isDead: true }), ...(file && { file }) };
}
