/** What a piece of work gives; undefined where it throws, and what it throws is of no help to anybody. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
