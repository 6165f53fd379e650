import type { Report, ReportedRequirement } from '../../schemas/types.js';
import type { Verdict } from '../../schemas/verdict.js';
import { day, daysBetween } from '../text/dates.js';

/** One column: a run, or a day without one. */
export interface HistoryColumn {
  readonly title: string;
  /** True for a run in which the target did not respond: no requirement has a mark there. */
  readonly unreached?: true;
  /** The run's report, as a path from the document. */
  readonly file?: string;
}

/** A run as the history of a report has it, and perhaps where its own report is. */
type Placed = History[number] & { readonly file?: string };

/** Over how many days runs are still placed by the calendar. */
const longestCalendar = 45;

/**
 * Runs in columns: by the calendar, so that a day without a run is a gap.
 * @param beside a day of the year that needs no naming
 * @param longest days over which runs are placed by the calendar
 */
export function calendarOf<Run extends Placed>(history: readonly Run[], beside: string, longest = longestCalendar) {
  const places = placesOf(history, longest);
  const columns = headsOf(history, places, beside);
  return {
    columns,
    /** The marks of one line. @param verdictOf the mark of a run, if it has one */
    marks: (verdictOf: (run: Run) => Verdict | undefined): readonly (Verdict | undefined)[] => {
      const marks = Array<Verdict | undefined>(columns.length).fill(undefined);
      for (const [index, night] of history.entries()) marks[places[index] ?? 0] = verdictOf(night);
      return marks;
    },
  };
}

type History = Report['history'];

/** The verdict of a requirement in a run that says something about it: the target responded, and no filter left it out. */
export function verdictIn({ id }: Pick<ReportedRequirement, 'id'>, night: History[number]): Verdict | undefined {
  const verdict = night.verdicts[id];
  return night.unreached || (night.partial && verdict === 'skipped') ? undefined : verdict;
}

/** The verdict that a requirement had in all of the runs that decided it; `undefined` where it changed. */
export function keptVerdict(row: Pick<ReportedRequirement, 'id'>, history: History): Verdict | undefined {
  const seen = new Set(history.flatMap((night) => verdictIn(row, night) ?? []));
  return seen.size === 1 ? [...seen][0] : undefined;
}

// By the calendar, so that a day without a run is a gap; several runs of one day stand beside each other.
function placesOf(history: readonly Placed[], longest: number): number[] {
  const length = daysBetween(history[0]?.startedAt ?? '', history.at(-1)?.startedAt ?? '');
  if (length > longest) return history.map((_, index) => index);
  let place = 0;
  return history.map(({ startedAt }, index) => {
    const before = history[index - 1];
    if (before) place += Math.max(1, daysBetween(before.startedAt, startedAt));
    return place;
  });
}

function headsOf(history: readonly Placed[], places: readonly number[], beside: string): HistoryColumn[] {
  const heads = Array<HistoryColumn>((places.at(-1) ?? 0) + 1).fill({ title: 'no run' });
  for (const [index, { startedAt, unreached, partial, file }] of history.entries()) {
    const at = `${day(startedAt, beside)}, ${startedAt.slice(11, 16)} UTC`;
    const what = unreached ? ': the target did not respond' : partial ? ': a partial run' : '';
    heads[places[index] ?? 0] = { title: `${at}${what}`, ...(unreached && { unreached }), ...(file && { file }) };
  }
  return heads;
}
