import { codeOf, type Escape, lengthOf, nothing } from './escape.js';
import { escapeAt, escapeOpeners, quotedAt, quotedOpeners } from './escapes.js';
import { type Reading, wall } from './reading.js';

/**
 * How far from an escape its reading goes on. What is further from all of them was read before, as it stands; and
 * twenty characters of a key reach less far, each with a line's indentation before it.
 */
const reach = 512;

/** Decodes every escape of `from` once, and reads what is near them; what was escaped twice needs another reading. */
export function readEscapes(from: Reading, into: Reading): boolean {
  return decode(from, into, escapeOpeners, escapeAt);
}

/**
 * Decodes quoted-printable. A reading of its own, since an equals sign before two hexadecimal digits is far more often
 * none of it (`key=ab…`), and would take the first characters of a key away.
 */
export function readQuotedPrintable(from: Reading, into: Reading): boolean {
  return decode(from, into, quotedOpeners, quotedAt);
}

type EscapeAt = (codes: Uint16Array, at: number, end: number) => Escape;

export function decode(from: Reading, into: Reading, openers: Uint8Array, at: EscapeAt): boolean {
  const { codes, starts, ends, length } = from;
  into.length = 0;
  let done = 0;
  for (let index = 0; index < length; index += 1) {
    const code = codes[index] ?? 0;
    if (code > 127 || openers[code] === 0) continue;
    const found = at(codes, index, length);
    if (found === 0) continue;
    copyBetween(from, done, index, into, done === 0);
    done = index + lengthOf(found);
    const said = codeOf(found);
    if (said !== nothing) into.push(said, starts[index] ?? 0, ends[done - 1] ?? 0);
    index = done - 1;
  }
  if (done === 0) return false;
  into.append(from, done, Math.min(length, done + reach));
  return true;
}

/** Copies what is in reach of the escape before or the one behind. */
function copyBetween(from: Reading, first: number, end: number, into: Reading, isFirst: boolean): void {
  if (end - first <= 2 * reach && !isFirst) {
    into.append(from, first, end);
    return;
  }
  if (!isFirst) into.append(from, first, first + reach);
  if (end - reach > first) into.push(wall, 0, 0);
  into.append(from, Math.max(first, end - reach), end);
}
