import { BroadcastChannel } from 'node:worker_threads';
import { inject } from 'vitest';
import type { Configuration } from '../../schemas/types.js';
import { wellFormedCases } from '../generated/share.js';
import { createRedactor, type Redactor } from '../redaction/redactor.js';
import { type Connection, createConnection } from '../target/connection.js';
import { createPace, type Pace } from '../target/pace.js';
import { createReceiver, type Receiver } from '../webhook/receiver.js';
import type { Waived } from './bail.js';
import { createJournal, type Journal } from './journal.js';
import type { Memory } from './memory.js';
import type { Reply } from './reply.js';
import { createRoom, type Room } from './room.js';
import { createWeather, type Weather } from './weather.js';

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
  readonly memory?: Memory;
  /** Failures that do not end the run, whatever `--bail` says. */
  readonly waived?: readonly Waived[];
}

declare module 'vitest' {
  interface ProvidedContext {
    conformance: RunInput;
  }
}

/** Everything that the suites share while they ask. One a run, in the worker that runs them. */
export interface Run extends RunInput {
  readonly connection: Connection;
  readonly pace: Pace;
  readonly redactor: Redactor;
  readonly journal: Journal;
  /** Listens for notifications, where a port was given for it. */
  readonly receiver?: Receiver;
  /** Every answer so far, as it came: raw, so never written anywhere. */
  readonly replies: Reply[];
  /** Counts transport faults; enough of them in a row and nothing more is asked. */
  readonly weather: Weather;
  /** How much of bodies is still read, kept and written down. */
  readonly room: Room;
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

let current: Run | undefined;

/** The run that this worker asks for. */
export function run(): Run {
  current ??= open(inject('conformance'));
  return current;
}

function open(input: RunInput): Run {
  const { configuration } = input;
  const redactor = createRedactor();
  for (const { value, label } of input.secrets) redactor.addSecret(value, label);
  const { webhookPort: port, baseUrl } = configuration;
  const pace = createPace(configuration);
  const here: Run = {
    ...input,
    connection: createConnection(configuration.baseUrl, {
      ca: configuration.ca,
      concurrency: configuration.concurrency,
      embedded: input.embedded,
      onDisorder: () => here.journal.write({ entry: 'disorder' }),
    }),
    pace,
    redactor,
    journal: createJournal(input.journalFile),
    ...(port !== undefined && { receiver: createReceiver(port, baseUrl, () => here.requests) }),
    replies: [],
    weather: createWeather(pace),
    room: createRoom(),
    keys: new Set(),
    writes: new Set(),
    reserved: wellFormedCases(configuration),
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
export function stop(here: Pick<Run, 'stopped' | 'pace'>, why: string | undefined): void {
  if (why === undefined || here.stopped !== undefined) return;
  here.stopped = why;
  here.pace.end();
}
