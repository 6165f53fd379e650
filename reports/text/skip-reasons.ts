import type { Report, ReportedRequirement } from '../../schemas/types.js';

/** Why a row that the specification does not show carries no observation. Told once for many rows, so few sentences. */
export function whySkipped(id: string): string {
  if (/^(AREA|RES|STATE)-/.test(id)) return 'No operation is shown that could be asked.';
  if (/^EVENT-/.test(id)) return 'No receiver was listening. Give `--webhook-port`.';
  if (id === 'AUTH-14') return 'No request of the two shown operations can learn it.';
  if (id === 'LIMIT-02') return 'Left out unless named, since it sends large bodies.';
  return 'Nothing was seen of it in passing, and it was not asked on purpose.';
}

/** Why a row was not asked that the filter left out: the one reason that says nothing about the target. */
export const leftOut = 'Left out by the filter of this run (`--only`).';

/** Why a row was not asked in a part of a divided run that has generated cases only. */
export const leftToFirst = 'Not asked here: of a divided run this is a part with generated cases only (`--shard`).';

/** The same two as reports of 0.1 have them, without the member `leftOut`. */
const leftOutBefore: readonly (string | undefined)[] = [
  'Left out by the filter of this run (--only).',
  'Not asked here: of a divided run this is a part with generated cases only (--shard).',
];

/** Whether a filter, or the division of a run, left a requirement out: then its verdict says nothing about the target. */
export function isLeftOut({ verdict, leftOut: by, reason }: ReportedRequirement): boolean {
  return verdict === 'skipped' && (by !== undefined || leftOutBefore.includes(reason));
}

/** Whether parts of a divided run are not in a report. */
export function isPart({ shards }: Pick<Report['run'], 'shards'>): boolean {
  return shards !== undefined && shards.here.length < shards.of;
}
