import { AsyncLocalStorage } from 'node:async_hooks';
import type { CaseCounts } from '../../schemas/finding.js';
import type { Configuration } from '../configuration/settings.js';
import type { Journal } from '../evidence/journal.js';
import type { RetainedKeys } from '../evidence/retained-keys.js';
import type { SizeLimits } from '../evidence/size-limits.js';
import type { Redactor } from '../redaction/redactor.js';
import type { Receiver } from '../webhook/receiver.js';
import type { CircuitBreaker } from './circuit-breaker.js';
import type { Connection } from './connection.js';
import type { BodyMakers, Response } from './message.js';
import type { RateLimiter } from './rate-limiter.js';

/** A failure that people have waived for now: of every check of a requirement, or of one. */
export interface Waived {
  readonly id: string;
  readonly check?: string;
}

/** What the command line hands to the suites: plain data, in memory only, since it holds keys. */
export interface RunInput {
  /** Of a run against the embedded server too: address and keys are filled in. */
  readonly configuration: Configuration & {
    readonly baseUrl: string;
    readonly apiKey: string;
    readonly tenantId: string;
  };
  readonly embedded: boolean;
  /** Whether the proxies that the environment names are passed over. */
  readonly direct?: boolean;
  readonly secrets: readonly { readonly value: string; readonly label: string }[];
  /** Distinguishes what this run creates: a few letters and digits. */
  readonly mark: string;
  readonly suiteVersion: string;
  /** The file to which exchanges are written as they happen; in memory alone without one. */
  readonly journalFile?: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Shuffles the order in which checks begin. */
  readonly order?: number;
  /** Name of the channel between the runner's thread and the session: progress one way, a reason to stop the other. */
  readonly channel?: string;
  /** What was observed in the run that this one is compared with, by requirement. */
  readonly baseline?: Readonly<Record<string, unknown>>;
  /** What earlier runs have left to be sent again, and what is known of how long keys are kept. */
  readonly retainedKeys?: RetainedKeys;
  /** Failures that do not end the run, whatever `--bail` says. */
  readonly waived?: readonly Waived[];
}

/** What a check or an observation is known by. */
interface Defined {
  readonly id: string;
  readonly name: string;
}

/** The context of a run: everything that its checks share. Several runs may live in one process; none sees another. */
export interface RunContext extends RunInput {
  readonly connection: Connection;
  readonly rateLimiter: RateLimiter;
  readonly redactor: Redactor;
  readonly journal: Journal;
  /** Listens for notifications, where a port was given for it. */
  readonly receiver?: Receiver;
  /** Every answer so far, as it came: raw, so never written anywhere. */
  readonly responses: Response[];
  /** Counts transport faults; enough of them in a row and nothing more is asked. */
  readonly circuitBreaker: CircuitBreaker;
  /** How much of bodies is still read, kept and written down. */
  readonly sizeLimits: SizeLimits;
  /** Idempotency-Keys that were sent, whatever became of it. */
  readonly keys: Set<string>;
  /** Customers that were created, as far as the answers tell. */
  readonly writes: Set<string>;
  /** Customers that observations under way may still create. */
  reserved: number;
  requests: number;
  /** Exchanges that were given a number of the evidence. */
  recorded: number;
  /** Customers that generated requests have created. */
  generated: number;
  /** Well-formed cases that were begun. */
  begun: number;
  retried: number;
  /** Whether a 429 was answered. */
  limited: boolean;
  /** What `perRun` has made, by who made it. */
  readonly values: Map<object, unknown>;
  /** The checks and observations of this run, filters applied. */
  readonly definitions: readonly Defined[];
  /** Make the body of a request that names none. */
  readonly bodies: BodyMakers;
  /** Why nothing more is asked, as a sentence: set by `stop`. */
  stopped?: string;
  /** Why not all cases were asked that were to be generated, though others were, as a sentence. */
  cut?: string;
}

/** The check, observation or fixture on whose behalf something is sent: authors of suites never pass it on by hand. */
export interface Scope {
  /** The run that it is part of. */
  readonly run: RunContext;
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

/** Runs `work` on behalf of a new scope of a run: of the one that is asking, unless another is given. */
export function inScope<T>(name: string, work: (scope: Scope) => Promise<T>, run: RunContext = context()): Promise<T> {
  const scope: Scope = { run, name, exchanges: [], customers: new Map(), retried: 0 };
  return storage.run(scope, () => work(scope));
}

/** The run on whose behalf something is asked. @throws Error outside of any scope */
export function context(): RunContext {
  return currentScope().run;
}

/**
 * A value that each run makes once, when it is first asked for: state of a run, which no module may keep.
 * @param make is called with the run, in the scope of whoever asks first
 */
export function perRun<T>(make: (run: RunContext) => T): () => T {
  return () => {
    const run = context();
    if (!run.values.has(make)) run.values.set(make, make(run));
    return run.values.get(make) as T;
  };
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

/** Ends the asking, for the first reason that is given: what is under way comes to its end, what waits for its turn is not sent. */
export function stop(here: Pick<RunContext, 'stopped' | 'rateLimiter'>, why: string | undefined): void {
  if (why === undefined || here.stopped !== undefined) return;
  here.stopped = why;
  here.rateLimiter.end();
}
