import { digestOf } from '../../schemas/observation.js';
import { groupOf, type Specification } from '../../schemas/specification.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { lackingIn } from '../wording/lacking.js';
import { verdictWithoutDecision } from '../wording/row.js';
import { environmentOf } from '../wording/target.js';
import type { Changed, Comparison } from './comparison.js';
import type { Names } from './lines.js';

/** The two targets of a comparison by name, as they stand within a sentence. */
export function namesOf(other: Report['target'], own: Report['target']): Names {
  return [environmentOf(other), own.environment === 'mock' ? 'this mock' : 'this target'];
}

/** What an acceptance refers to: the digest of what was observed; of what is judged, that of its verdict. */
export function digestOfRow(row: ReportedRequirement): string {
  return digestOf(row.observation ?? { verdict: verdictWithoutDecision(row) });
}

/** Everything in which a target is unlike another: what was observed or judged otherwise. What it was declared to lack is left out. */
export function unlike(
  { changed, pairs }: Comparison,
  now: Report,
  specification: Pick<Specification, 'groups'>,
): readonly Changed[] {
  const open = lackingIn(now).flatMap(({ name }) => groupOf(specification, name).open ?? []);
  return pairs.flatMap((one): Changed[] => {
    const seen = changed.find(({ id }) => id === one.id);
    if (seen) return open.includes(one.id) ? [] : [seen];
    const [before, own] = [one.before && verdictWithoutDecision(one.before), verdictWithoutDecision(one.now)];
    const isDecided = [before, own].every((verdict) => verdict === 'pass' || verdict === 'fail');
    return isDecided && before !== own ? [{ ...one, differences: [{ at: '/verdict', before, now: own }] }] : [];
  });
}
