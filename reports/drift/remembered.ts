import { differences, digestOf, joined } from '../../schemas/observation.js';
import type { DecisionEntry, Report } from '../../schemas/types.js';
import { holdsOn, isDead } from '../../schemas/verdict.js';
import { statementsOf } from '../wording/observed.js';

/** An observation and the statements for people. */
export interface Seen {
  readonly observation: unknown;
  readonly sentences: readonly string[];
}

/** What earlier runs under the same configuration know of one requirement. */
export interface Remembered {
  /** The last observation that was accepted, or that nothing came before. A run is compared with it. */
  readonly reference: Seen;
  /** The last observation: another one than the reference while a change is open. */
  readonly last: Seen;
  /** Start of the first run that observed the open change, ISO 8601. */
  readonly since?: string;
}

/** What is known of one requirement after a run. */
export interface Known extends Remembered {
  /** Digest of what this run itself observed, where it did: an acceptance refers to it. */
  readonly observed?: string;
}

/**
 * What is known after a run, by requirement. An observation that differs from its reference opens a change; it stays
 * open until the observation is accepted or settled, or is as before again, whether or not a run observed it. Pure.
 * @param isAccepted whether a decision accepts the observation with this digest
 */
export function knownAfter(
  report: Report,
  remembered: ReadonlyMap<string, Remembered>,
  isAccepted: (id: string, digest: string) => boolean,
): ReadonlyMap<string, Known> {
  const night = report.history.at(-1);
  const isSilent = night !== undefined && isDead(night);
  return new Map(
    report.requirements.flatMap((row): [string, Known][] => {
      const before = remembered.get(row.id);
      const { observation } = row;
      const now = isSilent || observation === undefined ? undefined : { observation, sentences: statementsOf(row) };
      const last = bothOf(before?.last, now);
      if (!last) return [];
      const observed = now && digestOf(now.observation);
      const about = observed === undefined ? {} : { observed };
      const isClosed = row.verdict !== 'pending' || (observed !== undefined && isAccepted(row.id, observed));
      if (!before || isClosed || differences(before.reference.observation, last.observation).length === 0)
        return [[row.id, { reference: last, last, ...about }]];
      return [[row.id, { reference: before.reference, last, since: before.since ?? report.run.startedAt, ...about }]];
    }),
  );
}

/** Whether a decision accepts the observation of a requirement that has a digest. @param startedAt start of the run */
export function acceptedIn(
  entries: readonly DecisionEntry[],
  startedAt: string,
): (id: string, digest: string) => boolean {
  const inForce = entries.filter((entry) => holdsOn(entry, startedAt.slice(0, 10)));
  const accepted = new Set(
    inForce.flatMap(({ kind, id, observation }) => (kind === 'accept' ? `${id} ${observation}` : [])),
  );
  return (id, digest) => accepted.has(`${id} ${digest}`);
}

/** The later observation, with what only the earlier one has: a probe that got no response this time. */
function bothOf(before: Seen | undefined, now: Seen | undefined): Seen | undefined {
  if (!before || !now) return now ?? before;
  const observation = joined(before.observation, now.observation);
  if (digestOf(observation) === digestOf(now.observation)) return now;
  return { observation, sentences: [...new Set([...before.sentences, ...now.sentences])] };
}
