import { AsyncLocalStorage } from 'node:async_hooks';
import type { Exchange } from '../../schemas/exchange.js';
import { code } from '../../schemas/marked.js';
import type { Specification } from '../../schemas/specification.js';
import type { CreatedList } from '../evidence/created-file.js';
import type { Journal } from '../evidence/journal.js';
import type { SizeLimits } from '../evidence/size-limits.js';
import type { Redactor } from '../redaction/redactor.js';
import type { Configuration } from '../settings/schema.js';
import type { Receiver } from '../webhook/receiver.js';
import type { Connection } from './connection.js';
import type { Gate } from './gate.js';
import type { BodyMakers, Response } from './message.js';
import type { Noted } from './verdicts.js';

/** What the command line hands to the suites: plain data, in memory only, since it holds keys. */
export interface RunInput {
  /** Milliseconds since the epoch, as `moment` gives them. */
  readonly startedAt: number;
  /** What the API says that is tested. */
  readonly specification: Specification;
  /** Of a run against the embedded server too: address and keys are filled in. */
  readonly configuration: Configuration & {
    readonly baseUrl: string;
    readonly apiKey: string;
    readonly tenantId: string;
  };
  readonly embedded: boolean;
  /** Whether to ignore the proxies of the environment. */
  readonly direct?: boolean;
  /** Knows the secrets of the run. */
  readonly redactor: Redactor;
  /** After so many requests no further one is sent: for a look at a target that is no run. */
  readonly mostRequests?: number;
  /** Distinguishes what this run creates: a few letters and digits. */
  readonly mark: string;
  /** Lists customers as they are created. */
  readonly created?: CreatedList | undefined;
  /** Listens for notifications, where a port was given for it. */
  readonly receiver?: Receiver | undefined;
  /** The observations of the run to compare with, by requirement. */
  readonly baseline?: Readonly<Record<string, unknown>>;
}

/** The context of a run: everything that its checks share. Several runs may live in one process; none sees another. */
export interface RunContext extends RunInput {
  readonly connection: Connection;
  /** Milliseconds from any beginning, and a pause of so many: a test may let pauses take no time. */
  readonly clock: { now(): number; sleep(ms: number): Promise<unknown> };
  readonly gate: Gate;
  readonly journal: Journal;
  /** Every response so far: raw, so never written anywhere. */
  readonly responses: Response[];
  /** How much of bodies is still read, kept and written down. */
  readonly sizeLimits: SizeLimits;
  /** Idempotency keys that the run has sent, whatever the response. */
  readonly keys: Set<string>;
  /** What the run created, as far as the responses show. */
  readonly writes: Set<string>;
  /** What checks that passed have shown of invalid values. */
  readonly noted: Noted[];
  /** Ids of exchanges whose rejected customer a later one made up for: no behaviour of the service's own. */
  readonly redrawn: Set<string>;
  /** What observations under way may still create. */
  reserved: number;
  /** Exchanges so far: each has its number in the evidence. */
  requests: number;
  /** Of the requests under way, by their numbers, what evidence holds beside the response. */
  readonly underWay: Map<string, () => Exchange>;
  /** What `perRun` has made, by who made it. */
  readonly values: Map<object, unknown>;
  /** The checks and observations of this run, filters applied. */
  readonly definitions: readonly { readonly id: string; readonly name: string }[];
  /** Make the body of a request that names none. */
  readonly bodies: BodyMakers;
  /** Why the run sends no more requests, as a sentence: set by `stop`. */
  stopped?: string;
}

/** The check, observation or fixture that sends a request. Authors of suites never pass it on by hand. */
export interface Scope {
  /** The run that it is part of. */
  readonly run: RunContext;
  /** Requirement and name of the check, or name of the fixture: stable between runs. */
  readonly name: string;
  /** Ids of the exchanges that it made, or that the fixtures made which it uses, in order. */
  readonly exchanges: string[];
  /** Ids of those that it made. */
  readonly own: string[];
  /** How many customers it has made, by purpose: with the names and the seed this determines their values. */
  readonly customers: Map<string, number>;
  retried: number;
}

const storage = new AsyncLocalStorage<Scope>();

/** Runs `work` in a new scope of a run: of the current one unless another is given. */
export function inScope<T>(name: string, work: (scope: Scope) => Promise<T>, run: RunContext = context()): Promise<T> {
  const scope: Scope = { run, name, exchanges: [], own: [], customers: new Map(), retried: 0 };
  return storage.run(scope, () => work(scope));
}

/** The current run. @throws Error outside of any scope */
export const context = (): RunContext => currentScope().run;

/**
 * A value that each run makes once, at its first use: state of a run, which no module may keep.
 * @param make gets the run, in the scope of the first use
 */
export function perRun<T>(make: (run: RunContext) => T): () => T {
  return () => {
    const run = context();
    if (!run.values.has(make)) run.values.set(make, make(run));
    return run.values.get(make) as T;
  };
}

/** The current scope. @throws Error outside of any */
export function currentScope(): Scope {
  const scope = storage.getStore();
  if (!scope) throw new Error('nothing is sent outside of a check, an observation or a fixture');
  return scope;
}

/** Milliseconds by the clock of the run, to be compared with each other. */
export const now = (): number => context().clock.now();

/** Waits within a check, by the clock of the run. */
export const sleep = (ms: number): Promise<unknown> => context().clock.sleep(ms);

/** The moment now, milliseconds since the epoch, by a clock that nobody can put: moments of a run stand in order. */
export const moment = (): number => Math.round(performance.timeOrigin + performance.now());

/** Milliseconds until the deadline of a run; less than none after it. */
export const untilDeadline = ({ startedAt, configuration }: Pick<RunContext, 'startedAt' | 'configuration'>): number =>
  startedAt + configuration.deadlineSeconds * 1000 - moment();

/** Stops the run once its deadline has passed. @returns the milliseconds that are left */
export function stopAtDeadline(run: RunContext): number {
  const left = untilDeadline(run);
  if (left <= 0)
    stop(run, `The run's deadline of ${run.configuration.deadlineSeconds} s passed (${code('--deadline')}).`);
  return left;
}

/** Stops the run for the first reason given: requests in flight finish, and waiting requests are not sent. */
export function stop(run: Pick<RunContext, 'stopped' | 'gate'>, why: string | undefined): void {
  if (why === undefined || run.stopped !== undefined) return;
  run.stopped = why;
  run.gate.end();
}
