import type { Report, ReportedRequirement } from '../../schemas/types.js';
import type { Verdict } from '../../schemas/verdict.js';
import { counted, enumerated } from '../text/counted.js';
import { day, daysBetween, sameDay } from '../text/dates.js';

/** One requirement over the runs: a verdict per column, `undefined` for a day without a run or a run that did not decide it. */
export interface HistoryLine {
  readonly row: Pick<ReportedRequirement, 'id' | 'title'>;
  readonly marks: readonly (Verdict | undefined)[];
}

/** The runs against one target, and the requirements that ever changed in them. */
interface HistoryGrid {
  readonly introduction: string;
  /** What each column is, a day without a run included: `14 November, 02:17 UTC`. */
  readonly columns: readonly HistoryColumn[];
  readonly moved: readonly HistoryLine[];
}

/** One column: a run, or a day without one. */
export interface HistoryColumn {
  readonly title: string;
  /** True for a run in which the target did not respond: no requirement has a mark there. */
  readonly unreached?: true;
  /** The run's report, as a path from the document. */
  readonly file?: string;
}

/** Runs in columns: by the calendar, so that a day without a run is a gap. */
interface Calendar<Run> {
  readonly columns: readonly HistoryColumn[];
  /** The marks of one line. @param verdictOf the mark of a run, if it has one */
  marks(verdictOf: (run: Run) => Verdict | undefined): readonly (Verdict | undefined)[];
}

/** A run as the history of a report has it, and perhaps where its own report is. */
type Placed = History[number] & { readonly file?: string };

/** Over how many days runs are still placed by the calendar. */
const longestCalendar = 45;

/** Reads the history of a report. `undefined` where this run is the first. */
export function historyOf({ history, requirements, run }: Report): HistoryGrid | undefined {
  const [first, last] = [history[0], history.at(-1)];
  if (history.length < 2 || !first || !last) return undefined;
  const { columns, marks } = calendarOf(history, run.startedAt);
  const gap = columns.length > history.length ? ' A gap is a day without a run.' : '';
  const moved = requirements.filter((row) => keptVerdict(row, history) === undefined && wasSeen(row, history));
  return {
    introduction: `${counted(history.length, 'run')} against this target, ${when(first.startedAt, last.startedAt, run.startedAt)}. It shows the requirements whose verdict changed.${gap}${outages(history, run.startedAt)}`,
    columns,
    moved: moved.map((row) => ({ row, marks: marks((night) => verdictIn(row, night)) })),
  };
}

/** @param beside a day of the year that needs no naming @param longest days over which runs are placed by the calendar */
export function calendarOf<Run extends Placed>(
  history: readonly Run[],
  beside: string,
  longest = longestCalendar,
): Calendar<Run> {
  const places = placesOf(history, longest);
  const columns = headsOf(history, places, beside);
  return {
    columns,
    marks: (verdictOf) => {
      const marks = Array<Verdict | undefined>(columns.length).fill(undefined);
      for (const [index, night] of history.entries()) marks[places[index] ?? 0] = verdictOf(night);
      return marks;
    },
  };
}

function when(first: string, last: string, beside: string): string {
  if (sameDay(first, last)) return `all on ${day(first, beside)}`;
  return `from ${day(first, beside)} to ${day(last, beside)}`;
}

type History = Report['history'];

/** The nights on which the target did not respond, once, instead of at each requirement. */
function outages(history: History, beside: string): string {
  const days = [...new Set(history.filter(({ unreached }) => unreached).map((one) => day(one.startedAt, beside)))];
  return days.length === 0 ? '' : ` The target did not respond on ${enumerated(days)}.`;
}

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

function wasSeen(row: ReportedRequirement, history: History): boolean {
  return history.some((night) => verdictIn(row, night) !== undefined);
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
