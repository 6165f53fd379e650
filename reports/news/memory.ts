import { isDeepStrictEqual } from 'node:util';
import { differences, digestOf, joined } from '../../schemas/observation.js';
import type { DecisionEntry, Report, ReportedRequirement as Row } from '../../schemas/types.js';
import { holdsOn } from '../../schemas/verdict.js';
import { entriesOf } from '../wording/decisions.js';
import { observedIn, verdictWithoutWaiver } from '../wording/row.js';

type LastDecided = NonNullable<Row['lastDecided']>;

/** A report keeps so many digests of one question: a service that never answers alike would fill it. */
const mostShown = 60;

export const dayOf = ({ run }: Pick<Report, 'run'>) => run.startedAt.slice(0, 10);

export const isDecided = ({ verdict }: Row) => /^(pass|fail|waived|lacking|attested)$/.test(verdict);

/** Whether the digest of an observation is accepted on a day. */
export function acceptedOn(entries: readonly DecisionEntry[], day: string): (id: string, digest: string) => boolean {
  const accepting = entries.filter((entry) => entry.kind === 'accept' && holdsOn(entry, day));
  return (id, digest) => accepting.some((entry) => entry.id === id && entry.observation === digest);
}

export function lastDecidedOf(row: Row, before: LastDecided | undefined, { run }: Report): LastDecided | undefined {
  // Only a settlement makes a rule of an open question.
  if (row.verdict === 'pending') return undefined;
  const failing = failingChecks(row, before, run.exam);
  if (!isDecided(row)) return before && { ...before, failing };
  const verdict = row.verdict as LastDecided['verdict'];
  const on = dayOf({ run });
  const stateOf = (of: string) => (of === 'waived' ? 'fail' : of);
  const isSame = before && stateOf(before.verdict) === stateOf(verdict);
  return { verdict, on, since: isSame ? before.since : on, exam: run.exam, failing };
}

/** A check that the run left undecided keeps its place; one that a later suite does not have loses it. */
function failingChecks({ checks }: Row, before: LastDecided | undefined, exam: string) {
  const isAnotherSuite = before !== undefined && before.exam !== exam;
  const verdictOf = new Map(checks.map((check) => [check.name, verdictWithoutWaiver(check)]));
  const isKept = (name: string) =>
    verdictOf.has(name) ? verdictOf.get(name) !== 'pass' : !isAnotherSuite || checks.length === 0;
  const failing = [...verdictOf.keys()].filter((name) => verdictOf.get(name) === 'fail');
  return [...new Set([...(before?.failing ?? []).filter(isKept), ...failing])];
}

/**
 * What this run and earlier ones observed. `isNew`: no report has shown the change since the last acceptance.
 * @param isShape it is compared although it is settled
 */
export function observedAfter(
  row: Row,
  earlier: Row | undefined,
  report: Report,
  isShape: boolean,
): Pick<Row, 'lastObserved' | 'shown' | 'differs'> & { readonly isNew?: boolean } {
  const { unavailable } = report.run;
  const before = earlier && observedIn(earlier);
  // If only the second key was rejected, the rest was observed as ever.
  const seen = unavailable && unavailable.unmet === undefined ? undefined : row.observation;
  const observed = joined(before, seen);
  const isMore = observed !== undefined && (seen === undefined || digestOf(observed) !== digestOf(seen));
  const kept = isMore ? { lastObserved: observed as Row['lastObserved'] } : {};
  // What is settled is decided, and no change.
  if (observed === undefined || (row.verdict !== 'pending' && !isShape)) return kept;
  const digest = digestOf(observed);
  const isSettledAnew = row.decision?.kind === 'settle' && !isDeepStrictEqual(row.decision, earlier?.decision);
  // What was observed before a settlement stands as accepted.
  const isClosed = isSettledAnew && before !== undefined;
  const { shown = [], differs = undefined } = isClosed ? { shown: [digestOf(before)] } : (earlier ?? {});
  const day = dayOf(report);
  if (before === undefined || shown.length === 0 || acceptedOn(entriesOf(report), day)(row.id, digest))
    return { ...kept, shown: [digest] };
  if (seen === undefined) return { ...kept, shown, differs };
  const reference = (differs ? differs.reference : before) as NonNullable<Row['differs']>['reference'];
  if (differences(reference, observed).length === 0) return { ...kept, shown };
  return {
    ...kept,
    shown: [...new Set([...shown, digest])].slice(-mostShown),
    differs: { since: differs?.since ?? day, reference },
    isNew: differences(before, observed).length > 0 && !shown.includes(digest),
  };
}
