import type { Response } from '../client/message.js';

/**
 * What shows that this target could have broken a relation between responses. A pass of such a relation counts only
 * beside it: a target that returns the same to everybody, or something new each time, agrees with most of them.
 */
export interface Witness {
  /** What it shows, as a clause: `two customers differ`. */
  readonly name: string;
  /** Establishes it once a run: a `fixture`. @throws Inconclusive where this target does not show it */
  readonly establish: () => Promise<Witnessed>;
}

/** A witness as it was established. */
export interface Witnessed {
  /** What was seen: one sentence, marked as all sentences of reports (schemas/marked.ts). */
  readonly sentence: string;
  /** The responses that show it. */
  readonly responses: readonly Response[];
}
