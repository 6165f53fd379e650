import { digestOf } from '../../schemas/observation.js';
import { groupOf, type Specification } from '../../schemas/specification.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { underneath } from '../wording/decisions.js';
import { lackingIn } from '../wording/lacking.js';
import { environmentOf } from '../wording/summary-text.js';
import type { Changed, Comparison, Earlier } from './comparison.js';

/** The two targets of a comparison by name, as they stand within a sentence: `Sandbox` and `this mock`. */
export type Names = readonly [other: string, own: string];

export function namesOf({ environment = 'sandbox', embedded }: Earlier['target'], own: Report['target']): Names {
  return [
    environmentOf({ target: { environment, embedded } }),
    own.environment === 'mock' ? 'this mock' : 'this target',
  ];
}

/** What an acceptance refers to: the digest of what was observed; of what is judged, that of its verdict. */
export function digestOfRow(row: ReportedRequirement): string {
  return digestOf(row.observation ?? { verdict: underneath(row) });
}

/** Everything in which a target is unlike another: what was observed or judged otherwise. What it was declared to lack is left out. */
export function unlike(
  { changed, moved }: Comparison,
  now: Report,
  specification: Pick<Specification, 'groups'>,
): readonly Changed[] {
  const open = lackingIn(now).flatMap(({ name }) => groupOf(specification, name).open ?? []);
  return moved.flatMap((one): Changed[] => {
    const seen = changed.find(({ id }) => id === one.id);
    if (seen) return open.includes(one.id) ? [] : [seen];
    const [before, own] = [one.before && underneath(one.before), underneath(one.now)];
    const isDecided = [before, own].every((verdict) => verdict === 'pass' || verdict === 'fail');
    return isDecided && before !== own ? [{ ...one, differences: [{ at: '/verdict', before, now: own }] }] : [];
  });
}
