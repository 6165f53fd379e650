import { codeOf, type Escape, lengthOf, makeEscape } from './escape.js';
import { escapeAt } from './escapes.js';
import { decode } from './read-escapes.js';
import type { Reading } from './reading.js';

/** What may tear an escape: the end of a line, of an array's member, of a string that goes on in the next line. */
const tears = Uint8Array.from({ length: 128 }, (_, code) => (/[\s"',+-]/.test(String.fromCharCode(code)) ? 1 : 0));
/** No escape that stands for a letter or a sign is longer than its first of these, torn apart no longer than the second. */
const longestEscape = 12;
const longestTorn = 48;

const openers = Uint8Array.from({ length: 128 }, (_, code) => ('%\\&'.includes(String.fromCharCode(code)) ? 1 : 0));

const mended = new Uint16Array(longestEscape);

/** The escape that begins at `at` once what tears it is taken out, or 0. */
function tornAt(codes: Uint16Array, at: number, end: number): Escape {
  let count = 0;
  for (let index = at; index < end && index < at + longestTorn && count < longestEscape; index += 1) {
    const code = codes[index] ?? 0;
    if (code < 128 ? tears[code] === 1 : code === 0x200b) continue;
    mended[count] = code;
    count += 1;
    const found = escapeAt(mended, 0, count);
    if (found !== 0 && lengthOf(found) === count) return makeEscape(codeOf(found), index + 1 - at);
  }
  return 0;
}

/** Decodes escapes that were cut in two, when a text that was encoded first was then split; false if none was. */
export function readTornEscapes(from: Reading, into: Reading): boolean {
  let torn = 0;
  const isDecoded = decode(from, into, openers, (codes, at, end) => {
    const whole = escapeAt(codes, at, end);
    if (whole !== 0) return whole;
    const found = tornAt(codes, at, end);
    if (found !== 0) torn += 1;
    return found;
  });
  return isDecoded && torn > 0;
}
