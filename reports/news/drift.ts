import { code, unmarked } from '../../schemas/marked.js';
import { canonical, type Difference } from '../../schemas/observation.js';
import type { Report } from '../../schemas/types.js';
import { clip, counted, firstOf, moment } from '../text/words.js';

/** How a run differs from the run of `--baseline`, in one sentence. */
export function againstBaseline({ run: { baseline }, requirements }: Report): string | undefined {
  if (!baseline) return undefined;
  const { startedAt, baseUrl, names } = baseline;
  const other = names ? `${names[0]} (${baseUrl}, run of ${moment(startedAt)})` : `the run of ${moment(startedAt)}`;
  const differing = requirements.flatMap(({ id, drift }) => (drift ? [id] : []));
  return `Compared with ${other}: ${differing.length > 0 ? inCount(differing) : 'nothing differs'}.`;
}

/** `2 differences (CUST-09, VER-02)`. */
export const inCount = (ids: readonly string[]): string => `${counted(ids.length, 'difference')} (${firstOf(ids)})`;

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
