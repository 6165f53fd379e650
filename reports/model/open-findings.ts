/** Findings that a reader needs first, and groups of requirements with one reason. */

import { byKey } from '../../schemas/by-key.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { driftOf, linesOf } from '../drift/lines.js';
import { startOf } from '../text/phrases.js';
import { withVerdict } from '../wording/counts.js';
import { gravestRowsFirst } from '../wording/finding.js';
import { lackingIn } from '../wording/lacking.js';
import { reasonOf } from '../wording/scope.js';
import { changedSince, since, type Term, until, whatHappened } from '../wording/summary-text.js';
import type { Mark } from '../wording/verdict-labels.js';
import { findingGroups } from './finding-groups.js';

/** From this many requirements on, a shared reason stands once. */
const shared = 3;
/** Differences of one requirement that a summary shows. */
const mostLines = 2;

/** One line of what is open, waived, lacking or new. */
export interface OpenFinding extends Term {
  readonly mark: Mark;
  readonly id: string;
  /** The requirements that the line stands for, the gravest first. */
  readonly rows: readonly [ReportedRequirement, ...ReportedRequirement[]];
  /** How many more than the first they are. */
  readonly more: number;
  readonly found: string;
  /** The same as lines, where several things changed: the first few, and how many more there are. */
  readonly lines?: readonly string[];
}

/** Whether it keeps the run from passing, beside what is waived, lacking or new. */
export const isCause = ({ mark }: Pick<OpenFinding, 'mark'>): boolean => mark === 'fail' || mark === 'inconclusive';

/** What is open, waived, lacking or new: fails, inconclusives, waivers, what a mock lacks, then changed observations. */
export function openFindings(report: Report): readonly OpenFinding[] {
  const line = (rows: OpenFinding['rows'], mark: Mark): OpenFinding => {
    const [row] = rows;
    const term = until(row, report) ?? { when: since(row, report) };
    return { mark, id: row.id, rows, more: rows.length - 1, found: whatHappened(row), ...term };
  };
  const changed = report.requirements.flatMap((row): OpenFinding[] => {
    const drift = driftOf(row);
    if (!drift) return [];
    const { differences = [], between } = row.drift ?? {};
    const lines = linesOf(differences, mostLines, between).map(startOf);
    const several = lines.length > 1 && { lines };
    const when = changedSince(row, report);
    return [{ ...line([row], between ? 'differs' : 'changed'), found: startOf(drift.described), ...several, when }];
  });
  return [
    ...findingGroups(report).map((group) => ({
      ...line(group.rows, group.mark),
      ...(group.cause !== undefined && { found: group.cause }),
    })),
    ...gravestRowsFirst(withVerdict(report, 'waived')).map((row) => line([row], 'waived')),
    ...lackingIn(report).flatMap(({ name, rows: [first, ...more], unmet, by }) => {
      const found = `${name}: no client of this mock meets ${unmet}.`;
      return first ? [{ ...line([first, ...more], 'lacking'), found, when: 'Until revoked', by }] : [];
    }),
    ...changed,
  ];
}

/** Skipped requirements, grouped by reason. */
export function skippedByReason(report: Report) {
  return byReason(withVerdict(report, 'skipped'));
}

/** Small groups, which repeat the reason at each requirement, and large ones, which state it once. */
export function split(all: readonly ReportedRequirement[]) {
  const groups = byReason(all);
  return {
    alone: groups.filter(({ rows }) => rows.length < shared),
    together: groups.filter(({ rows }) => rows.length >= shared),
  };
}

// In the order in which the reasons come up.
function byReason(all: readonly ReportedRequirement[]) {
  return [...byKey(all.map((row) => [reasonOf(row), row]))].map(([reason, rows]) => ({ reason, rows }));
}
