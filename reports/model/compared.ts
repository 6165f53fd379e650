import type { Specification } from '../../schemas/specification.js';
import type { DecisionEntry, Report, ReportedRequirement } from '../../schemas/types.js';
import { type Changed, type Comparison, compareReports, type Earlier } from '../drift/comparison.js';
import { digestOfRow, type Names, namesOf, unlike } from '../drift/likeness.js';
import { linesOf } from '../drift/lines.js';
import { acceptedIn, type Known, knownAfter, type Remembered } from '../drift/remembered.js';
import { recorded } from '../drift/sentences.js';
import { startOf } from '../text/phrases.js';
import { underneath } from '../wording/decisions.js';
import { whatHappened } from '../wording/summary-text.js';

/** Differences that the one line of a changed observation names. */
const named = 3;

interface Memory {
  readonly specification: Specification;
  /** Whether the baseline is the run of another target, which this one is to resemble. */
  readonly isLike?: boolean;
  readonly remembered?: ReadonlyMap<string, Remembered>;
  readonly decisions?: readonly DecisionEntry[];
}

/** A report with what differs from its baseline: beside each observation that changed, and as a whole. */
export function compared(
  report: Report,
  baseline: Earlier,
  { specification, remembered, decisions = [], isLike }: Memory,
): Report {
  const isAccepted = acceptedIn(decisions, report.run.startedAt);
  const known = remembered && knownAfter(report, remembered, isAccepted);
  const found = compareReports(baseline, known ? withKnown(report, known) : report, specification);
  const between = isLike ? namesOf(baseline.target, report.target) : undefined;
  const differing = isLike ? unlike(found, report, specification) : found.changed;
  const changed = differing.filter(({ id }) => isOpen(report, id, isAccepted, isLike));
  const comparison: Comparison = {
    ...found,
    changed,
    ...(known && { compared: [...known].filter(([id, { observed }]) => observed && remembered.has(id)).length }),
  };
  const drifts = new Map(changed.map((change) => [change.id, driftOf(change, known?.get(change.id), between)]));
  const requirements = report.requirements.map((row) => {
    const drift = drifts.get(row.id);
    return drift ? { ...row, drift } : row;
  });
  return {
    ...report,
    requirements,
    comparison: { ...recorded(comparison), ...(between && { between: [...between] }) },
  };
}

/**
 * A settled requirement passes or fails: what it promises was decided, and so was a behaviour that is accepted. Beside
 * another target what is judged can be accepted, too.
 */
function isOpen(
  { requirements }: Report,
  id: string,
  isAccepted: ReturnType<typeof acceptedIn>,
  isLike = false,
): boolean {
  const row = requirements.find((one) => one.id === id);
  if (!row || (row.verdict !== 'pending' && !isLike)) return false;
  return (row.observation === undefined && !isLike) || !isAccepted(id, digestOfRow(row));
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

function driftOf(change: Changed, known: Known | undefined, between?: Names): ReportedRequirement['drift'] {
  const { differences } = change;
  const isJudged = change.now.observation === undefined;
  const { sentence: before, sentences: sentencesBefore } = (isJudged ? judged(change.before) : change.before) ?? {};
  const { sentence: now } = isJudged ? judged(change.now) : change.now;
  return {
    ...(between && { between: [...between] }),
    ...(known?.since !== undefined && { since: known.since.slice(0, 10) }),
    ...(before !== undefined && { before }),
    ...(sentencesBefore !== undefined && { sentencesBefore: [...sentencesBefore] }),
    ...(now !== undefined && { now }),
    sentence: between
      ? `${linesOf(differences, named, between).map(startOf).join('. ')}.`
      : `${linesOf(differences, named).join(', ')}.`,
    differences: differences as NonNullable<ReportedRequirement['drift']>['differences'],
  };
}

/** What a requirement came to, as an observation has it. */
function judged(row: ReportedRequirement | undefined): Pick<ReportedRequirement, 'sentence' | 'sentences'> {
  if (!row) return {};
  const sentence = underneath(row) === 'pass' ? 'It passes.' : whatHappened(row);
  return { sentence, sentences: [sentence] };
}
