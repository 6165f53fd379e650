/** How much of a known whole is through. */
export interface Portion {
  readonly planned: number;
  readonly asked: number;
}

/** How fast it goes, and how long it takes yet where that is known. */
export interface Speed {
  /** Since a few seconds ago, not since the beginning: a target may become slower. */
  readonly perSecond: number;
  readonly leftMs?: number;
}

const windowMs = 10_000;
/** Before as much has been seen nothing is said of how long it takes. */
const leastMs = 1000;

/** Measures a portion that grows. */
export function createThroughput(): (portion: Portion, elapsedMs: number) => Speed | undefined {
  let samples: { at: number; asked: number }[] = [];
  return ({ planned, asked }, at) => {
    if (samples.at(-1)?.at !== at) samples.push({ at, asked });
    // One sample at the edge of the window stays, so that it is always spanned.
    const stays = samples.findLastIndex((sample) => at - sample.at >= windowMs);
    samples = samples.slice(Math.max(0, stays));
    const [first] = samples;
    if (!first || at - first.at < leastMs || asked <= first.asked) return undefined;
    const perSecond = ((asked - first.asked) * 1000) / (at - first.at);
    return { perSecond, ...(asked < planned && { leftMs: ((planned - asked) * 1000) / perSecond }) };
  };
}
