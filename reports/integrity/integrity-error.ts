import { isObject } from '../../schemas/is-object.js';
import { clip, printableLine } from '../text/printable.js';

/** One deviation of a folder from what its run wrote. */
export interface IntegrityError {
  /** Name of the file in the run's folder. */
  readonly file: string;
  /** JSON Pointer (RFC 6901) into it, or id of an exchange. */
  readonly at?: string;
  /** The deviation, as a clause that follows the name: `is missing`. */
  readonly says: string;
}

/** Characters of a value that a line shows. */
const shownValue = 60;

/**
 * Where a value in a file is another than expected: innermost places, in the order of the expected value. A side that lacks
 * a member has no value there.
 * @param source where the expected value comes from
 * @param at its place in the file
 */
export function deviations(
  file: string,
  [expected, actual]: readonly [expected: unknown, actual: unknown],
  source: string,
  at = '',
): IntegrityError[] {
  if (Object.is(expected, actual)) return [];
  const bothLists = Array.isArray(expected) && Array.isArray(actual);
  if (!bothLists && !(isObject(expected) && isObject(actual)))
    return [{ file, at, says: mismatch(expected, actual, source) }];
  const [one, other] = [expected as Record<string, unknown>, actual as Record<string, unknown>];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.flatMap((name) => deviations(file, [own(one, name), own(other, name)], source, `${at}/${step(name)}`));
}

/** A difference as a clause: `is 4, expected 3 (per report.json)`. */
function mismatch(expected: unknown, actual: unknown, source: string): string {
  if (actual === undefined) return `is missing, expected ${shown(expected)} (per ${source})`;
  if (expected === undefined) return `is ${shown(actual)}, expected none (per ${source})`;
  return `is ${shown(actual)}, expected ${shown(expected)} (per ${source})`;
}

/** A value for one line: words as they are, everything else as JSON, clipped. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' && /^[\w.-]{1,64}$/.test(value) ? value : (JSON.stringify(value) ?? 'nothing');
  return printableLine(clip(text, /^[0-9a-f]{64}$/.test(text) ? 64 : shownValue));
}

/** A name as a step of a JSON Pointer. */
function step(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function own(members: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
