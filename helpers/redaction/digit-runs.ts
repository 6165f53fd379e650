import { seedLength, wall } from './spelling.js';

/** Shorter runs of digits are words and numbers; a key that short is looked for by how it would be written. */
const shortestRun = 16;
/** Bytes count as text from this many readable ones in a row: noise has that once in some hundred bytes. */
const shortestText = 6;
/** The bytes that may be text. NUL is: in UTF-16 it stands between the letters. */
const textBytes = /[\0\t\n\r -~]/;
const pieces = new RegExp(`${textBytes.source}{${shortestText},}`, 'g');
const isText = Uint8Array.from({ length: 256 }, (_, byte) => (textBytes.test(String.fromCharCode(byte)) ? 1 : 0));

/** What a character means to a run of digits, where it is none: its end, or nothing. */
const [ends, skipped] = [-1, -2];

/** How digits make bytes. */
interface Encoding {
  name: 'base64' | 'hex';
  bits: number;
  /** After how many digits bytes begin anew. */
  group: number;
  /** The value of each ASCII character as a digit, or whether it ends a run or may stand in one. */
  values: Int8Array;
  /** Whether other characters may stand in a run. */
  passesBeyondAscii: boolean;
  notDigits: RegExp;
}

function encoding(
  about: Omit<Encoding, 'values' | 'passesBeyondAscii'>,
  alphabets: string[],
  passed: RegExp,
): Encoding {
  const values = Int8Array.from({ length: 128 }, (_, code) =>
    passed.test(String.fromCharCode(code)) ? skipped : ends,
  );
  for (const alphabet of alphabets)
    for (const [value, digit] of [...alphabet].entries()) values[digit.charCodeAt(0)] = value;
  return { ...about, values, passesBeyondAscii: passed.test('\u00ff') };
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Line ends may stand among digits of base64; among hexadecimal ones all but other letters: `73:6b`, `["73","6b"]`. */
const base64 = encoding(
  { name: 'base64', bits: 6, group: 4, notDigits: /[\r\n]+/g },
  [`${letters}+/`, `${letters}-_`],
  /[\r\n]/,
);
const hexadecimal = encoding(
  { name: 'hex', bits: 4, group: 2, notDigits: /[^0-9A-Fa-f]+/g },
  ['0123456789abcdef', '0123456789ABCDEF'],
  new RegExp(`[^0-9A-Za-z${wall}]`),
);

/** A part of a text, from `start` to `end` (exclusive). */
export interface Run {
  start: number;
  end: number;
}

/** A run that says something readable, and in which alignments. */
interface ReadableRun extends Run {
  readonly alignments: number;
}

/** Counts bytes that may be text in a row: one more than there were before, or none. */
const oneMore = (before: number, byte: number): number => (isText[byte & 0xff] === 1 ? before + 1 : 0);

/**
 * Counts the readable bytes of a run, in `readable` by the first digit from which they are read. Gives the alignments in
 * which there are any, a bit for each.
 */
function countReadable(codes: Uint16Array, { start, end }: Run, how: Encoding, readable: Uint32Array): number {
  const { bits, group, values } = how;
  let alignments = 0;
  let count = 0;
  let last = 0;
  // For each alignment the readable bytes until now, by how many digits of a group it has seen: they change places.
  let [none, one, two, three] = [0, 0, 0, 0];
  for (let index = start; index < end; index += 1) {
    const code = codes[index] ?? 0;
    const value = code < 128 ? (values[code] ?? ends) : skipped;
    if (value < 0) continue;
    last = ((last << bits) | value) & 0xfff;
    if (bits === 4) {
      const whole = one;
      one = oneMore(none, last);
      none = whole;
    } else {
      const whole = three;
      three = oneMore(two, last);
      two = oneMore(one, last >>> 2);
      one = oneMore(none, last >>> 4);
      none = whole;
    }
    const isReadable = one >= shortestText || two >= shortestText || three >= shortestText;
    for (let place = isReadable ? 1 : 4; place <= 3; place += 1) {
      const inRow = place === 1 ? one : place === 2 ? two : three;
      if (inRow < shortestText) continue;
      const alignment = (count - place) & (group - 1);
      alignments |= 1 << alignment;
      readable[alignment] = (readable[alignment] ?? 0) + (inRow > shortestText ? 1 : inRow);
    }
    count += 1;
  }
  return alignments;
}

/** The runs, and those that say something readable. One character in sixteen is looked at, and what is around those in a run. */
function runsIn(codes: Uint16Array, how: Encoding, readable: Uint32Array): { runs: ReadableRun[]; all: Run[] } {
  const runs: ReadableRun[] = [];
  const all: Run[] = [];
  const { values, passesBeyondAscii } = how;
  const isMember = (index: number) => {
    const code = codes[index] ?? 0;
    return code < 128 ? values[code] !== ends : passesBeyondAscii;
  };
  for (let probe = shortestRun - 1; probe < codes.length; probe += shortestRun) {
    if (!isMember(probe)) continue;
    let start = probe;
    while (start > 0 && probe - start < shortestRun && isMember(start - 1)) start -= 1;
    let end = probe + 1;
    while (end < codes.length && isMember(end)) end += 1;
    while (probe + shortestRun < end) probe += shortestRun;
    if (end - start < shortestRun) continue;
    const run = { start, end };
    all.push(run);
    const alignments = countReadable(codes, run, how, readable);
    if (alignments !== 0) runs.push({ ...run, alignments });
  }
  return { runs, all };
}

/** What two encoded pieces of one secret stand apart at most, where there is readable text between them. */
const widestGap = 160;

/** Whether two pieces that were decoded from these places of a text can hardly belong together. */
function areFarApart(text: string, from: number, to: number): boolean {
  return to - from > widestGap && /[0-9A-Za-z]/.test(text.slice(from, to));
}

/**
 * The readable part of what runs of digits say, decoded from the first digit on, from the second, and so on until the
 * alignments repeat: a run may begin with digits that are none of it. Within one alignment the pieces follow each other:
 * a key that was cut into pieces, each encoded by itself, is found too.
 */
function decodeRuns(text: string, codes: Uint16Array, how: Encoding): { readable: string; all: readonly Run[] } {
  const readable = new Uint32Array(how.group);
  const { runs, all } = runsIn(codes, how, readable);
  let into = '';
  for (let alignment = 0; alignment < how.group; alignment += 1) {
    if ((readable[alignment] ?? 0) < seedLength) continue;
    let done = -1;
    for (const { start, end, alignments } of runs) {
      if ((alignments & (1 << alignment)) === 0) continue;
      const digits = text.slice(start, end).replace(how.notDigits, '').slice(alignment);
      const bytes = Buffer.from(digits, how.name).toString('latin1');
      for (const { 0: piece, index } of bytes.matchAll(pieces)) {
        const place = start + Math.floor((index * 8) / how.bits);
        if (done >= 0 && areFarApart(text, done, place)) into += wall;
        into += piece;
        done = place + Math.floor((piece.length * 8) / how.bits);
      }
    }
    into += wall;
  }
  return { readable: into, all };
}

/** What base64 says, in either alphabet, over line ends too, and the runs of it, readable or not. */
export function decodeBase64(text: string, codes: Uint16Array): { readable: string; runs: readonly Run[] } {
  const { readable, all } = decodeRuns(text, codes, base64);
  return { readable, runs: all };
}

/** What hexadecimal digits say, whatever but letters stands between them. */
export function decodeHex(text: string, codes: Uint16Array): string {
  return decodeRuns(text, codes, hexadecimal).readable;
}

/** A readable byte in decimal. The digits of `v45`, `45th` and `0x45` are none, nor is a member's name. */
const decimalByte = /(?<![0-9A-Za-z])0*(?:3[3-9]|[4-9]\d|1[01]\d|12[0-6])(?![0-9A-Za-z]|\\*":)/g;

/** What lists of bytes in decimal say, as buffers look in JSON: `[115,107,95]`, `{"0":115,"1":107}`. */
export function decodeByteList(text: string): string {
  let into = '';
  let done = -1;
  for (const { 0: byte, index } of text.matchAll(decimalByte)) {
    if (done >= 0 && areFarApart(text, done, index)) into += wall;
    into += String.fromCharCode(Number(byte));
    done = index + byte.length;
  }
  return into;
}
