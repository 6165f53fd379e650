import type { Report } from '../../schemas/types.js';
import { counted, firstOf } from '../text/counted.js';
import { moment } from '../text/dates.js';
import type { Comparison, Kind } from './comparison.js';

/** A comparison as report.json keeps it: what differs, by ids. */
type Recorded = NonNullable<Report['comparison']>;

const mostIds = 5;

/** What report.json keeps of a comparison. */
export function recorded({ before, compared, changed, moved }: Comparison): Recorded {
  const ids = (wanted: Kind) => moved.flatMap(({ id, kind }) => (kind === wanted ? [id] : []));
  const { id, startedAt, suiteVersion } = before.run;
  return {
    baseline: { id, startedAt, baseUrl: before.target.baseUrl, embedded: before.target.embedded, suiteVersion },
    compared,
    changed: changed.map((one) => one.id),
    newFailures: ids('newFailures'),
    fixed: ids('fixed'),
    undecided: ids('undecided'),
    decided: ids('decided'),
  };
}

/** What a run came to against its baseline, in one sentence; `undefined` where it had none. */
export function againstBaseline({ comparison, run, target }: Report): string | undefined {
  if (!comparison) return undefined;
  const { startedAt, baseUrl, embedded, suiteVersion } = comparison.baseline;
  // The embedded server is the same one on whatever port.
  const isSame = baseUrl === target.baseUrl || (embedded === true && target.embedded);
  const about = [
    ...(isSame ? [] : [baseUrl]),
    ...(comparison.between ? [`run of ${moment(startedAt)}`] : []),
    ...(suiteVersion === undefined || suiteVersion === run.suiteVersion ? [] : [`suite ${suiteVersion}`]),
  ];
  const details = about.length > 0 ? ` (${about.join(', ')})` : '';
  const baseline = comparison.between?.[0] ?? `the run of ${moment(startedAt)}`;
  return `Compared with ${baseline}${details}: ${inCounts(comparison)}.`;
}

/** How much differs: `2 observations changed, 1 failure is new (CUST-09)`. Without a full stop. */
export function inCounts(comparison: Omit<Recorded, 'baseline'>): string {
  const { compared, changed, newFailures, fixed, undecided, decided, between } = comparison;
  const [other, current] = between ?? [];
  const counts = (ids: readonly string[], one: string, many = one) =>
    ids.length > 0 && `${ids.length} ${ids.length === 1 ? one : many} (${firstOf(ids, mostIds)})`;
  const judged = between
    ? [
        counts(undecided, `requirement only ${other} decides`, `requirements only ${other} decides`),
        counts(decided, `requirement only ${current} decides`, `requirements only ${current} decides`),
      ]
    : [
        counts(newFailures, 'new failure', 'new failures'),
        counts(fixed, 'fixed'),
        counts(undecided, 'requirement became inconclusive or skipped', 'requirements became inconclusive or skipped'),
        counts(decided, 'requirement is now decided', 'requirements are now decided'),
      ];
  const differing = between
    ? counts(changed, 'difference', 'differences')
    : changed.length > 0 && `${counted(changed.length, 'observation')} changed`;
  const phrases = [differing, ...judged].filter((phrase) => phrase !== false);
  return phrases.length > 0 ? phrases.join(', ') : `nothing differs; ${counted(compared, 'observation')} compared`;
}
