import { code, unmarked } from '../../schemas/marked.js';
import { canonical, type Difference } from '../../schemas/observation.js';
import { clip } from '../text/printable.js';

const longestName = 160;
const longestValue = 200;

/** The two targets of a comparison by name: `Sandbox` and `this mock`. */
export type Names = readonly [other: string, current: string];

/**
 * A difference of two observations in one line, as values: `/statuses` 201 → 200; new `/data/tier`; gone `/data/iban`.
 * Between two targets both are named, and nothing is said of time: `/statuses`: Sandbox 422, this mock 400.
 */
export function lineOf(difference: Difference, between?: Names): string {
  const { at, before, now } = difference;
  const place = code(clip(placeOf(at), longestName));
  const [other, current] = between ?? [];
  const isOneSided = !('before' in difference) || !('now' in difference);
  const value = isOneSided && !isSchema(before ?? now) ? ` ${shown(before ?? now)}` : '';
  if (isOneSided && between) return `only ${'now' in difference ? current : other} has ${place}${value}`;
  if (isOneSided) return `${'now' in difference ? 'new' : 'gone'} ${place}${value}`;
  return between
    ? `${place}: ${other} ${shown(before)}, ${current} ${shown(now)}`
    : `${place} ${shown(before)} → ${shown(now)}`;
}

/** The lines of several differences, as many as one cares to read; how many more there are stands in the last. */
export function linesOf(found: readonly Difference[], most: number, between?: Names): string[] {
  const more = found.length - most;
  return [
    ...found.slice(0, most).map((one) => lineOf(one, between)),
    ...(more > 0 ? [`and ${more} more ${more === 1 ? 'difference' : 'differences'}`] : []),
  ];
}

/** A place as people write it: of an inferred schema the member that it describes, `/data/tier`; of an item its list. */
function placeOf(pointer: string): string {
  const steps = pointer
    .replace(/\/\d+$/, '')
    .split('/')
    .slice(0, 200);
  return steps.filter((step) => !['schema', 'properties', 'items', 'type'].includes(step)).join('/') || '/';
}

/** Whether a value is the inferred schema of a member, whose name says enough. */
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
