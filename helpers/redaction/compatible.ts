import type { Reading } from './reading.js';

/** The sign of ASCII that a character is compatible with (Unicode, NFKC), or 0; asked for once each. */
const known = new Map<number, number>();

function asciiOf(point: number): number {
  const before = known.get(point);
  if (before !== undefined) return before;
  const plain = point > 0x10ffff ? '' : String.fromCodePoint(point).normalize('NFKC');
  const code = plain.length === 1 && plain > ' ' && plain < '\x7f' ? plain.charCodeAt(0) : 0;
  known.set(point, code);
  return code;
}

/** None stands before the feminine ordinal indicator. */
const first = 0xaa;

/**
 * Reads full-width, mathematical, circled and raised letters and digits as the plain ones; false if there are none. Bytes
 * of UTF-8 that were taken for characters each, as in headers and behind percent signs, count as what they meant.
 */
export function readCompatible(from: Reading, into: Reading): boolean {
  const { codes, starts, ends, length } = from;
  into.length = 0;
  let done = 0;
  for (let next = 0; next < length; next += 1) {
    const code = codes[next] ?? 0;
    if (code < first) continue;
    const size = Math.min(length - next, sizeAt(codes, next));
    const ascii = asciiOf(size === 1 ? code : pointOf(codes, next, size));
    // What means nothing here stays as it stands: it is looked past.
    if (ascii === 0) continue;
    into.append(from, done, next);
    into.push(ascii, starts[next] ?? 0, ends[next + size - 1] ?? 0);
    done = next + size;
    next = done - 1;
  }
  if (done === 0) return false;
  into.append(from, done, length);
  return true;
}

const isIn = (code: number | undefined, low: number, end: number) => code !== undefined && code >= low && code < end;

/** How many codes make up the character that begins here: two of UTF-16, three or four of UTF-8. */
function sizeAt(codes: Uint16Array, at: number): number {
  const [code, second, third, fourth] = [codes[at], codes[at + 1], codes[at + 2], codes[at + 3]];
  if (isIn(code, 0xd800, 0xdc00)) return isIn(second, 0xdc00, 0xe000) ? 2 : 1;
  if (!isIn(code, 0xe0, 0xf5) || !isIn(second, 0x80, 0xc0) || !isIn(third, 0x80, 0xc0)) return 1;
  if (isIn(code, 0xe0, 0xf0)) return 3;
  return isIn(fourth, 0x80, 0xc0) ? 4 : 1;
}

function pointOf(codes: Uint16Array, at: number, size: number): number {
  const [one = 0, two = 0, three = 0, four = 0] = codes.subarray(at, at + size);
  if (size === 2) return (one - 0xd800) * 0x400 + (two - 0xdc00) + 0x10000;
  if (size === 3) return ((one & 15) << 12) | ((two & 63) << 6) | (three & 63);
  return ((one & 7) << 18) | ((two & 63) << 12) | ((three & 63) << 6) | (four & 63);
}
