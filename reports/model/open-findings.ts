/** Findings that a reader needs first, and groups of requirements with one reason. */

import { byKey } from '../../schemas/by-key.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { driftOf, linesOf } from '../drift/lines.js';
import { startOf } from '../text/phrases.js';
import { withVerdict } from '../wording/counts.js';
import { gravestRowsFirst } from '../wording/finding.js';
import { changedSince, since, type Term, until, whatHappened } from '../wording/summary-text.js';
import type { Mark } from '../wording/verdict-labels.js';
import { type FindingGroup, findingGroups } from './finding-groups.js';

/** From this many requirements on, a shared reason stands once. */
const shared = 3;
/** Differences of one requirement that a summary shows. */
const mostLines = 2;

/** One line of what is open, waived or new. */
export interface OpenFinding extends Term {
  readonly mark: Mark;
  readonly id: string;
  /** How many more requirements the line stands for. */
  readonly more: number;
  readonly found: string;
  /** The same as lines, where several things changed: the first few, and how many more there are. */
  readonly lines?: readonly string[];
}

/** Requirements that have one reason. */
interface ReasonGroup {
  readonly reason: string;
  readonly rows: readonly ReportedRequirement[];
}

/** What is open, waived or new: fails, inconclusives, waivers, then changed observations. */
export function openFindings(report: Report): readonly OpenFinding[] {
  const line = (row: ReportedRequirement, mark: Mark, more = 0): OpenFinding => {
    const term = until(row, report) ?? { when: since(row, report) };
    return { mark, id: row.id, more, found: whatHappened(row), ...term };
  };
  const changed = report.requirements.flatMap((row): OpenFinding[] => {
    const drift = driftOf(row);
    if (!drift) return [];
    const lines = linesOf(row.drift?.differences ?? [], mostLines).map(startOf);
    const several = lines.length > 1 && { lines };
    const when = changedSince(row, report);
    return [{ mark: 'changed', id: row.id, more: 0, found: startOf(drift.described), ...several, when }];
  });
  return [
    ...findingGroups(report).map(({ mark, rows: [first, ...rest], cause }) => ({
      ...line(first, mark, rest.length),
      ...(cause !== undefined && { found: cause }),
    })),
    ...gravestRowsFirst(withVerdict(report, 'waived')).map((row) => line(row, 'waived')),
    ...changed,
  ];
}

/**
 * The place of each finding in a document, by the id of its requirement: `finding-AUTH-01`. Requirements with one
 * cause have one place, that of the first.
 */
export function findingPlaces(groups: readonly FindingGroup[]): ReadonlyMap<string, string> {
  return new Map(groups.flatMap(({ rows }) => rows.map(({ id }) => [id, `finding-${rows[0].id}`] as const)));
}

/** Skipped requirements, grouped by reason. */
export function skippedByReason(report: Report): readonly ReasonGroup[] {
  return byReason(withVerdict(report, 'skipped'));
}

/** Small groups, which repeat the reason at each requirement, and large ones, which state it once. */
export function split(rows: readonly ReportedRequirement[]): { alone: ReasonGroup[]; together: ReasonGroup[] } {
  const groups = byReason(rows);
  const isShared = (group: ReasonGroup) => group.rows.length >= shared;
  return { alone: groups.filter((group) => !isShared(group)), together: groups.filter(isShared) };
}

// In the order in which the reasons come up.
function byReason(rows: readonly ReportedRequirement[]): readonly ReasonGroup[] {
  const reasonOf = ({ reason, checks }: ReportedRequirement) =>
    reason ?? checks.find((check) => check.reason)?.reason ?? 'No reason was noted.';
  return [...byKey(rows.map((row) => [reasonOf(row), row]))].map(([reason, members]) => ({ reason, rows: members }));
}
