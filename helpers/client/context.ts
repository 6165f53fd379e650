import { AsyncLocalStorage } from 'node:async_hooks';
import type { Exchange } from '../../schemas/exchange.js';
import { code } from '../../schemas/marked.js';
import type { Operation } from '../../schemas/operation.js';
import type { Specification } from '../../schemas/specification.js';
import type { DecisionEntry } from '../../schemas/types.js';
import type { CreatedList } from '../evidence/created-file.js';
import type { Journal } from '../evidence/journal.js';
import type { SizeLimits } from '../evidence/size-limits.js';
import type { Redactor } from '../redaction/redactor.js';
import type { Configuration } from '../settings/schema.js';
import type { Receiver } from '../webhook/receiver.js';
import type { Connection } from './connection.js';
import type { Gate } from './gate.js';
import type { BodyMakers, RequestChange, Response } from './message.js';
import type { Noted } from './verdicts.js';

/** What a run is given: in memory only, since it holds keys. */
export type RunInput = Readonly<{
  startedAt: number;
  specification: Specification;
  configuration: Configuration & Readonly<Record<'baseUrl' | 'apiKey' | 'tenantId', string>>;
  direct?: boolean;
  redactor: Redactor;
  /** For `doctor`, which only looks at the target. */
  mostRequests?: number;
  /** Distinguishes what this run creates: letters and digits. */
  mark: string;
  created?: CreatedList;
  receiver?: Receiver;
  settlements?: readonly DecisionEntry[];
  baseline?: Readonly<Record<string, unknown>>;
}>;

/** What the checks of a run share. Several runs may live in one process; none sees another. */
export interface RunContext extends RunInput {
  readonly connection: Connection;
  /** A test may let pauses take no time. */
  readonly clock: { now(): number; sleep(ms: number): Promise<unknown> };
  readonly gate: Gate;
  readonly journal: Journal;
  /** Every response so far: raw, so never written. */
  readonly responses: Response[];
  readonly sizeLimits: SizeLimits;
  readonly writes: Set<string>;
  readonly noted: Noted[];
  /** Ids of exchanges whose rejected customer was drawn again: no behaviour of the service. */
  readonly redrawn: Set<string>;
  /** Customers that observations under way may still create. */
  reserved: number;
  requests: number;
  /** Evidence of the requests under way, by their ids, without a response. */
  readonly underWay: Map<string, () => Exchange>;
  readonly values: Map<object, unknown>;
  /** Filters applied. */
  readonly definitions: readonly { readonly id: string; readonly name: string }[];
  readonly bodies: BodyMakers;
  readonly send: (operation: Operation, change?: RequestChange) => Promise<Response>;
  /** Why the run sends no more requests, as a sentence. */
  stopped?: string;
}

/** What a check, an observation, a fact or a fixture works with. */
export type Target = Readonly<RunContext>;

/** The check, observation or fixture that sends a request. */
export interface Scope {
  readonly run: RunContext;
  readonly name: string;
  /** Ids of its exchanges, and of those of the fixtures that it uses, in order. */
  readonly exchanges: string[];
  readonly own: string[];
  /** Bodies that it has made, by purpose: with the names and the seed this determines their values. */
  readonly customers: Map<string, number>;
  retried: number;
}

const storage = new AsyncLocalStorage<Scope>();

/** Runs `work` in a new scope of a run: of the current one unless another is given. */
export function inScope<T>(name: string, work: (scope: Scope) => Promise<T>, run: RunContext = context()): Promise<T> {
  const scope: Scope = { run, name, exchanges: [], own: [], customers: new Map(), retried: 0 };
  return storage.run(scope, () => work(scope));
}

export const context = (): RunContext => currentScope().run;

/** A value that each run makes once, in the scope of the first use: no module may keep state. */
export function perRun<T>(make: (run: RunContext) => T): () => T {
  return () => {
    const run = context();
    if (!run.values.has(make)) run.values.set(make, make(run));
    return run.values.get(make) as T;
  };
}

/** @throws Error outside of any scope */
export function currentScope(): Scope {
  const scope = storage.getStore();
  if (!scope) throw new Error('nothing is sent outside of a check, an observation or a fixture');
  return scope;
}

export const now = () => context().clock.now();

export const sleep = (ms: number): Promise<unknown> => context().clock.sleep(ms);

/** Milliseconds since the epoch, by a clock that nobody can set: moments of a run stand in order. */
export const moment = () => Math.round(performance.timeOrigin + performance.now());

/** Milliseconds until the deadline of a run, negative after it. */
export const untilDeadline = ({ startedAt, configuration }: RunContext) =>
  startedAt + configuration.deadlineSeconds * 1000 - moment();

export const deadlinePassed = (seconds: number) => `The run's deadline of ${seconds} s passed (${code('--deadline')}).`;

/** Stops the run once its deadline has passed. @returns the milliseconds that are left */
export function stopAtDeadline(run: RunContext) {
  const left = untilDeadline(run);
  if (left <= 0) stop(run, deadlinePassed(run.configuration.deadlineSeconds));
  return left;
}

/** Stops the run for the first reason given: requests in flight finish, waiting ones are not sent. */
export function stop(run: RunContext, why: string | undefined): void {
  if (why === undefined || run.stopped !== undefined) return;
  run.stopped = why;
  run.gate.end();
}
