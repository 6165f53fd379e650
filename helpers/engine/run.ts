import { inject } from 'vitest';
import type { Configuration } from '../../schemas/types.js';
import { createRedactor, type Redactor } from '../redaction/redactor.js';
import { type Connection, createConnection } from '../target/connection.js';
import { createPace, type Pace } from '../target/pace.js';
import { createJournal, type Journal } from './journal.js';
import type { Reply } from './reply.js';

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
  /** What the run that this one is compared with observed, by requirement; absent where there is none. */
  readonly baseline?: Readonly<Record<string, unknown>>;
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
  /** Every answer so far, as it came: raw, so never written anywhere. */
  readonly replies: Reply[];
  /** Transport faults in a row; enough of them and nothing more is asked. */
  faultsInARow: number;
  requests: number;
  retried: number;
  /** Whether a 429 was answered. */
  limited: boolean;
  /** Why nothing more is asked, as a sentence. */
  stopped?: string;
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
  return {
    ...input,
    connection: createConnection(configuration.baseUrl, {
      ca: configuration.ca,
      concurrency: configuration.concurrency,
      embedded: input.embedded,
    }),
    pace: createPace(configuration),
    redactor,
    journal: createJournal(input.journalFile),
    replies: [],
    faultsInARow: 0,
    requests: 0,
    retried: 0,
    limited: false,
  };
}
