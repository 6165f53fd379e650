import { areFarApart, Reading, wall } from './reading.js';
import type { Run } from './survey.js';

/** Bytes count as text from this many readable ones in a row: noise has that once in some hundred bytes. */
const shortestText = 6;

/** The bytes that may be text. NUL is: in UTF-16 it stands between the letters. */
const isText = Uint8Array.from({ length: 256 }, (_, byte) =>
  (byte >= 0x20 && byte < 0x7f) || [0, 0x09, 0x0a, 0x0d].includes(byte) ? 1 : 0,
);

/** How digits make bytes: the bits in each, and the value of each character that is one. */
interface Encoding {
  bits: 6 | 4;
  values: Int8Array;
}

function encoding(bits: Encoding['bits'], ...alphabets: string[]): Encoding {
  const values = new Int8Array(128).fill(-1);
  for (const alphabet of alphabets)
    for (const [value, digit] of [...alphabet].entries()) values[digit.charCodeAt(0)] = value;
  return { bits, values };
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const base64 = encoding(6, `${letters}+/`, `${letters}-_`);
const hexadecimal = encoding(4, '0123456789abcdef', '0123456789ABCDEF');

/** Bytes, and for each the place in the text where its first digit stands. */
interface Bytes {
  bytes: Uint8Array;
  places: Int32Array;
}

/** Makes bytes of a run from one of its first digits on, and says how many. */
function decode(
  codes: Uint16Array,
  { start, end }: Run,
  alignment: number,
  { bits, values }: Encoding,
  into: Bytes,
): number {
  let left = alignment;
  let count = 0;
  let held = 0;
  let heldBits = 0;
  for (let index = start; index < end; index += 1) {
    const code = codes[index] ?? 0;
    const value = code < 128 ? (values[code] ?? -1) : -1;
    if (value < 0) continue;
    if (left > 0) {
      left -= 1;
      continue;
    }
    if (heldBits === 0 || heldBits + bits > 8) into.places[heldBits === 0 ? count : count + 1] = index;
    held = ((held << bits) | value) & 0xffff;
    heldBits += bits;
    if (heldBits < 8) continue;
    heldBits -= 8;
    into.bytes[count] = (held >>> heldBits) & 0xff;
    count += 1;
  }
  return count;
}

/** Goes on with a piece of what was decoded, leaf by leaf. */
function addPiece(into: Reading, from: Reading, { bytes, places }: Bytes, start: number, end: number): void {
  const piece = Buffer.from(bytes.buffer, start, end - start).toString('latin1');
  for (let at = start; at < end; ) {
    const stretch = from.stretchAt(places[at] ?? 0);
    const stretchEnd = from.starts[stretch + 1] ?? from.text.length;
    let next = end;
    if ((places[end - 1] ?? 0) >= stretchEnd) for (next = at; (places[next] ?? 0) < stretchEnd; ) next += 1;
    into.add(piece.slice(at - start, next - start), from.leaves[stretch] ?? 0);
    at = next;
  }
}

/**
 * The readable part of what runs of digits say, decoded from the first digit on, from the second, and so on until the
 * alignments repeat: a run may begin with digits that are none of it. Within one alignment the pieces follow each other:
 * a key that was cut into pieces, each encoded by itself, is found too.
 */
function decodeRuns(from: Reading, runs: readonly Run[], how: Encoding): Reading | undefined {
  const into = new Reading();
  const longest = runs.reduce((most, { start, end }) => Math.max(most, end - start), 0);
  const buffer: Bytes = { bytes: new Uint8Array(longest), places: new Int32Array(longest + 1) };
  for (let alignment = 0; alignment < (how.bits === 4 ? 2 : 4); alignment += 1) {
    let done = -1;
    for (const run of runs) {
      const count = decode(from.codes(), run, alignment, how, buffer);
      let textStart = 0;
      for (let index = 0; index <= count; index += 1) {
        if (index < count && isText[buffer.bytes[index] ?? 0] === 1) continue;
        if (index - textStart >= shortestText) {
          if (done >= 0 && areFarApart(from.text, done, buffer.places[textStart] ?? 0)) into.text += wall;
          addPiece(into, from, buffer, textStart, index);
          done = buffer.places[index - 1] ?? 0;
        }
        textStart = index + 1;
      }
    }
    if (done >= 0) into.text += wall;
  }
  return into.text === '' ? undefined : into;
}

/** What base64 says, in either alphabet, over line ends too. */
export function decodeBase64(from: Reading, runs: readonly Run[]): Reading | undefined {
  return decodeRuns(from, runs, base64);
}

/** What hexadecimal digits say, whatever but letters stands between them: `73:6b`, `["73","6b"]`. */
export function decodeHex(from: Reading, runs: readonly Run[]): Reading | undefined {
  return decodeRuns(from, runs, hexadecimal);
}

/** A readable byte in decimal. The digits of `v45`, `45th` and `0x45` are none, nor is a member's name. */
const decimalByte = /(?<![0-9A-Za-z])0*(?:3[3-9]|[4-9]\d|1[01]\d|12[0-6])(?![0-9A-Za-z]|\\*":)/g;

/** What lists of bytes in decimal say, as buffers look in JSON: `[115,107,95]`, `{"0":115,"1":107}`. */
export function decodeByteList(from: Reading): Reading | undefined {
  const into = new Reading();
  let done = -1;
  for (const { 0: byte, index } of from.text.matchAll(decimalByte)) {
    if (done >= 0 && areFarApart(from.text, done, index)) into.text += wall;
    into.add(String.fromCharCode(Number(byte)), from.leafAt(index));
    done = index + byte.length;
  }
  return done < 0 ? undefined : into;
}
