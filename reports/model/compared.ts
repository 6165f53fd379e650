import { groupOf, type Specification } from '../../schemas/specification.js';
import type { DecisionEntry, Report, ReportedRequirement } from '../../schemas/types.js';
import { type Changed, type Comparison, compareReports } from '../drift/comparison.js';
import { linesOf, type Names } from '../drift/lines.js';
import { acceptedIn, type Known, knownAfter } from '../drift/remembered.js';
import { recorded } from '../drift/sentences.js';
import { digestOfRow, lackingIn, verdictWithoutDecision } from '../wording/row.js';
import { environmentOf } from '../wording/target.js';

/** Differences that the one line of a changed observation names. */
const mostNamed = 3;

/** The report that a run is compared with. */
export interface Baseline {
  readonly report: Report;
  /** The previous run, whose open changes stay open; one that was named; or one of another target, which this is to resemble. */
  readonly kind: 'previous' | 'named' | 'other target';
}

interface Context {
  readonly specification: Specification;
  readonly decisions?: readonly DecisionEntry[];
}

/** A report with what differs from its baseline: beside each requirement that changed, and as a whole. */
export function compared(
  report: Report,
  { report: baseline, kind }: Baseline,
  { specification, decisions = [] }: Context,
): Report {
  const isAccepted = acceptedIn(decisions, report.run.startedAt);
  const known = kind === 'previous' ? knownAfter(report, baseline, isAccepted) : undefined;
  const comparison = compareReports(baseline, report, known);
  const between = kind === 'other target' ? targetNames(baseline, report) : undefined;
  const changed = between
    ? differencesBetween(comparison, specification).filter(({ id, now }) => !isAccepted(id, digestOfRow(now)))
    : comparison.changed.filter(
        ({ id, now }) =>
          // What a settled question promises was decided, and an accepted behaviour is no change.
          now.verdict === 'pending' && (now.observation === undefined || !isAccepted(id, digestOfRow(now))),
      );
  const drifts = new Map(changed.map((change) => [change.id, driftOf(change, known?.get(change.id), between)]));
  const requirements = report.requirements.map((row) => {
    const drift = drifts.get(row.id);
    return drift ? { ...row, drift } : row;
  });
  return {
    ...report,
    requirements,
    comparison: { ...recorded({ ...comparison, changed }), ...(between && { between: [...between] }) },
  };
}

/** The two targets of a comparison by name, as they stand within a sentence. */
function targetNames({ target: other }: Report, { target }: Report): Names {
  return [environmentOf(other), target.environment === 'mock' ? 'this mock' : 'this target'];
}

/** Where two targets were observed or judged otherwise, without what follows from a declared lack. */
function differencesBetween({ changed, pairs, now }: Comparison, specification: Specification): readonly Changed[] {
  const excused = lackingIn(now).flatMap(({ name }) => groupOf(specification, name).open ?? []);
  return pairs.flatMap((pair): readonly Changed[] => {
    const observed = changed.filter(({ id }) => id === pair.id);
    if (observed.length > 0) return excused.includes(pair.id) ? [] : observed;
    const verdicts = [pair.before, pair.now].map((row) => row && verdictWithoutDecision(row));
    const [before, after] = verdicts;
    const isDecided = verdicts.every((verdict) => verdict === 'pass' || verdict === 'fail');
    return isDecided && before !== after ? [{ ...pair, differences: [{ at: '/verdict', before, now: after }] }] : [];
  });
}

function driftOf({ differences }: Changed, known: Known | undefined, between?: Names): ReportedRequirement['drift'] {
  return {
    ...(between && { between: [...between] }),
    ...(known?.since !== undefined && {
      since: known.since,
      observationBefore: known.reference as ReportedRequirement['observation'],
    }),
    sentence: `${linesOf(differences, mostNamed, between).join('; ')}.`,
    differences: differences as NonNullable<ReportedRequirement['drift']>['differences'],
  };
}
