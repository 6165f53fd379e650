import { groupsOf, type Specification } from '../../schemas/specification.js';
import type { DecisionEntry, Report, ReportedRequirement } from '../../schemas/types.js';
import { type Changed, type Comparison, compareReports } from '../drift/comparison.js';
import { acceptedIn, type Known, knownAfter } from '../drift/remembered.js';
import { linesOf, type Names, recorded } from '../drift/sentences.js';
import { digestOfRow, verdictWithoutDecision } from '../wording/row.js';
import { environmentOf } from '../wording/target.js';

/** Differences named in the line of a changed observation. */
const mostNamed = 3;

export interface Baseline {
  readonly report: Report;
  /** The previous run, whose open changes stay open; a named report; or another target's, to be resembled. */
  readonly kind: 'previous' | 'named' | 'other target';
}

/** Adds to a report how it differs from its baseline, by requirement and as a whole. */
export function compared(
  report: Report,
  { report: baseline, kind }: Baseline,
  { specification, decisions = [] }: { specification: Specification; decisions?: readonly DecisionEntry[] },
): Report {
  const isAccepted = acceptedIn(decisions, report.run.startedAt);
  const known = kind === 'previous' ? knownAfter(report, baseline, isAccepted) : undefined;
  const comparison = compareReports(baseline, report, known);
  const between = kind === 'other target' ? targetNames(baseline, report) : undefined;
  const changed = between
    ? differencesBetween(comparison, specification).filter(({ id, now }) => !isAccepted(id, digestOfRow(now)))
    : comparison.changed.filter(
        ({ id, now }) =>
          // Settled questions are decided, accepted behaviour is no change.
          now.verdict === 'pending' && (now.observation === undefined || !isAccepted(id, digestOfRow(now))),
      );
  const requirements = report.requirements.map((row) => {
    const change = changed.find(({ id }) => id === row.id);
    return change ? { ...row, drift: driftOf(change, known?.get(row.id), between) } : row;
  });
  const kept = { ...recorded({ ...comparison, changed }), between: between && [...between] };
  return { ...report, requirements, comparison: kept };
}

/** Both targets by name, within a sentence. */
function targetNames({ target: other }: Report, { target }: Report): Names {
  return [environmentOf(other), target.environment === 'mock' ? 'this mock' : 'this target'];
}

/** Differences between two targets that no declared lack explains. */
function differencesBetween({ changed, pairs, now }: Comparison, specification: Specification): readonly Changed[] {
  const excused = now.requirements.flatMap(({ id, verdict }) => {
    const groups = verdict === 'lacking' ? groupsOf(specification, id) : [];
    // A requirement of two groups does not show which of them the mock lacks.
    return groups.length === 1 ? groups.flatMap((name) => specification.groups[name]?.open ?? []) : [];
  });
  return pairs.flatMap((pair): readonly Changed[] => {
    const observed = changed.filter(({ id }) => id === pair.id);
    if (observed.length > 0) return excused.includes(pair.id) ? [] : observed;
    const [before, after] = [pair.before, pair.now].map((row) => row && verdictWithoutDecision(row));
    const isReversed = /^(pass fail|fail pass)$/.test(`${before} ${after}`);
    return isReversed ? [{ ...pair, differences: [{ at: '/verdict', before, now: after }] }] : [];
  });
}

function driftOf({ differences }: Changed, known: Known | undefined, between?: Names): ReportedRequirement['drift'] {
  const { since, reference } = known ?? {};
  return {
    between: between && [...between],
    ...(since !== undefined && { since, observationBefore: reference as ReportedRequirement['observation'] }),
    sentence: `${linesOf(differences, mostNamed, between).join('; ')}.`,
    differences: differences as NonNullable<ReportedRequirement['drift']>['differences'],
  };
}
