export interface HowOften {
  readonly always: readonly string[];
  readonly sometimes: readonly string[];
}

/** With fewer than three samples no name counts as `always`. */
export function howOften(samples: readonly Iterable<string>[]): HowOften {
  const counts = new Map<string, number>();
  for (const sample of samples) for (const name of new Set(sample)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts.keys()].sort();
  const isAlways = (name: string) => samples.length >= 3 && counts.get(name) === samples.length;
  return { always: names.filter(isAlways), sometimes: names.filter((name) => !isAlways(name)) };
}
