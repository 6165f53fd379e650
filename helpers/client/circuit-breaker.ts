import { unmarked } from '../../schemas/marked.js';
import type { RateLimiter } from './rate-limiter.js';
import type { TransportError } from './transport-error.js';

/** Consecutive transport errors after which the run stops: the target is down, and each try costs its time-out. */
const enoughFaults = 12;

/** The errors must span at least this time, in milliseconds: a service that restarts takes a moment. */
const leastSpreadMs = 3000;

/** Consecutive errors after which all requests wait, a little longer each time. */
const fewFaults = 4;
const firstHoldMs = 100;
const longestHoldMs = 2000;

/** Counts transport errors between the suite and the target, and stops the run after too many. */
export interface CircuitBreaker {
  /** The service itself responded. */
  answered(): void;
  /**
   * No answer came. Holds everything back where the target asks for it (Retry-After), or where faults follow each other.
   * @param begunAt when the request was sent, by `performance.now()`
   * @returns why nothing more is to be asked, as a sentence, where there were enough faults
   */
  broke(fault: TransportError, begunAt: number): string | undefined;
}

/** @param rateLimiter is held while everything waits */
export function createCircuitBreaker(rateLimiter: Pick<RateLimiter, 'hold'>): CircuitBreaker {
  let inARow = 0;
  let firstAt = 0;
  let holds = 0;
  let heldAt = Number.NEGATIVE_INFINITY;

  return {
    answered: () => {
      inARow = 0;
      holds = 0;
    },
    broke: (fault, begunAt) => {
      const now = performance.now();
      // Requests that were under way together, when the target asked to be left alone, count once.
      const isNews = begunAt >= heldAt;
      if (!isNews && fault.retryAfterMs !== undefined) return undefined;
      if (inARow === 0) firstAt = now;
      inARow += 1;
      if (inARow >= enoughFaults && now - firstAt >= leastSpreadMs) {
        return `Stopped after ${inARow} consecutive transport errors: ${unmarked(fault.message)}.`;
      }
      if (!isNews) return undefined;
      const pause = inARow < fewFaults ? 0 : Math.min(longestHoldMs, firstHoldMs * 2 ** holds);
      const hold = Math.max(pause, fault.retryAfterMs ?? 0);
      if (hold === 0) return undefined;
      if (pause > 0) holds += 1;
      heldAt = now;
      rateLimiter.hold(hold);
      return undefined;
    },
  };
}
