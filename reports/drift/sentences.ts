import { code, unmarked } from '../../schemas/marked.js';
import { canonical, type Difference } from '../../schemas/observation.js';
import type { Report } from '../../schemas/types.js';
import { clip, counted, firstOf, moment } from '../text/words.js';
import type { Comparison, Kind } from './comparison.js';

type Recorded = NonNullable<Report['comparison']>;

/** What report.json keeps of a comparison: ids. */
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

/** How a run differs from its baseline, in one sentence. */
export function againstBaseline({ comparison, run, target }: Report): string | undefined {
  if (!comparison) return undefined;
  const { startedAt, baseUrl, embedded, suiteVersion } = comparison.baseline;
  const isSame = baseUrl === target.baseUrl || (embedded === true && target.embedded);
  const about = [
    !isSame && baseUrl,
    comparison.between && `run of ${moment(startedAt)}`,
    suiteVersion !== undefined && suiteVersion !== run.suiteVersion && `suite ${suiteVersion}`,
  ].filter(Boolean);
  const details = about.length > 0 ? ` (${about.join(', ')})` : '';
  const baseline = comparison.between?.[0] ?? `the run of ${moment(startedAt)}`;
  return `Compared with ${baseline}${details}: ${inCounts(comparison)}.`;
}

/** `2 observations changed, 1 new failure (CUST-09)`. Without a full stop. */
export function inCounts(comparison: Omit<Recorded, 'baseline'>): string {
  const { compared, changed, newFailures, fixed, undecided, decided, between } = comparison;
  const [other, current] = between ?? [];
  const part = (ids: readonly string[], noun: string, rest = '') =>
    ids.length > 0 ? [`${noun === '' ? ids.length : counted(ids.length, noun)}${rest} (${firstOf(ids)})`] : [];
  const parts = between
    ? [
        ...part(changed, 'difference'),
        ...part(undecided, 'requirement', ` only ${other} decides`),
        ...part(decided, 'requirement', ` only ${current} decides`),
      ]
    : [
        ...(changed.length > 0 ? [`${counted(changed.length, 'observation')} changed`] : []),
        ...part(newFailures, 'new failure'),
        ...part(fixed, '', ' fixed'),
        ...part(undecided, 'requirement', ' no longer decided'),
        ...part(decided, 'requirement', ' now decided'),
      ];
  return parts.join(', ') || `nothing differs; ${counted(compared, 'observation')} compared`;
}

const longestName = 160;
const longestValue = 200;

/** `Sandbox` and `this mock`. */
export type Names = readonly [other: string, current: string];

/** A line for each difference; the last one counts those beyond `most`. */
export function linesOf(found: readonly Difference[], most: number, between?: Names): string[] {
  const more = found.length - most;
  return [
    ...found.slice(0, most).map((one) => lineOf(one, between)),
    ...(more > 0 ? [`and ${counted(more, 'more difference')}`] : []),
  ];
}

/** `/statuses` 201 → 200; new `/data/tier`; gone `/data/iban`. Or: `/statuses`: Sandbox 422, this mock 400. */
function lineOf(difference: Difference, between?: Names): string {
  const { at, before, now } = difference;
  const place = code(clip(placeOf(at), longestName));
  const [other, current] = between ?? [];
  if ('before' in difference && 'now' in difference)
    return between
      ? `${place}: ${other} ${shown(before)}, ${current} ${shown(now)}`
      : `${place} ${shown(before)} → ${shown(now)}`;
  const one = before ?? now;
  const isNew = 'now' in difference;
  const start = between ? `only ${isNew ? current : other} has` : isNew ? 'new' : 'gone';
  return `${start} ${place}${isSchema(one) ? '' : ` ${shown(one)}`}`;
}

/** A place for people: of an inferred schema the member, `/data/tier`; of an item its list. */
function placeOf(pointer: string): string {
  const steps = pointer
    .replace(/\/\d+$/, '')
    .split('/')
    .slice(0, 200);
  return steps.filter((step) => !['schema', 'properties', 'items', 'type'].includes(step)).join('/') || '/';
}

/** Whether it is a member's inferred schema: its name says enough. */
function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return 'none';
  const words = Array.isArray(value) && !value.some(isSchema) ? value.slice(0, 30).map(word).join(', ') : word(value);
  return clip(words, longestValue);
}

function word(value: unknown): string {
  return unmarked(clip(typeof value === 'object' ? canonical(value) : String(value), longestValue));
}
