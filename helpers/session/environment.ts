import type { Stream } from '../../reports/terminal/terminal.js';
import type { Report } from '../../schemas/types.js';
import type { Runner } from './run-checks.js';
import type { Tested } from './tested.js';

/** On what terms a run is made. */
interface Terms {
  readonly runner: Runner;
  /** Whether the run leaves files and history, and takes up those of earlier runs. */
  readonly keepsFiles: boolean;
  /** Whether the process is there for the run: its uncaught errors, and the CI job that it is part of. */
  readonly ownsProcess: boolean;
  /** Whether it is one of many: it is shown in a few lines, and one that is abandoned not at all. */
  readonly isBrief?: true;
}

/** The command: one run for the process, by vitest's runner. */
export const asCommand: Terms = { runner: 'vitest', keepsFiles: true, ownsProcess: true };
/** One of many runs of one command (--watch): nothing is loaded again. */
export const asWatched: Terms = { runner: 'plain', keepsFiles: true, ownsProcess: true, isBrief: true };
/** A guest in the process of a program: nothing of it is touched, and nothing is kept unless a folder is asked for. */
export const asGuest: Terms = { runner: 'plain', keepsFiles: false, ownsProcess: false };

/** A signal that ends a run. */
export type Signal = 'SIGINT' | 'SIGTERM';

/** Signals heard before there is a run to end. */
export interface EarlySignals {
  /** Stops listening. Gives the signal that came, if one did. */
  take(): Signal | undefined;
}

/** Where and how a run takes place. */
export interface Environment {
  /** The API that is tested, with its tests. */
  readonly tested: Tested;
  readonly env: NodeJS.ProcessEnv;
  /** The folder below which `reports` are kept, with the history. */
  readonly cwd: string;
  /** Where it is shown to people. */
  readonly out: Stream;
  readonly terms: Terms;
  /** Shuffles the order in which checks begin. */
  readonly order?: number;
  /** Ends the run as a signal would, in the place of signals; its reason is the name of one, or `abandoned`. */
  readonly abort?: AbortSignal;
  /** What the command heard before the run: the run takes it over. */
  readonly earlySignals?: EarlySignals;
  /** Called when every file that the configuration names was read. */
  readonly onPrepared?: () => void;
}

/** Where a secret was found, and which: nothing is published then. */
export interface SecretFound {
  readonly file: string;
  readonly label: string;
  /** Where the customers that were created are listed, as a sentence; none where none was created. */
  readonly created?: string;
}

/** What a run came to: its report and the folder of its files, or the secret for which nothing was published. */
export interface SessionResult {
  readonly status: number;
  readonly report?: Report;
  /** Absolute path. */
  readonly folder?: string;
  readonly withheld?: SecretFound;
  /** Whether it was given up for the next one: nothing was published. */
  readonly isAbandoned?: true;
  /** Why the status is not that of the verdict, where it is not: a phrase without a full stop. */
  readonly because?: string;
}
