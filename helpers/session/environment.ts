import type { Stream } from '../../reports/terminal/terminal.js';
import type { Report } from '../../schemas/types.js';
import type { CheckThread } from './open-thread.js';

/** On what terms a run is made. */
interface Terms {
  /** Whether the checks run in this process, instead of in a thread with vitest. */
  readonly inProcess: boolean;
  /** Whether the run leaves files, history and retained keys, and takes up those of earlier runs. */
  readonly keepsFiles: boolean;
  /** Whether the process is there for the run: its uncaught errors, and the CI job that it is part of. */
  readonly ownsProcess: boolean;
  /** Whether it is one of many: it is shown in a few lines, and one that is abandoned not at all. */
  readonly isBrief?: true;
}

/** The command: vitest, in a thread that may be busy for as long as it likes. */
export const asCommand: Terms = { inProcess: false, keepsFiles: true, ownsProcess: true };
/** One of many runs of one command (--watch): nothing is loaded again. */
export const asWatched: Terms = { inProcess: true, keepsFiles: true, ownsProcess: true, isBrief: true };
/** A guest in the process of a program: nothing of it is touched, and nothing is kept unless a folder is asked for. */
export const asGuest: Terms = { inProcess: true, keepsFiles: false, ownsProcess: false };

/** A signal that ends a run. */
export type Signal = 'SIGINT' | 'SIGTERM';

/** Signals heard before there is a run to end. */
export interface EarlySignals {
  /** Stops listening. Gives the signal that came, if one did. */
  take(): Signal | undefined;
}

/** Where and how a run takes place. */
export interface Environment {
  readonly env: NodeJS.ProcessEnv;
  /** The folder below which `reports` are kept, with history and retained keys. */
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
  /** Opened for the checks as the command began, if there is one. */
  readonly thread?: CheckThread | undefined;
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
