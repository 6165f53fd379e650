import type { ToldTest } from '../../schemas/test-result.js';
import type { Report } from '../../schemas/types.js';

/** What is asked of the process of a run. It travels over the channel between the two alone: keys are in it. */
export interface Request {
  /** Settings by name; customer, ca, decisions and baseline may be given by value. */
  readonly named: Readonly<Record<string, unknown>>;
  readonly readEnvironment: boolean;
}

/** What a run came to. */
export interface Outcome {
  readonly kind: 'outcome';
  /** That of the command line: 0, 1, 3, 130 or 143. */
  readonly exitStatus: number;
  readonly report: Report;
  /** Absolute path, where a folder was asked for. */
  readonly folder?: string;
  /** One for each requirement of the catalogue. */
  readonly tests: readonly ToldTest[];
  /** Why the run ended as it did. */
  readonly sentence: string;
}

/** What the process of a run answers with. */
export type Answer = Outcome | { readonly kind: 'usage' | 'internal' | 'withheld'; readonly message: string };
