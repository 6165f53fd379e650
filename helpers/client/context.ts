import { BroadcastChannel } from 'node:worker_threads';
import { inject } from 'vitest';
import type { Configuration } from '../configuration/settings.js';
import { validCases } from '../property-tests/shard.js';
import { createRedactor, type Redactor } from '../redaction/redactor.js';
import type { Waived } from '../runner/bail.js';
import { createReceiver, type Receiver } from '../webhook/receiver.js';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.js';
import { type Connection, createConnection } from './connection.js';
import { createJournal, type Journal } from './journal.js';
import { createRateLimiter, type RateLimiter } from './rate-limiter.js';
import type { Response } from './response.js';
import type { RetainedKeys } from './retained-keys.js';
import { createSizeLimits, type SizeLimits } from './size-limits.js';

/** What the command line hands to the suites: plain data, in memory only, since it holds keys. */
export interface RunInput {
  /** Of a run against the embedded server too: address and keys are filled in. */
  readonly configuration: Configuration & {
    readonly baseUrl: string;
    readonly apiKey: string;
    readonly tenantId: string;
  };
  readonly embedded: boolean;
  readonly secrets: readonly { readonly value: string; readonly label: string }[];
  /** Distinguishes what this run creates: a few letters and digits. */
  readonly mark: string;
  readonly suiteVersion: string;
  /** The file to which exchanges are written as they happen. */
  readonly journalFile: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Shuffles the order in which checks begin. */
  readonly order?: number;
  /** Name of the channel on which it is said, as a sentence, that and why nothing more is to be asked. */
  readonly halt?: string;
  /** What was observed in the run that this one is compared with, by requirement. */
  readonly baseline?: Readonly<Record<string, unknown>>;
  /** What earlier runs have left to be sent again, and what is known of how long keys are kept. */
  readonly retainedKeys?: RetainedKeys;
  /** Failures that do not end the run, whatever `--bail` says. */
  readonly waived?: readonly Waived[];
}

declare module 'vitest' {
  interface ProvidedContext {
    conformance: RunInput;
  }
}

/** Everything that the suites share while they ask. One a run, in the worker that runs them. */
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
  /** Why nothing more is asked, as a sentence: set by `stop`. */
  stopped?: string;
  /** Why not all cases were asked that were to be generated, though others were, as a sentence. */
  cut?: string;
}

let current: RunContext | undefined;

/** The run that this worker asks for. */
export function context(): RunContext {
  current ??= open(inject('conformance'));
  return current;
}

function open(input: RunInput): RunContext {
  const { configuration } = input;
  const redactor = createRedactor();
  for (const { value, label } of input.secrets) redactor.addSecret(value, label);
  const { webhookPort: port, baseUrl } = configuration;
  const rateLimiter = createRateLimiter(configuration);
  const here: RunContext = {
    ...input,
    connection: createConnection(configuration.baseUrl, {
      ca: configuration.ca,
      concurrency: configuration.concurrency,
      embedded: input.embedded,
      onDisorder: () => here.journal.write({ entry: 'disorder' }),
    }),
    rateLimiter,
    redactor,
    journal: createJournal(input.journalFile),
    ...(port !== undefined && { receiver: createReceiver(port, baseUrl, () => here.requests) }),
    responses: [],
    circuitBreaker: createCircuitBreaker(rateLimiter),
    sizeLimits: createSizeLimits(),
    keys: new Set(),
    writes: new Set(),
    reserved: validCases(configuration),
    requests: 0,
    recorded: 0,
    generated: 0,
    begun: 0,
    retried: 0,
    limited: false,
  };
  if (input.halt !== undefined) {
    const channel = new BroadcastChannel(input.halt);
    channel.onmessage = ({ data }) => stop(here, String(data));
    channel.unref();
  }
  return here;
}

/** Ends the asking, for the first reason that is given: what is under way comes to its end, what waits for its turn is not sent. */
export function stop(here: Pick<RunContext, 'stopped' | 'rateLimiter'>, why: string | undefined): void {
  if (why === undefined || here.stopped !== undefined) return;
  here.stopped = why;
  here.rateLimiter.end();
}
