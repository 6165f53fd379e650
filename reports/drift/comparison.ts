import { type Difference, differences } from '../../schemas/observation.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import type { Known } from './remembered.js';

/** How a verdict differs, by the names in report.json; `still` for what fails as before. */
export type Kind = 'newFailures' | 'undecided' | 'fixed' | 'decided' | 'still';

/** A requirement in both reports. */
type Pair = Readonly<{
  id: string;
  /** Undefined where the earlier report lacks it. */
  before: ReportedRequirement | undefined;
  now: ReportedRequirement;
}>;

/** A requirement that was observed or judged otherwise. */
export interface Changed extends Pair {
  readonly differences: readonly Difference[];
}

/** Differences between two reports, in the order of the later one. */
export type Comparison = Readonly<{
  before: Report;
  now: Report;
  pairs: readonly Pair[];
  /** Requirements observed in both. */
  compared: number;
  changed: readonly Changed[];
  moved: readonly (Pair & { readonly kind: Kind })[];
}>;

/**
 * Compares two reports of one target, or of two. Pure. What only one observed, what a filter left out, and what a mock
 * was declared to lack is no change.
 * @param known replaces their observations where changes stay open from run to run
 */
export function compareReports(before: Report, now: Report, known?: ReadonlyMap<string, Known>): Comparison {
  const rows = new Map(before.requirements.map((row) => [row.id, row]));
  const pairs = now.requirements
    .map((row): Pair => ({ id: row.id, before: rows.get(row.id), now: row }))
    .filter((one) => one.before?.verdict !== 'lacking' && one.now.verdict !== 'lacking');
  const observed = pairs.map((one) => {
    const of = known?.get(one.id);
    const [then, today] = known ? [of?.reference, of?.last] : [one.before?.observation, one.now.observation];
    const isCompared = known ? of?.isCompared : then !== undefined && today !== undefined;
    return { one, isCompared, found: differences(then, today) };
  });
  return {
    before,
    now,
    pairs,
    compared: observed.filter(({ isCompared }) => isCompared).length,
    changed: observed.flatMap(({ one, found }) => (found.length > 0 ? [{ ...one, differences: found }] : [])),
    moved: pairs.flatMap((one) => [kindOf(one) ?? []].flat().map((kind) => ({ ...one, kind }))),
  };
}

export function isSame({ changed, moved }: Comparison): boolean {
  return changed.length === 0 && moved.every(({ kind }) => kind === 'still');
}

/** What failed and is waived now is still there. */
function kindOf({ before, now }: Pair): Kind | undefined {
  if (now.verdict === 'fail' && !isContradicted(before)) return 'newFailures';
  if (before?.verdict === 'fail' && (now.verdict === 'fail' || now.verdict === 'waived')) return 'still';
  if (!before || before.leftOut || now.leftOut) return undefined;
  if (now.verdict === 'pass' && isContradicted(before)) return 'fixed';
  if (isDecided(before) === isDecided(now)) return undefined;
  return isDecided(now) ? 'decided' : 'undecided';
}

// A waiver also covers undecided checks; only a contradiction has `found`.
function isContradicted(row: ReportedRequirement | undefined): boolean {
  return row?.verdict === 'fail' || (row?.verdict === 'waived' && row.found !== undefined);
}

function isDecided({ verdict }: ReportedRequirement): boolean {
  return ['pass', 'fail', 'waived', 'attested'].includes(verdict);
}
