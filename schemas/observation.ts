/** One place in which two observations differ. */
export interface Difference {
  readonly at: string;
  readonly before?: unknown;
  readonly now?: unknown;
}

export function differences(before: unknown, now: unknown): readonly Difference[] {
  if (before === undefined || now === undefined) return [];
  return JSON.stringify(before) === JSON.stringify(now) ? [] : [{ at: '', before, now }];
}
