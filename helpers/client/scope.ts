import { AsyncLocalStorage } from 'node:async_hooks';
import type { CaseCounts } from '../../schemas/finding.js';

/** The check, observation or fixture on whose behalf something is sent: authors of suites never pass it on by hand. */
export interface Scope {
  /** Requirement and name of the check, or name of the fixture: stable between runs. */
  readonly name: string;
  /** Ids of the exchanges made, or relied on, in order. */
  readonly exchanges: string[];
  /** How many customers were made up in it, by what they are for: with the names and the seed it decides what they look like. */
  readonly customers: Map<string, number>;
  retried: number;
  /** What became of generated cases, in a check that asks some. */
  cases?: CaseCounts;
}

const storage = new AsyncLocalStorage<Scope>();

/** Runs `work` on behalf of a new scope. */
export function inScope<T>(name: string, work: (scope: Scope) => Promise<T>): Promise<T> {
  const scope: Scope = { name, exchanges: [], customers: new Map(), retried: 0 };
  return storage.run(scope, () => work(scope));
}

/** The scope of whoever is asking. @throws Error outside of any */
export function currentScope(): Scope {
  const scope = storage.getStore();
  if (!scope) throw new Error('nothing is sent outside of a check, an observation or a fixture');
  return scope;
}

/** Takes over the exchanges of another scope: what is relied on is evidence too. */
export function cite(exchanges: readonly string[]): void {
  const scope = currentScope();
  for (const id of exchanges) if (!scope.exchanges.includes(id)) scope.exchanges.push(id);
}
