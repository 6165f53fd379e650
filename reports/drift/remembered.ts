import { differences, digestOf, joined } from '../../schemas/observation.js';
import type { DecisionEntry, Report, ReportedRequirement } from '../../schemas/types.js';
import { holdsOn, isDead } from '../../schemas/verdict.js';

/** What is known of the behaviour of one requirement after a run. */
export interface Known {
  /** The last observation that was accepted, or that nothing came before: the run is compared with it. */
  readonly reference: unknown;
  /** The last observation: another one than the reference while a change is open. */
  readonly last: unknown;
  /** Day of the first run that observed the open change. */
  readonly since?: string;
  /** Whether the run observed it, and the report before knew of it. */
  readonly isCompared: boolean;
}

/** Whether a decision accepts the observation of a requirement that has a digest. */
export type Acceptance = (id: string, digest: string) => boolean;

/** @param startedAt start of the run */
export function acceptedIn(entries: readonly DecisionEntry[], startedAt: string): Acceptance {
  const inForce = entries.filter((entry) => holdsOn(entry, startedAt.slice(0, 10)));
  const accepted = inForce.flatMap(({ kind, id, observation }) => (kind === 'accept' ? `${id} ${observation}` : []));
  return (id, digest) => accepted.includes(`${id} ${digest}`);
}

/**
 * What is known after a run, by requirement: what the report before observed, its open changes, and what this one
 * observed. An observation that differs from its reference opens a change; it stays open until the observation is
 * accepted or settled, or is as before again, whether or not a run observed it. Pure.
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

/** Whether a decision ends the change of a requirement: it is settled, or what was observed is accepted. */
function isClosed({ id, verdict }: ReportedRequirement, seen: unknown, isAccepted: Acceptance): boolean {
  return verdict !== 'pending' || (seen !== undefined && isAccepted(id, digestOf(seen)));
}
