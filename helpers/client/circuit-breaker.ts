import { unmarked } from '../../schemas/marked.js';
import type { RateLimiter } from './rate-limiter.js';
import type { TransportError } from './transport-error.js';

/** Consecutive transport errors after which the run stops: the target is down, and each try costs its time-out. */
const mostErrors = 12;

/** The errors must span at least this time, in milliseconds: a service that restarts takes a moment. */
const leastSpreadMs = 3000;

/** Consecutive errors after which all requests wait, a little longer each time. */
const errorsBeforeHold = 4;
const firstHoldMs = 100;
const longestHoldMs = 2000;

/** Counts transport errors between the suite and the target, and stops the run after too many. */
export interface CircuitBreaker {
  /** The service itself responded. */
  answered(): void;
  /**
   * The exchange ended without a response. Holds all requests after a Retry-After, or after several consecutive errors.
   * @param begunAt when the request was sent, by `performance.now()`
   * @returns why the run stops, as a sentence, after too many errors
   */
  broke(error: TransportError, begunAt: number): string | undefined;
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
    broke: (error, begunAt) => {
      const now = performance.now();
      // Requests that were in flight when the hold began count once.
      const isNews = begunAt >= heldAt;
      if (!isNews && error.retryAfterMs !== undefined) return undefined;
      if (inARow === 0) firstAt = now;
      inARow += 1;
      if (inARow >= mostErrors && now - firstAt >= leastSpreadMs) {
        return `Stopped after ${inARow} consecutive transport errors: ${unmarked(error.message)}.`;
      }
      if (!isNews) return undefined;
      const pause = inARow < errorsBeforeHold ? 0 : Math.min(longestHoldMs, firstHoldMs * 2 ** holds);
      const hold = Math.max(pause, error.retryAfterMs ?? 0);
      if (hold === 0) return undefined;
      if (pause > 0) holds += 1;
      heldAt = now;
      rateLimiter.hold(hold);
      return undefined;
    },
  };
}
