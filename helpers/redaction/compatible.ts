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
  let next = 0;
  while (next < length && (codes[next] ?? 0) < first) next += 1;
  if (next === length) return false;
  let found = 0;
  into.length = 0;
  into.append(from, 0, next);
  while (next < length) {
    const size = Math.min(length - next, sizeAt(codes, next));
    const code = codes[next] ?? 0;
    const ascii = code < first ? 0 : asciiOf(size === 1 ? code : pointOf(codes, next, size));
    if (ascii > 0) found += 1;
    // What means nothing here stays as it stands: it is looked past.
    const taken = ascii > 0 ? size : 1;
    into.push(ascii > 0 ? ascii : code, starts[next] ?? 0, ends[next + taken - 1] ?? 0);
    next += taken;
  }
  return found > 0;
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
