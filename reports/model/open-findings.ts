/** What a reader has to know first, and the grouping that keeps one cause from being told forty times. */

import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { driftOf } from '../drift/drift-of.js';
import { linesOf } from '../drift/lines.js';
import { withVerdict } from '../text/counts.js';
import { since, startOf, until, whatHappened } from '../text/summary-text.js';
import type { Mark } from '../text/verdict-labels.js';

/** From how many rows on a reason is told once. */
const shared = 3;
/** Differences of one row that a summary tells. */
const mostLines = 2;

/** One line of what is open, waived or new. */
export interface OpenFinding {
  readonly mark: Mark;
  readonly id: string;
  /** How many more requirements the line stands for. */
  readonly more: number;
  readonly found: string;
  /** The same as lines, where several things changed: the first few, and how many more there are. */
  readonly lines?: readonly string[];
  /** Since when, or until when and by whom: `Since 2 November`, `Until 31 January 2026, by …`. */
  readonly when: string;
}

/** Requirements that have one reason. */
export interface ReasonGroup {
  readonly reason: string;
  readonly rows: readonly ReportedRequirement[];
}

/** What is open, waived or new: fails, inconclusives, waivers, then changed observations. */
export function openFindings(report: Report): readonly OpenFinding[] {
  const line = (row: ReportedRequirement, mark: Mark, more = 0): OpenFinding => {
    return { mark, id: row.id, more, found: whatHappened(row), when: until(row, report) || since(row, report) };
  };
  const undecided = undecidedOf(report);
  const changed = report.requirements.flatMap((row): OpenFinding[] => {
    const drift = driftOf(row);
    if (!drift) return [];
    const lines = linesOf(row.drift?.differences ?? [], mostLines).map(startOf);
    const several = lines.length > 1 && { lines };
    return [{ mark: 'changed', id: row.id, more: 0, found: startOf(drift.told), ...several, when: 'New in this run' }];
  });
  return [
    ...withVerdict(report, 'fail').map((row) => line(row, 'fail')),
    ...undecided.alone.map((row) => line(row, 'inconclusive')),
    ...undecided.together.flatMap(({ rows: [first, ...rest] }) =>
      first ? line(first, 'inconclusive', rest.length) : [],
    ),
    ...withVerdict(report, 'waived').map((row) => line(row, 'waived')),
    ...changed,
  ];
}

/** The undecided rows: those that have a reason of their own, and those that share one, such as a key that is refused. */
export function undecidedOf(report: Report): {
  alone: readonly ReportedRequirement[];
  together: readonly ReasonGroup[];
} {
  const { alone, together } = split(withVerdict(report, 'inconclusive'));
  return { alone: alone.flatMap(({ rows }) => rows), together };
}

/** The rows that were skipped, those with one reason together. */
export function skippedByReason(report: Report): readonly ReasonGroup[] {
  return byReason(withVerdict(report, 'skipped'));
}

/** Groups of rows whose reason is told at each, and groups whose reason is told once for all. */
export function split(rows: readonly ReportedRequirement[]): { alone: ReasonGroup[]; together: ReasonGroup[] } {
  const groups = byReason(rows);
  return {
    alone: groups.filter((group) => group.rows.length < shared),
    together: groups.filter((group) => group.rows.length >= shared),
  };
}

// In the order in which the reasons come up.
function byReason(rows: readonly ReportedRequirement[]): readonly ReasonGroup[] {
  const groups = new Map<string, ReportedRequirement[]>();
  for (const row of rows) {
    const reason = row.reason ?? row.checks.find((check) => check.reason)?.reason ?? 'No reason was noted.';
    groups.set(reason, [...(groups.get(reason) ?? []), row]);
  }
  return [...groups].map(([reason, members]) => ({ reason, rows: members }));
}
