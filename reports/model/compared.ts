import type { Specification } from '../../schemas/specification.js';
import type { DecisionEntry, Report, ReportedRequirement } from '../../schemas/types.js';
import { type Changed, compareReports } from '../drift/comparison.js';
import { digestOfRow, namesOf, unlike } from '../drift/likeness.js';
import { linesOf, type Names } from '../drift/lines.js';
import { acceptedIn, type Known, knownAfter } from '../drift/remembered.js';
import { recorded } from '../drift/sentences.js';

/** Differences that the one line of a changed observation names. */
const named = 3;

/** The report that a run is compared with. */
export interface Baseline {
  readonly report: Report;
  /** The run before, whose open changes stay open; one that was named; or one of another target, which this is to resemble. */
  readonly kind: 'previous' | 'named' | 'other target';
}

interface About {
  readonly specification: Specification;
  readonly decisions?: readonly DecisionEntry[];
}

/** A report with what differs from its baseline: beside each observation that changed, and as a whole. */
export function compared(
  report: Report,
  { report: baseline, kind }: Baseline,
  { specification, decisions = [] }: About,
): Report {
  const isAccepted = acceptedIn(decisions, report.run.startedAt);
  const known = kind === 'previous' ? knownAfter(report, baseline, isAccepted) : undefined;
  const found = compareReports(baseline, report, known);
  const between = kind === 'other target' ? namesOf(baseline.target, report.target) : undefined;
  const differing = between ? unlike(found, report, specification) : found.changed;
  // A settled requirement passes or fails: what it promises was decided, and so was a behaviour that is accepted.
  const changed = differing.filter(
    ({ id, now }) =>
      (between || now.verdict === 'pending') &&
      ((!between && now.observation === undefined) || !isAccepted(id, digestOfRow(now))),
  );
  const drifts = new Map(changed.map((change) => [change.id, driftOf(change, known?.get(change.id), between)]));
  const requirements = report.requirements.map((row) => {
    const drift = drifts.get(row.id);
    return drift ? { ...row, drift } : row;
  });
  const comparison = { ...recorded({ ...found, changed }), ...(between && { between: [...between] }) };
  return { ...report, requirements, comparison };
}

function driftOf({ differences }: Changed, known: Known | undefined, between?: Names): ReportedRequirement['drift'] {
  return {
    ...(between && { between: [...between] }),
    ...(known?.since !== undefined && {
      since: known.since,
      observationBefore: known.reference as ReportedRequirement['observation'],
    }),
    sentence: `${linesOf(differences, named, between).join('; ')}.`,
    differences: differences as NonNullable<ReportedRequirement['drift']>['differences'],
  };
}
