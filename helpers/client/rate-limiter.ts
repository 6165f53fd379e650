/** Lets requests through: at most so many in flight, at most so many begun in any one second. */
export interface RateLimiter {
  /**
   * Waits for `places` places at once, first come, first served, and gives the function that returns one of them.
   * Urgent requests go first: a chain that pauses on purpose should begin early.
   */
  take(places?: number, urgent?: boolean): Promise<() => void>;
  /** Begins no request for so many milliseconds from now. Requests in flight continue. */
  hold(ms: number): void;
  /** Releases all waiting requests, when the run sends no more, so that each can report that. */
  end(): void;
  /** The highest number of places that `take` gives at once. */
  readonly places: number;
}

/** Added to the window of the rate, so that the target's clock agrees, milliseconds. */
const marginMs = 10;

interface Waiting {
  readonly places: number;
  readonly go: () => void;
}

/**
 * @param limits.concurrency requests in flight, at least 1
 * @param limits.rate requests a second, in any window of a second; unlimited where absent
 */
export function createRateLimiter(limits: { concurrency: number; rate?: number }): RateLimiter {
  // A rate of 2.5 is two in 0.8 s, one of 0.5 is one in 2 s.
  const most = limits.rate === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(limits.rate));
  const windowMs = limits.rate === undefined ? 0 : (most / limits.rate) * 1000 + marginMs;
  const places = Math.min(limits.concurrency, most);
  const queue: Waiting[] = [];
  const begun: number[] = [];
  let inFlight = 0;
  let waits = false;
  let heldUntil = 0;
  let isOver = false;

  /** Milliseconds until the rate, or a hold, lets `more` requests begin. */
  const wait = (more: number): number => {
    const now = performance.now();
    if (heldUntil > now) return heldUntil - now;
    if (limits.rate === undefined) return 0;
    while (begun[0] !== undefined && begun[0] <= now - windowMs) begun.shift();
    const surplus = begun.length + more - most;
    return surplus <= 0 ? 0 : Math.max(1, (begun[surplus - 1] ?? now) + windowMs - now);
  };

  const serve = (): void => {
    for (let next = queue[0]; next && inFlight + next.places <= limits.concurrency; next = queue[0]) {
      const pause = wait(next.places);
      if (pause > 0) {
        if (!waits) setTimeout(serveAgain, pause);
        waits = true;
        return;
      }
      queue.shift();
      inFlight += next.places;
      if (limits.rate !== undefined) for (let place = 0; place < next.places; place += 1) begun.push(performance.now());
      next.go();
    }
  };

  const serveAgain = (): void => {
    waits = false;
    serve();
  };

  const giveBack = (): void => {
    inFlight -= 1;
    serve();
  };

  return {
    places,
    hold: (ms) => {
      heldUntil = Math.max(heldUntil, performance.now() + ms);
    },
    end: () => {
      isOver = true;
      for (const { go } of queue.splice(0)) go();
    },
    take: (wanted = 1, urgent = false) =>
      new Promise((resolve) => {
        if (isOver) return resolve(giveBack);
        if (wanted > places) throw new RangeError(`${wanted} places were requested, and there are ${places}`);
        const waiting = { places: wanted, go: () => resolve(giveBack) };
        if (urgent) queue.unshift(waiting);
        else queue.push(waiting);
        serve();
      }),
  };
}
