import { differences, digestOf, joined } from '../../schemas/observation.js';
import type { DecisionEntry, Report, ReportedRequirement } from '../../schemas/types.js';
import { holdsOn, isDead } from '../../schemas/verdict.js';

/** What is known of a requirement's behaviour after a run. */
export type Known = Readonly<{
  /** The observation to compare with: the last accepted, or the first. */
  reference: unknown;
  /** The last observation: differs from the reference while a change is open. */
  last: unknown;
  /** Day on which the open change was first observed. */
  since?: string;
  /** The run observed it, and the baseline knew of it. */
  isCompared: boolean;
}>;

/** Whether an observation, by its digest, is accepted. */
export type Acceptance = (id: string, digest: string) => boolean;

export function acceptedIn(entries: readonly DecisionEntry[], startedAt: string): Acceptance {
  const inForce = entries.filter((entry) => holdsOn(entry, startedAt.slice(0, 10)));
  const accepted = inForce.flatMap(({ kind, id, observation }) => (kind === 'accept' ? `${id} ${observation}` : []));
  return (id, digest) => accepted.includes(`${id} ${digest}`);
}

/**
 * What is known after a run, by requirement. An observation that differs from its reference opens a change, which stays
 * open until it is accepted or settled, or the behaviour is as before. Pure.
 */
export function knownAfter(report: Report, previous: Report, isAccepted: Acceptance): ReadonlyMap<string, Known> {
  const run = report.history.at(-1);
  const isSilent = run !== undefined && isDead(run);
  const before = new Map(previous.requirements.map((row) => [row.id, row]));
  return new Map(
    report.requirements.flatMap((row): [string, Known][] => {
      const earlier = before.get(row.id);
      const now = isSilent ? undefined : row.observation;
      const open = earlier && !isClosed(earlier, earlier.observation, isAccepted) ? earlier.drift : undefined;
      const lastBefore = earlier?.observation ?? open?.observationBefore;
      const reference = open?.observationBefore ?? lastBefore;
      const last = joined(lastBefore, now);
      if (last === undefined) return [];
      const isCompared = now !== undefined && reference !== undefined;
      if (reference === undefined || differences(reference, last).length === 0 || isClosed(row, now, isAccepted))
        return [[row.id, { reference: last, last, isCompared }]];
      return [[row.id, { reference, last, since: open?.since ?? report.run.startedAt.slice(0, 10), isCompared }]];
    }),
  );
}

/** Whether it was settled, or what was observed is accepted. */
function isClosed({ id, verdict }: ReportedRequirement, seen: unknown, isAccepted: Acceptance): boolean {
  return verdict !== 'pending' || (seen !== undefined && isAccepted(id, digestOf(seen)));
}
