import type { Finding, HarnessFault } from '../../schemas/finding.js';
import type { Counts, JournalEntry } from '../evidence/journal.js';

/** A run of the checks that is under way: by vitest in a thread, or in this process. */
export interface Asking {
  /** Settles when all checks have ended. Never rejects: what breaks is a fault. */
  readonly done: Promise<void>;
  /** Checks and observations of this run, in the order of their definition, once they are known. */
  readonly expected: readonly { readonly id: string; readonly name: string }[];
  readonly findings: readonly Finding[];
  /** Faults of the suite itself: a probe that threw what no probe throws, a module that did not load. */
  readonly faults: readonly HarnessFault[];
  readonly counts: Counts;
  /** Sends nothing more, for this reason; what is under way comes to its end. */
  halt(sentence: string): void;
  /** What was recorded so far. */
  entries(): readonly JournalEntry[];
}
