import type { Stream } from '../../reports/terminal/terminal.js';
import type { Report } from '../../schemas/types.js';
import type { SecretFound } from './publish.js';

/** Where a run takes place. */
export interface Environment {
  readonly env: NodeJS.ProcessEnv;
  /** The folder below which `reports` are kept, with history and retained keys. */
  readonly cwd: string;
  /** Where it is shown to people. */
  readonly out: Stream;
  /** Shuffles the order in which checks begin. */
  readonly order?: number;
  /**
   * Given where the run is a guest in somebody's process: signals, uncaught errors, the exit status and the CI job are
   * left alone, and the checks run in that process instead of a thread with vitest.
   */
  readonly guest?: {
    /** Ends the run as a signal would; its reason is the sentence for the report. */
    readonly abort?: AbortSignal;
    /** Called when every file that the configuration names was read. */
    readonly onPrepared?: () => void;
  };
}

/** What a run came to: its report and the folder of its files, or the secret for which nothing was published. */
export interface SessionResult {
  readonly status: number;
  readonly report?: Report;
  /** Absolute path. */
  readonly folder?: string;
  readonly withheld?: SecretFound;
  /** Why the status is not that of the verdict, where it is not: a phrase without a full stop. */
  readonly because?: string;
}
