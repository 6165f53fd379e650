/** Why no run can observe a requirement; `undefined` where one can. */
export function whyNeverObserved(id: string): string | undefined {
  if (/^(AREA|RES|STATE)-/.test(id)) return 'The specification defines no operation for it.';
  if (/^EVENT-0[134]$/.test(id)) return 'The specification does not show how notifications tell it.';
  if (id === 'IDEM-09') return 'A run does not last long enough to see it.';
  return id === 'AUTH-14' ? 'No request of the defined operations can show it.' : undefined;
}

/** Why a requirement without a rule has no observation. Reports group requirements by reason, so there are few. */
export function whySkipped(id: string): string {
  const never = whyNeverObserved(id);
  if (never !== undefined) return never;
  if (id === 'EVENT-02') return 'No webhook receiver was running. Pass `--webhook-port`.';
  if (id === 'LIMIT-02') return 'It sends large bodies, so it runs only by name (`--only LIMIT-02`).';
  return 'Not observed in this run, and there is no dedicated probe.';
}

/** Why a requirement was skipped that the filter excludes: this reason says nothing about the target. */
export const leftOut = 'Excluded by the filter of this run.';
