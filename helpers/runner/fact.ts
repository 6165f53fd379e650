import { context, type Target } from '../client/context.js';
import type { Response } from '../client/message.js';
import { TransportError } from '../client/transport-error.js';
import { Failed, Inconclusive, Skipped } from '../client/verdicts.js';
import { fixtures } from './fixture.js';

/** A proposition about the target that verdicts rest on, established by exchanges of its own. */
export interface Fact {
  /** As a clause: `two customers differ`. */
  readonly name: string;
  /** The requirement whose failure says the same where the target refutes it. */
  readonly owner?: string;
  /** Its answer may change in the course of a run: it is established each time. */
  readonly changes?: true;
  /**
   * Returns the responses that show it.
   * @param explained the failure that it may explain, as one of `unless` alone
   * @throws Failed where exchanges refute it, Inconclusive where they do not show it, Skipped where the configuration
   *   lacks what it needs
   */
  readonly establish: (target: Target, explained?: Failed) => Promise<readonly Response[]>;
}

export interface Rests {
  /** Without these a request would be impossible or meaningless: established before the check, once a run. */
  readonly given?: readonly Fact[];
  /** Without these a pass is withheld: a target that returns the same to everybody agrees with most rules. */
  readonly shown?: readonly Fact[];
  /** Causes that belong to another requirement: established anew after a failure, since causes come and go. */
  readonly unless?: readonly Fact[];
}

const established = fixtures<readonly Response[]>();

/** Establishes a fact once a run, for all checks that rest on it. @throws as the fact */
export function establishOnce(fact: Fact): Promise<readonly Response[]> {
  if (fact.changes) return fact.establish(context());
  return established(`fact: ${fact.name}`, (target) => fact.establish(target), fact);
}

/** The first of some facts that the target refutes now, with its failure; undefined where it refutes none. */
export async function refuted(facts: readonly Fact[], explained: Failed) {
  for (const fact of facts) {
    const ended = await fact.establish(context(), explained).catch((error: unknown) => error);
    if (ended instanceof Failed) return { fact, failure: ended };
    const isUnknown = [Inconclusive, Skipped, TransportError].some((kind) => ended instanceof kind);
    if (ended instanceof Error && !isUnknown) throw ended;
  }
  return undefined;
}
