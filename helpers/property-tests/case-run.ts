import type fc from 'fast-check';
import type { DecidableId } from '../../schemas/catalogue.js';
import type { Kind } from '../configuration/case-share.js';

/** What one case came to, where it finds nothing. Of one that shows nothing its control was rejected too. */
export type CaseOutcome = 'let in' | 'refused' | 'put right' | 'shows nothing';

/** How one generated example is sent: with everything fresh, each time. */
export interface CaseRun<T> {
  readonly row: DecidableId;
  readonly kind: Kind;
  readonly examples: fc.Arbitrary<T>;
  /**
   * @param stays whether its exchange stays in the evidence though nothing is out of the way
   * @throws Failed and UnclearResponse for what was found, Inconclusive where no answer came, Skipped where none may be asked
   */
  ask(example: T, stays: boolean): Promise<CaseOutcome>;
  /** Whether one more case may be asked. */
  mayAsk?(): boolean;
}
