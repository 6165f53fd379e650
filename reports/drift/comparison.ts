import { type Difference, differences } from '../../schemas/observation.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import type { Known } from './remembered.js';

/** How the verdict of a requirement differs, by the names that report.json has; `still` for what fails as before. */
export type Kind = 'newFailures' | 'undecided' | 'fixed' | 'decided' | 'still';

/** A requirement of the later report, and as the earlier one has it. */
interface Pair {
  readonly id: string;
  /** Undefined where the earlier report does not have the requirement. */
  readonly before: ReportedRequirement | undefined;
  readonly now: ReportedRequirement;
}

/** A requirement that was observed, or judged, otherwise. */
export interface Changed extends Pair {
  readonly differences: readonly Difference[];
}

/** What differs between two reports, each list in the order of the later one. */
export interface Comparison {
  readonly before: Report;
  readonly now: Report;
  readonly pairs: readonly Pair[];
  /** How many requirements were observed, and known before. */
  readonly compared: number;
  readonly changed: readonly Changed[];
  readonly moved: readonly (Pair & { readonly kind: Kind })[];
}

/**
 * Compares two reports, of one target on two nights or of two targets. Pure. What was observed in only one of them is
 * no change, and what a filter left out of one is nothing that was lost. What a mock was declared to lack is left out.
 * @param known what is compared in the place of their observations, where changes stay open from run to run
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

/** Whether nothing differs that says something about the target. */
export function isSame({ changed, moved }: Comparison): boolean {
  return changed.length === 0 && moved.every(({ kind }) => kind === 'still');
}

/** To waive is not to mend: what failed and is waived now is still there. */
function kindOf({ before, now }: Pair): Kind | undefined {
  if (now.verdict === 'fail' && !isContradicted(before)) return 'newFailures';
  if (before?.verdict === 'fail' && (now.verdict === 'fail' || now.verdict === 'waived')) return 'still';
  if (!before || before.leftOut || now.leftOut) return undefined;
  if (now.verdict === 'pass' && isContradicted(before)) return 'fixed';
  if (isDecided(before) === isDecided(now)) return undefined;
  return isDecided(now) ? 'decided' : 'undecided';
}

// A waiver covers what is undecided too; only what an answer contradicts has something found.
function isContradicted(row: ReportedRequirement | undefined): boolean {
  return row?.verdict === 'fail' || (row?.verdict === 'waived' && row.found !== undefined);
}

function isDecided({ verdict }: ReportedRequirement): boolean {
  return ['pass', 'fail', 'waived', 'attested'].includes(verdict);
}
