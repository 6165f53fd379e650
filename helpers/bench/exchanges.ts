/** When an exchange was on its way, milliseconds; the beginning since whenever. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** Seconds from the beginning of the first to the end of the last. */
export const spanOf = (exchanges: readonly Interval[]): number =>
  (Math.max(...exchanges.map(({ end }) => end)) - Math.min(...exchanges.map(({ start }) => start))) / 1000;

/** Seconds in which at least one was on its way: pauses are not counted. */
export function busyIn(exchanges: readonly Interval[]): number {
  let [total, until] = [0, 0];
  for (const { start, end } of exchanges.toSorted((a, b) => a.start - b.start)) {
    total += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return total / 1000;
}

interface Chain {
  readonly requests: number;
  /** Between them, seconds. */
  readonly pauses: number;
}

/** A gap longer than this is a pause on purpose; a shorter one is what the suite takes to go on, milliseconds. */
const pauseMs = 100;

/**
 * The chain that a run had to wait for, from a run that had room for all requests at once: each began as soon as what it
 * depends on was over, so that the way back from the last one, each time to the one that ended last before, is that chain.
 */
export function longestChain(exchanges: readonly Interval[]): Chain {
  const byEnd = exchanges.toSorted((a, b) => b.end - a.end);
  let at = byEnd[0];
  let [requests, pauses] = [0, 0];
  while (at) {
    const { start } = at;
    const before = byEnd.find(({ end }) => end <= start);
    const gap = before ? start - before.end : 0;
    requests += 1;
    pauses += gap > pauseMs ? gap / 1000 : 0;
    at = before;
  }
  return { requests, pauses };
}
