import { unmarked } from '../../schemas/marked.js';
import type { TransportError } from './transport-error.js';

/** Milliseconds added to the window of the rate, so that the target's clock agrees. */
const marginMs = 10;
/** Consecutive transport errors that stop the run, if they spread over a while: a restart takes a moment. */
const mostErrors = 12;
const leastSpreadMs = 3000;
/** Consecutive errors after which all requests wait, longer each time. */
const errorsBeforeHold = 4;
const firstHoldMs = 100;
const longestHoldMs = 2000;

/** A rate of 2.5 is two requests in 0.8 s, one of 0.5 is one in 2 s. */
function createPace(rate: number) {
  const most = Math.max(1, Math.floor(rate));
  const windowMs = (most / rate) * 1000 + marginMs;
  const begun: number[] = [];
  return {
    most,
    pauseMs: (more: number): number => {
      const now = performance.now();
      while (begun[0] !== undefined && begun[0] <= now - windowMs) begun.shift();
      const surplus = begun.length + more - most;
      return surplus <= 0 ? 0 : Math.max(1, (begun[surplus - 1] ?? now) + windowMs - now);
    },
    begin: (requests: number): void => {
      if (most !== Number.POSITIVE_INFINITY) begun.push(...Array(requests).fill(performance.now()));
    },
  };
}

export type Gate = ReturnType<typeof createGate>;

/** Lets requests through: so many in flight, so many begun a second, none while the target seems down. */
export function createGate({ concurrency, rate = Number.POSITIVE_INFINITY }: { concurrency: number; rate?: number }) {
  const pace = createPace(rate);
  const places = Math.min(concurrency, pace.most);
  const queue: { readonly places: number; readonly go: () => void }[] = [];
  const breaker = createBreaker();
  let timer: NodeJS.Timeout | undefined;
  let inFlight = 0;
  let isOver = false;

  const serve = (): void => {
    for (let next = queue[0]; next && inFlight + next.places <= concurrency; next = queue[0]) {
      const pauseMs = breaker.heldMs() || pace.pauseMs(next.places);
      if (pauseMs > 0) {
        clearTimeout(timer);
        timer = setTimeout(serve, pauseMs);
        return;
      }
      queue.shift();
      inFlight += next.places;
      pace.begin(next.places);
      next.go();
    }
  };
  const giveBack = (some = 1): void => {
    inFlight -= some;
    serve();
  };

  return {
    ...breaker,
    places,
    /** Waits for places, urgent requests first. Returns what gives some back. @throws RangeError for too many */
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

function createBreaker() {
  let heldUntil = 0;
  let inARow = 0;
  let firstAt = 0;
  let holds = 0;
  let heldAt = Number.NEGATIVE_INFINITY;
  const reasons = new Set<string>();
  return {
    /** Milliseconds for which no request may begin. */
    heldMs: () => Math.max(0, heldUntil - performance.now()),
    /** Whether this reason says that the target no longer responded. */
    isLost: (reason: string) => reasons.has(reason),
    answered: () => {
      inARow = 0;
      holds = 0;
    },
    /** Holds all requests after a Retry-After, or several errors in a row. @returns why the run stops, after too many */
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
      heldUntil = Math.max(heldUntil, now + holdMs);
      return undefined;
    },
  };
}
