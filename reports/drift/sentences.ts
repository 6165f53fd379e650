import type { Report } from '../../schemas/types.js';
import { counted, firstOf } from '../text/counted.js';
import { moment } from '../text/dates.js';
import { startOf } from '../text/phrases.js';
import type { Comparison } from './comparison.js';

/** A comparison as report.json keeps it: what differs, by ids. */
export type Recorded = NonNullable<Report['comparison']>;

const mostIds = 5;

/** What report.json keeps of a comparison. */
export function recorded({ before, compared, changed, failures, undecided, decided, vanished }: Comparison): Recorded {
  const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
  const { id, startedAt, suiteVersion } = before.run;
  return {
    baseline: { id, startedAt, baseUrl: before.target.baseUrl, embedded: before.target.embedded, suiteVersion },
    compared,
    changed: ids(changed),
    newFailures: ids(failures.new),
    fixed: ids(failures.fixed),
    undecided: ids(undecided),
    decided: ids(decided),
    vanished: vanished.map((check) => ({ ...check })),
  };
}

/** What a run came to against its baseline, in one sentence; `undefined` where it had none. */
export function againstBaseline({ comparison, run, target }: Report): string | undefined {
  if (!comparison) return undefined;
  const { startedAt, baseUrl, embedded, suiteVersion } = comparison.baseline;
  // The embedded server is the same one on whatever port.
  const sameTarget = baseUrl === target.baseUrl || (embedded === true && target.embedded);
  const other = [
    ...(sameTarget || comparison.between ? [] : [baseUrl]),
    ...(suiteVersion === undefined || suiteVersion === run.suiteVersion ? [] : [`suite ${suiteVersion}`]),
  ];
  if (comparison.between)
    return `Beside ${comparison.between[0]} (${[baseUrl, ...other, `run of ${moment(startedAt)}`].join(', ')}): ${inLikeness(comparison)}.`;
  return `Compared with the run of ${moment(startedAt)}${other.length > 0 ? ` (${other.join(', ')})` : ''}: ${inCounts(comparison)}.`;
}

/** The heading of what is waived, and of what differs from the run compared with. */
export function restHeading({ comparison, summary }: Report): string {
  if (!comparison?.between) return 'Waivers and changes';
  return `${summary.counts.waived > 0 ? 'Waived, and unlike' : 'Unlike'} ${comparison.between[0]}`;
}

/** How much two reports differ, as a sentence. */
export function inSentence(comparison: Comparison): string {
  return `${startOf(inCounts(recorded(comparison)))}.`;
}

/** How much differs: `2 observations changed, 1 failure is new (CUST-09)`. Without a full stop. */
export function inCounts(comparison: Recorded): string {
  const { compared, changed, newFailures, fixed, undecided, decided, vanished } = comparison;
  const described = [
    changed.length > 0 && `${counted(changed.length, 'observation')} changed`,
    said(newFailures, 'new failure', 'new failures'),
    said(fixed, 'fixed', 'fixed'),
    said(undecided, 'requirement became inconclusive or skipped', 'requirements became inconclusive or skipped'),
    said(decided, 'requirement is now evaluated', 'requirements are now evaluated'),
    said([...new Set(vanished.map(({ id }) => id))], 'check disappeared', 'checks disappeared', vanished.length),
  ].filter((phrase) => phrase !== false);
  if (described.length > 0) return described.join(', ');
  return compared === 0
    ? 'no verdict differs, and there were no observations to compare'
    : `nothing differs; ${counted(compared, 'observation')} ${compared === 1 ? 'was' : 'were'} compared`;
}

/** How unlike two targets are: `2 differences (CUST-09, ERR-02); 1 requirement only Sandbox decides (IDEM-02)`. */
function inLikeness({ between: [other, own] = [], compared, changed, undecided, decided }: Recorded): string {
  const described = [
    said(changed, 'difference', 'differences'),
    said(undecided, `requirement only ${other} decides`, `requirements only ${other} decides`),
    said(decided, `requirement only ${own} decides`, `requirements only ${own} decides`),
    `${counted(compared, 'observation')} ${compared === 1 ? 'was' : 'were'} compared`,
  ].filter((phrase) => phrase !== false);
  return changed.length > 0 ? described.join('; ') : ['no difference', ...described].join('; ');
}

function said(ids: readonly string[], one: string, many: string, count = ids.length): string | false {
  if (count === 0) return false;
  return `${count} ${count === 1 ? one : many} (${firstOf(ids, mostIds)})`;
}

/** What else is not the same in two runs, a sentence each: it explains differences, and is none of the target's. */
export function contextOf({ before, now }: Comparison<Report>): string[] {
  const [then, today] = [before.run, now.run];
  const embedded = [before, now].filter((report) => report.target.embedded).length;
  return [
    embedded === 1 ? `The ${before.target.embedded ? 'first' : 'second'} is the embedded reference server.` : '',
    then.exam === today.exam
      ? 'Both runs used the same suite version.'
      : 'The runs used different suite versions, so differences may come from the suite.',
    then.suiteVersion === today.suiteVersion ? '' : `Suite ${then.suiteVersion} then, ${today.suiteVersion} now.`,
    // The address is configured too, and stands beside this.
    before.target.baseUrl !== now.target.baseUrl || then.configuration === today.configuration
      ? ''
      : 'The two runs used different configurations.',
    then.complete ? '' : 'The first run is incomplete.',
    today.complete ? '' : 'The second run is incomplete.',
  ].filter(Boolean);
}
