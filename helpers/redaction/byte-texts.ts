import { breaks, type Digits, digitsOf, findRuns, type Runs, within } from './digit-runs.js';
import { type Reading, wall } from './reading.js';

/** Bytes count as text from this many readable ones in a row: noise has that once in some hundred bytes. */
const shortestText = 6;

/** The bytes that may be text. NUL is: in UTF-16 it stands between the letters. */
const textBytes = Uint8Array.from({ length: 256 }, (_, byte) =>
  (byte >= 0x20 && byte < 0x7f) || [0, 0x09, 0x0a, 0x0d].includes(byte) ? 1 : 0,
);

let bytes = new Uint8Array(1024);

/** How digits make bytes: the number of bits in each. */
type Bits = 4 | 6;

/**
 * What runs of digits say, read from the first digit on, from the second, and so on until the alignments repeat: a run
 * may have begun before the text that is searched, or with digits that are none of it. Within one alignment the pieces
 * follow each other without a gap: a key that was cut into pieces, each encoded by itself, is found too.
 */
function readRuns(from: Reading, { values, places, ends }: Runs, bits: Bits, into: Reading): boolean {
  const alignments = bits === 4 ? 2 : 4;
  into.length = 0;
  for (let alignment = 0; alignment < alignments; alignment += 1) {
    let first = 0;
    for (const end of ends) {
      const count = decode(values, first + alignment, end, bits);
      keepText(from, places, first + alignment, count, bits, into);
      first = end;
    }
    if (into.length > 0) into.push(wall, 0, 0);
  }
  return into.length > 0;
}

/** Makes bytes of the digits `first` to `end` (exclusive), and says how many. */
function decode(values: Uint8Array, first: number, end: number, bits: Bits): number {
  if (bytes.length < end - first) bytes = new Uint8Array((end - first) * 2);
  let count = 0;
  let held = 0;
  let heldBits = 0;
  for (let index = first; index < end; index += 1) {
    held = ((held << bits) | (values[index] ?? 0)) & 0xffff;
    heldBits += bits;
    if (heldBits < 8) continue;
    heldBits -= 8;
    bytes[count] = held >>> heldBits;
    count += 1;
  }
  return count;
}

/** Adds the bytes that may be text to a reading, so that a picture in base64 is not read any further. */
function keepText(from: Reading, places: Int32Array, first: number, count: number, bits: Bits, into: Reading): void {
  let textStart = 0;
  for (let index = 0; index <= count; index += 1) {
    if (index < count && textBytes[bytes[index] ?? 0] === 1) continue;
    if (index - textStart >= shortestText) {
      for (let at = textStart; at < index; at += 1) {
        const firstDigit = places[first + Math.floor((at * 8) / bits)] ?? 0;
        const lastDigit = places[first + Math.ceil(((at + 1) * 8) / bits) - 1] ?? 0;
        into.push(bytes[at] ?? 0, from.starts[firstDigit] ?? 0, from.ends[lastDigit] ?? 0);
      }
    }
    textStart = index + 1;
  }
}

const base64Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const base64: Digits = digitsOf([`${base64Letters}+/`, `${base64Letters}-_`], breaks);
/** Line breaks may stand within base64: mail and PEM files have them. */
for (const code of [0x0a, 0x0d]) base64[code] = within;

/** What the base64 in a reading says, in either alphabet. */
export function readBase64(from: Reading, into: Reading): boolean {
  return readRuns(from, findRuns(from, base64, 'f'), 6, into);
}

/** Anything but a letter may stand between hexadecimal digits: `73:6b`, `73 6b`, `["73","6b"]`. */
const hex: Digits = digitsOf(['0123456789abcdef', '0123456789ABCDEF'], within);
for (const letter of 'ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ') hex[letter.charCodeAt(0)] = breaks;

/** What the hexadecimal digits in a reading say. */
export function readHex(from: Reading, into: Reading): boolean {
  return readRuns(from, findRuns(from, hex, ''), 4, into);
}
