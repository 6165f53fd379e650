import type { Stream } from '../../reports/terminal/terminal.js';
import type { Report } from '../../schemas/types.js';
import type { Tested } from './tested.js';

/** Where and how a run takes place. */
export interface Environment {
  /** The API that is tested, with its tests. */
  readonly tested: Tested;
  readonly env: NodeJS.ProcessEnv;
  /** The folder below which `reports` are kept. */
  readonly cwd: string;
  /** Where it is shown to people. */
  readonly out: Stream;
  /** Whether the run leaves its folder for later ones and takes up earlier ones; else a folder is kept only where one is asked for. */
  readonly keepsFiles: boolean;
  /** Whether the process is there for the run alone, so that uncaught errors are the run's. */
  readonly ownsProcess?: boolean;
  /** Ends the run early; its reason is a `Stopped`. */
  readonly stop?: AbortSignal;
}

/** What a run came to. */
export interface RunResult {
  readonly status: number;
  /** Why the status is not that of the verdict, where it is not: a phrase without a full stop. */
  readonly because?: string;
  readonly report: Report;
  /** Absolute path of its folder, where there is one. */
  readonly folder?: string;
}
