import { seedLength, wall } from './spelling.js';

/** Shorter runs of digits are words and numbers; a key that short is looked for by how it would be written. */
const shortestRun = 16;
/** Bytes count as text from this many readable ones in a row: noise has that once in some hundred bytes. */
const shortestText = 6;
/** The bytes that may be text. NUL is: in UTF-16 it stands between the letters. */
const textBytes = /[\0\t\n\r -~]/;
const pieces = new RegExp(`${textBytes.source}{${shortestText},}`, 'g');
const isText = Array.from({ length: 256 }, (_, byte) => textBytes.test(String.fromCharCode(byte)));

/** What a character means to a run of digits, where it is none: its end, or nothing. */
const [ends, skipped] = [-1, -2];

/** How digits make bytes. */
interface Encoding {
  readonly name: 'base64' | 'hex';
  readonly bits: number;
  /** After how many digits bytes begin anew. */
  readonly group: number;
  /** The value of each character as a digit, or whether it ends a run or may stand in one. Beyond 255 all are as 255. */
  readonly values: Int8Array;
  readonly notDigits: RegExp;
}

function valuesOf(alphabets: readonly string[], passed: RegExp): Int8Array {
  const values = Int8Array.from({ length: 256 }, (_, code) =>
    passed.test(String.fromCharCode(code)) ? skipped : ends,
  );
  for (const alphabet of alphabets)
    for (const [value, digit] of [...alphabet].entries()) values[digit.charCodeAt(0)] = value;
  return values;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Line ends may stand among digits of base64; among hexadecimal ones all but other letters: `73:6b`, `["73","6b"]`. */
const base64: Encoding = {
  ...{ name: 'base64', bits: 6, group: 4, notDigits: /[\r\n]+/g },
  values: valuesOf([`${letters}+/`, `${letters}-_`], /[\r\n]/),
};
const hexadecimal: Encoding = {
  ...{ name: 'hex', bits: 4, group: 2, notDigits: /[^0-9A-Fa-f]+/g },
  values: valuesOf(['0123456789abcdef', '0123456789ABCDEF'], new RegExp(`[^0-9A-Za-z${wall}]`)),
};

/** A part of a text, from `start` to `end` (exclusive). */
export interface Run {
  start: number;
  end: number;
}

/** The runs of a text. One character in sixteen is looked at, and what is around those in a run. */
function runsIn(codes: Uint16Array, { values }: Encoding): Run[] {
  const runs: Run[] = [];
  const isMember = (index: number) => values[Math.min(codes[index] ?? 0, 255)] !== ends;
  for (let probe = shortestRun - 1; probe < codes.length; probe += shortestRun) {
    if (!isMember(probe)) continue;
    let start = probe;
    while (start > 0 && probe - start < shortestRun && isMember(start - 1)) start -= 1;
    let end = probe + 1;
    while (end < codes.length && isMember(end)) end += 1;
    while (probe + shortestRun < end) probe += shortestRun;
    if (end - start >= shortestRun) runs.push({ start, end });
  }
  return runs;
}

/** What two encoded pieces of one secret stand apart at most, where there is readable text between them. */
const widestGap = 160;

/** Whether two pieces that were decoded from these places of a text can hardly belong together. */
function areFarApart(text: string, from: number, to: number): boolean {
  return to - from > widestGap && /[0-9A-Za-z]/.test(text.slice(from, to));
}

/** Whether a run says something readable, read from one of its first digits on. */
function isReadable(codes: Uint16Array, { start, end }: Run, { bits, values }: Encoding, alignment: number): boolean {
  let [digits, held, inRow] = [0, -alignment * bits, 0];
  for (let index = start; index < end; index += 1) {
    const value = values[Math.min(codes[index] ?? 0, 255)] ?? skipped;
    if (value < 0) continue;
    digits = ((digits << bits) | value) & 0xffff;
    held += bits;
    if (held < 8) continue;
    held -= 8;
    inRow = isText[(digits >> held) & 0xff] ? inRow + 1 : 0;
    if (inRow === shortestText) return true;
  }
  return false;
}

/**
 * The readable part of what runs of digits say, decoded from the first digit on, from the second, and so on until the
 * alignments repeat: a run may begin with digits that are none of it. Within one alignment the pieces follow each other:
 * a key that was cut into pieces, each encoded by itself, is found too.
 */
function decodeRuns(text: string, codes: Uint16Array, runs: readonly Run[], how: Encoding): string {
  let into = '';
  for (let alignment = 0; alignment < how.group; alignment += 1) {
    let said = '';
    let done = -1;
    for (const run of runs) {
      if (!isReadable(codes, run, how, alignment)) continue;
      const digits = text.slice(run.start, run.end).replace(how.notDigits, '').slice(alignment);
      const bytes = Buffer.from(digits, how.name).toString('latin1');
      for (const { 0: piece, index } of bytes.matchAll(pieces)) {
        const place = run.start + Math.floor((index * 8) / how.bits);
        if (done >= 0 && areFarApart(text, done, place)) said += wall;
        said += piece;
        done = place + Math.floor((piece.length * 8) / how.bits);
      }
    }
    if (said.length >= seedLength) into += said + wall;
  }
  return into;
}

/** What base64 says, in either alphabet, over line ends too, and the runs of it, readable or not. */
export function decodeBase64(text: string, codes: Uint16Array): { readable: string; runs: readonly Run[] } {
  const runs = runsIn(codes, base64);
  return { readable: decodeRuns(text, codes, runs, base64), runs };
}

/** What hexadecimal digits say, whatever but letters stands between them. */
export function decodeHex(text: string, codes: Uint16Array): string {
  return decodeRuns(text, codes, runsIn(codes, hexadecimal), hexadecimal);
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
