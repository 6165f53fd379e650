/** The result of `work`; undefined where it throws an error that helps nobody. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
