import type { ReportedRequirement } from '../../schemas/types.js';

/** Why no run can observe a requirement; `undefined` where one can. */
export function whyNeverObserved(id: string): string | undefined {
  if (/^(AREA|RES|STATE)-/.test(id)) return 'The specification defines no operation for it.';
  return id === 'AUTH-14' ? 'No request of the defined operations can show it.' : undefined;
}

/** Why a requirement without a rule has no observation. Reports group requirements by reason, so there are few. */
export function whySkipped(id: string): string {
  const never = whyNeverObserved(id);
  if (never !== undefined) return never;
  if (/^EVENT-/.test(id)) return 'No webhook receiver was running. Pass `--webhook-port`.';
  if (id === 'LIMIT-02') return 'It sends large bodies, so it runs only by name (`--only LIMIT-02`).';
  return 'Not observed in this run, and there is no dedicated probe.';
}

/** Why a requirement was skipped that the filter excludes: this reason says nothing about the target. */
export const leftOut = 'Excluded by the filter of this run.';

/** The same two as reports of 0.1 have them, without the member `leftOut`. */
const leftOutBefore: readonly (string | undefined)[] = [
  'Left out by the filter of this run (--only).',
  'Not asked here: of a divided run this is a part with generated cases only (--shard).',
];

/** Whether a filter, or the division of a run, left a requirement out: then its verdict says nothing about the target. */
export function isLeftOut({ leftOut: by, reason }: ReportedRequirement): boolean {
  return by !== undefined || leftOutBefore.includes(reason);
}
