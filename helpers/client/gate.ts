import { unmarked } from '../../schemas/marked.js';
import type { TransportError } from './transport-error.js';

/** Milliseconds added to the window of the rate, so that the target's clock agrees. */
const marginMs = 10;
/** Consecutive transport errors, spread over so many milliseconds, that stop the run: a restart takes a moment. */
const [mostErrors, leastSpreadMs] = [12, 3000];
/** Consecutive errors after which all requests wait, longer each time; milliseconds. */
const [errorsBeforeHold, firstHoldMs, longestHoldMs] = [4, 100, 2000];

export type Gate = ReturnType<typeof createGate>;

/** Lets requests through: so many in flight, so many begun in any one second, none while the target seems to be down. */
export function createGate({ concurrency, rate = Number.POSITIVE_INFINITY }: { concurrency: number; rate?: number }) {
  // A rate of 2.5 is two in 0.8 s, one of 0.5 is one in 2 s.
  const most = Math.max(1, Math.floor(rate));
  const windowMs = (most / rate) * 1000 + marginMs;
  const places = Math.min(concurrency, most);
  const queue: { readonly places: number; readonly go: () => void }[] = [];
  const begun: number[] = [];
  let inFlight = 0;
  let isWaiting = false;
  let heldUntil = 0;
  let isOver = false;

  /** Milliseconds until the rate, or a hold, lets `more` requests begin. */
  const wait = (more: number): number => {
    const now = performance.now();
    if (heldUntil > now) return heldUntil - now;
    if (most === Number.POSITIVE_INFINITY) return 0;
    while (begun[0] !== undefined && begun[0] <= now - windowMs) begun.shift();
    const surplus = begun.length + more - most;
    return surplus <= 0 ? 0 : Math.max(1, (begun[surplus - 1] ?? now) + windowMs - now);
  };
  const serve = (): void => {
    for (let next = queue[0]; next && inFlight + next.places <= concurrency; next = queue[0]) {
      const pauseMs = wait(next.places);
      if (pauseMs > 0) {
        if (!isWaiting)
          setTimeout(() => {
            isWaiting = false;
            serve();
          }, pauseMs);
        isWaiting = true;
        return;
      }
      queue.shift();
      inFlight += next.places;
      if (most !== Number.POSITIVE_INFINITY) begun.push(...Array(next.places).fill(performance.now()));
      next.go();
    }
  };
  const giveBack = (some = 1): void => {
    inFlight -= some;
    serve();
  };

  return {
    ...createBreaker((ms) => {
      heldUntil = Math.max(heldUntil, performance.now() + ms);
    }),
    places,
    /** Waits for places, urgent requests first. Gives the function that gives some back. @throws RangeError for too many */
    take: (wanted = 1, urgent = false) =>
      new Promise<typeof giveBack>((resolve) => {
        if (isOver) return resolve(giveBack);
        if (wanted > places) throw new RangeError(`${wanted} places were requested, and there are ${places}`);
        queue[urgent ? 'unshift' : 'push']({ places: wanted, go: () => resolve(giveBack) });
        serve();
      }),
    end: () => {
      isOver = true;
      for (const { go } of queue.splice(0)) go();
    },
  };
}

/** Counts consecutive transport errors. @param hold begins no request for so many milliseconds from now */
function createBreaker(hold: (ms: number) => void) {
  let [inARow, firstAt, holds, heldAt] = [0, 0, 0, Number.NEGATIVE_INFINITY];
  const reasons = new Set<string>();
  return {
    /** Whether a run stopped for this reason because the target no longer responded. */
    isLost: (reason: string | undefined) => reason !== undefined && reasons.has(reason),
    answered: () => {
      [inARow, holds] = [0, 0];
    },
    /**
     * Holds all requests after a Retry-After, or after several consecutive errors. @param begunAt by `performance.now()`
     * @returns why the run stops, as a sentence, after too many
     */
    broke: ({ message, retryAfterMs }: TransportError, begunAt: number): string | undefined => {
      const now = performance.now();
      // Requests that were in flight when the hold began count once.
      const isNews = begunAt >= heldAt;
      if (!isNews && retryAfterMs !== undefined) return undefined;
      if (inARow === 0) firstAt = now;
      inARow += 1;
      if (inARow >= mostErrors && now - firstAt >= leastSpreadMs) {
        const reason = `Stopped after ${inARow} consecutive transport errors: ${unmarked(message)}.`;
        reasons.add(reason);
        return reason;
      }
      const pauseMs = inARow < errorsBeforeHold ? 0 : Math.min(longestHoldMs, firstHoldMs * 2 ** holds);
      const holdMs = Math.max(pauseMs, retryAfterMs ?? 0);
      if (!isNews || holdMs === 0) return undefined;
      if (pauseMs > 0) holds += 1;
      heldAt = now;
      hold(holdMs);
      return undefined;
    },
  };
}
