import { currentScope, now, perRun, type Scope, sleep } from '../client/context.js';
import type { Response } from '../client/message.js';
import { burst, send } from '../client/send.js';
import { TransportError } from '../client/transport-error.js';
import { Failed, Inconclusive, Skipped } from '../client/verdicts.js';
import type { Configuration } from '../settings/schema.js';
import { fixture } from './fixture.js';

/** What a check or an observation works with: the target of its run, and the ways to ask it. */
export interface Target {
  readonly configuration: Configuration;
  /** Every response of the run so far. */
  readonly responses: readonly Response[];
  readonly send: typeof send;
  readonly burst: typeof burst;
  /** Waits, in milliseconds by the clock of the run. */
  readonly sleep: typeof sleep;
  /** Milliseconds by the clock of the run. */
  readonly now: typeof now;
}

/** The target of a check, observation or fact: what is sent counts as its own. */
export function targetOf({ run: { configuration, responses } }: Scope): Target {
  return { configuration, responses, send, burst, sleep, now };
}

/** A proposition about the target that verdicts rest on, established by exchanges of its own. */
export interface Fact {
  /** As a clause: `two customers differ`. */
  readonly name: string;
  /** The requirement whose failure says the same where the target refutes it. */
  readonly owner?: string;
  /** Whether its answer may change while the run learns more of the target: then it is established each time. */
  readonly changes?: true;
  /**
   * Returns the responses that show it.
   * @param explained the failure that it may explain, in the position `unless` alone
   * @throws Failed where exchanges refute it, Inconclusive where they do not show it, Skipped where the configuration lacks
   *   what it needs
   */
  readonly establish: (target: Target, explained?: Failed) => Promise<readonly Response[]>;
}

/** What the verdict of a check rests on, beside its own requests. */
export interface Rests {
  /** Without these a request would be impossible or meaningless: established before the check, once a run. */
  readonly given?: readonly Fact[];
  /** Without these a pass is withheld; a contradiction stands. A target that answers the same to everybody agrees with most rules. */
  readonly shown?: readonly Fact[];
  /** Causes that belong to another requirement: asked anew after a failure, since causes come and go. */
  readonly unless?: readonly Fact[];
}

const established = perRun(() => new Map<Fact, () => Promise<readonly Response[]>>());

/** Establishes a fact once a run, for all checks that rest on it. @throws as the fact */
export function establishOnce(fact: Fact): Promise<readonly Response[]> {
  const anew = () => fact.establish(targetOf(currentScope()));
  if (fact.changes) return anew();
  const once = established().get(fact) ?? fixture(`fact: ${fact.name}`, anew);
  established().set(fact, once);
  return once();
}

/** The first of some facts that the target refutes now, with its failure; undefined where it refutes none. */
export async function refuted(facts: readonly Fact[], explained: Failed) {
  for (const fact of facts) {
    const ended = await fact.establish(targetOf(currentScope()), explained).catch((error: unknown) => error);
    if (ended instanceof Failed) return { fact, failure: ended };
    const isUnknown = [Inconclusive, Skipped, TransportError].some((kind) => ended instanceof kind);
    if (ended instanceof Error && !isUnknown) throw ended;
  }
  return undefined;
}
