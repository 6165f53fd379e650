/** Lets requests through: at most so many in flight, at most so many begun in any one second. */
export interface Pace {
  /**
   * Waits for `places` places at once, in the order of asking, and gives the function that returns one of them.
   * Those that ask urgently stand before the others: a chain that has to wait on purpose should begin early.
   */
  take(places?: number, urgent?: boolean): Promise<() => void>;
  /** The most places that can be had at once. */
  readonly places: number;
}

/** A second as the rate understands it, and a little more, so that the target's clock agrees. */
const windowMs = 1010;

interface Waiting {
  readonly places: number;
  readonly go: () => void;
}

/**
 * @param limits.concurrency requests in flight, at least 1
 * @param limits.rate requests begun in any window of one second; unlimited where absent
 */
export function createPace(limits: { concurrency: number; rate?: number }): Pace {
  const places = Math.min(limits.concurrency, limits.rate ?? Number.POSITIVE_INFINITY);
  const queue: Waiting[] = [];
  const begun: number[] = [];
  let inFlight = 0;
  let waitsForRate = false;

  /** Milliseconds until the rate lets `more` requests begin. */
  const wait = (more: number): number => {
    if (limits.rate === undefined) return 0;
    const now = performance.now();
    while (begun[0] !== undefined && begun[0] <= now - windowMs) begun.shift();
    const surplus = begun.length + more - limits.rate;
    return surplus <= 0 ? 0 : Math.max(1, (begun[surplus - 1] ?? now) + windowMs - now);
  };

  const serve = (): void => {
    for (let next = queue[0]; next && inFlight + next.places <= limits.concurrency; next = queue[0]) {
      const pause = wait(next.places);
      if (pause > 0) {
        if (!waitsForRate) setTimeout(serveAgain, pause);
        waitsForRate = true;
        return;
      }
      queue.shift();
      inFlight += next.places;
      if (limits.rate !== undefined) for (let place = 0; place < next.places; place += 1) begun.push(performance.now());
      next.go();
    }
  };

  const serveAgain = (): void => {
    waitsForRate = false;
    serve();
  };

  const giveBack = (): void => {
    inFlight -= 1;
    serve();
  };

  return {
    places,
    take: (wanted = 1, urgent = false) =>
      new Promise((resolve) => {
        if (wanted > places) throw new RangeError(`${wanted} places asked for, ${places} there are`);
        const waiting = { places: wanted, go: () => resolve(giveBack) };
        if (urgent) queue.unshift(waiting);
        else queue.push(waiting);
        serve();
      }),
  };
}
