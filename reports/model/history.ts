import type { Report, ReportedRequirement } from '../../schemas/types.js';
import type { Verdict } from '../../schemas/verdict.js';
import { day, daysBetween, sameDay } from '../text/dates.js';
import { counted } from '../text/summary-text.js';

/** One requirement over the runs: a verdict per column, `undefined` for a day without a run or a run without it. */
export interface HistoryColumn {
  readonly row: ReportedRequirement;
  readonly marks: readonly (Verdict | undefined)[];
}

/** The runs against one target, and the requirements that ever changed in them. */
export interface HistoryGrid {
  readonly introduction: string;
  readonly columns: number;
  readonly moved: readonly HistoryColumn[];
}

/** Over how many days runs are still placed by the calendar. */
const longestCalendar = 45;

/** Reads the history of a report. `undefined` where this run is the first. */
export function historyOf({ history, requirements, run }: Report): HistoryGrid | undefined {
  const [first, last] = [history[0], history.at(-1)];
  if (history.length < 2 || !first || !last) return undefined;
  const places = placesOf(history);
  const columns = (places.at(-1) ?? 0) + 1;
  const gap = columns > history.length ? ' A gap is a day without a run.' : '';
  const moved = requirements.filter((row) => keptVerdict(row, history) === undefined);
  return {
    introduction: `${counted(history.length, 'run')} against this target, ${when(first.startedAt, last.startedAt, run.startedAt)}. It shows the requirements whose verdict changed.${gap}`,
    columns,
    moved: moved.map((row) => ({ row, marks: marksOf(row, history, places, columns) })),
  };
}

function when(first: string, last: string, beside: string): string {
  if (sameDay(first, last)) return `all on ${day(first, beside)}`;
  return `from ${day(first, beside)} to ${day(last, beside)}`;
}

type History = Report['history'];

/** The verdict that a requirement had in all of the runs; `undefined` where it changed. */
export function keptVerdict({ id }: ReportedRequirement, history: History): Verdict | undefined {
  const seen = new Set(history.flatMap(({ verdicts }) => verdicts[id] ?? []));
  return seen.size === 1 ? [...seen][0] : undefined;
}

// With at most one run per day a column is a day, so a day without a run is a gap; otherwise a column is a run.
function placesOf(history: History): number[] {
  const first = history[0]?.startedAt ?? '';
  if (!isDaily(history)) return history.map((_, index) => index);
  return history.map(({ startedAt }) => daysBetween(first, startedAt));
}

function isDaily(history: History): boolean {
  const days = new Set(history.map(({ startedAt }) => startedAt.slice(0, 10)));
  const length = daysBetween(history[0]?.startedAt ?? '', history.at(-1)?.startedAt ?? '');
  return days.size === history.length && length <= longestCalendar;
}

function marksOf({ id }: ReportedRequirement, history: History, places: readonly number[], columns: number) {
  const marks = Array<Verdict | undefined>(columns).fill(undefined);
  for (const [index, { verdicts }] of history.entries()) marks[places[index] ?? 0] = verdicts[id];
  return marks;
}
