import { digestOf } from '../../schemas/observation.js';
import type { Specification } from '../../schemas/specification.js';
import type { DecisionEntry, Report, ReportedRequirement } from '../../schemas/types.js';
import { type Changed, type Comparison, compareReports, type Earlier } from '../drift/comparison.js';
import { linesOf } from '../drift/lines.js';
import { acceptedIn, type Known, knownAfter, type Remembered } from '../drift/remembered.js';
import { recorded } from '../drift/sentences.js';

/** Differences that the one line of a changed observation names. */
const named = 3;

interface Memory {
  readonly specification: Specification;
  readonly remembered?: ReadonlyMap<string, Remembered>;
  readonly decisions?: readonly DecisionEntry[];
}

/** A report with what differs from its baseline: beside each observation that changed, and as a whole. */
export function compared(
  report: Report,
  baseline: Earlier,
  { specification, remembered, decisions = [] }: Memory,
): Report {
  const isAccepted = acceptedIn(decisions, report.run.startedAt);
  const known = remembered && knownAfter(report, remembered, isAccepted);
  const found = compareReports(baseline, known ? withKnown(report, known) : report, specification);
  const changed = found.changed.filter(({ id }) => isOpen(report, id, isAccepted));
  const comparison: Comparison = {
    ...found,
    changed,
    ...(known && { compared: [...known].filter(([id, { observed }]) => observed && remembered.has(id)).length }),
  };
  const drifts = new Map(changed.map((change) => [change.id, driftOf(change, known?.get(change.id))]));
  const requirements = report.requirements.map((row) => {
    const drift = drifts.get(row.id);
    return drift ? { ...row, drift } : row;
  });
  return { ...report, requirements, comparison: recorded(comparison) };
}

/** A settled requirement passes or fails: what it promises was decided, and so was a behaviour that is accepted. */
function isOpen({ requirements }: Report, id: string, isAccepted: ReturnType<typeof acceptedIn>): boolean {
  const row = requirements.find((one) => one.id === id);
  if (row?.verdict !== 'pending') return false;
  return row.observation === undefined || !isAccepted(id, digestOf(row.observation));
}

/** The report with the last that is known of each observation: a change stays open where a run did not observe it. */
function withKnown(report: Report, known: ReadonlyMap<string, Known>): Report {
  const requirements = report.requirements.map((row) => {
    const { observation, sentences = [] } = known.get(row.id)?.last ?? {};
    const { observation: _, sentence: __, sentences: ___, ...bare } = row;
    if (observation === undefined) return bare;
    const observed = observation as ReportedRequirement['observation'];
    return { ...bare, observation: observed, sentence: sentences.join(' '), sentences: [...sentences] };
  });
  return { ...report, requirements };
}

function driftOf(change: Changed, known: Known | undefined): ReportedRequirement['drift'] {
  const { differences } = change;
  const { sentence: before, sentences: sentencesBefore } = change.before ?? {};
  const { sentence: now } = change.now;
  return {
    ...(known?.since !== undefined && { since: known.since.slice(0, 10) }),
    ...(before !== undefined && { before }),
    ...(sentencesBefore !== undefined && { sentencesBefore: [...sentencesBefore] }),
    ...(now !== undefined && { now }),
    sentence: `${linesOf(differences, named).join(', ')}.`,
    differences: differences as NonNullable<ReportedRequirement['drift']>['differences'],
  };
}
