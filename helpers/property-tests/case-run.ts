import type fc from 'fast-check';
import type { DecidableId } from '../../schemas/catalogue.js';
import type { Kind } from '../configuration/case-share.js';

/** The outcome of a case without a finding; `undecided` where the service rejected the control too. */
export type CaseOutcome = 'accepted' | 'rejected' | 'normalised' | 'undecided';

/** The generated cases of one property. Each is sent with everything fresh. */
export interface CaseRun<T> {
  readonly requirement: DecidableId;
  readonly kind: Kind;
  readonly examples: fc.Arbitrary<T>;
  /**
   * @param stays whether its exchange stays in the evidence even if it is uneventful
   * @throws Failed and UnclearResponse for a finding, Inconclusive without a response, Skipped where sending is not allowed
   */
  send(example: T, stays: boolean): Promise<CaseOutcome>;
  /** Whether one more case may be sent. */
  maySend?(): boolean;
}
