import { areFarApart, type Decoder, Reading, wall } from './reading.js';

/** Shorter runs of digits are words and numbers; a key that short is looked for by how it would be written. */
const shortestRun = 16;

/** Bytes count as text from six readable ones in a row: noise has that once in some hundred. In UTF-16, NUL stands between letters. */
const readable = /[ -~\0\t\n\r]{6,}/g;

/** How runs of digits make bytes. */
interface Encoding {
  name: 'base64' | 'hex';
  bits: 6 | 4;
  /** Digits, and what may stand among them. */
  runs: RegExp;
  /** What of a run is no digit. */
  others: RegExp;
  /** What a run must hold: letters that base64 has, and numbers and UUIDs have not. */
  isLikely: RegExp;
}

const base64: Encoding = {
  name: 'base64',
  bits: 6,
  runs: /[A-Za-z0-9+/_\-\r\n]{16,}/g,
  others: /[\r\n]+/g,
  isLikely: /[G-Zg-z_]/,
};
const hexadecimal: Encoding = {
  name: 'hex',
  bits: 4,
  runs: new RegExp(`[^g-zG-Z${wall}]{16,}`, 'g'),
  others: /[^0-9A-Fa-f]+/g,
  isLikely: /[0-9]/,
};

interface Run {
  start: number;
  end: number;
  digits: string;
  /** Of which leaves they are, and how many digits come before each leaf's. */
  leaves: { leaf: number; before: number }[];
}

function runsIn(from: Reading, { runs, others, isLikely }: Encoding): Run[] {
  const found: Run[] = [];
  for (const { 0: run, index: start } of from.text.matchAll(runs)) {
    const digits = run.replace(others, '');
    if (digits.length < shortestRun || !isLikely.test(digits)) continue;
    const end = start + run.length;
    const leaves: Run['leaves'] = [];
    let before = 0;
    for (let at = from.stretchAt(start), place = start; place < end; at += 1) {
      leaves.push({ leaf: from.leaves[at] ?? 0, before });
      const next = Math.min(end, from.starts[at + 1] ?? end);
      if (next < end) before += from.text.slice(place, next).replace(others, '').length;
      place = next;
    }
    found.push({ start, end, digits, leaves });
  }
  return found;
}

/** Goes on with the readable bytes of a run, decoded from one of its first digits on; false if there are none. */
function addText(into: Reading, { digits, leaves }: Run, { name, bits }: Encoding, alignment: number): boolean {
  const bytes = Buffer.from(digits.slice(alignment), name).toString('latin1');
  const firstByte = (at: number) => Math.floor((Math.max(0, (leaves[at]?.before ?? 0) - alignment) * bits) / 8);
  let told = 0;
  let at = 0;
  for (const { 0: piece, index } of bytes.matchAll(readable)) {
    if (told > 0 && areFarApart(bytes, told, index)) into.text += wall;
    told = index + piece.length;
    for (let place = index; place < told; ) {
      while (at + 1 < leaves.length && firstByte(at + 1) <= place) at += 1;
      const next = at + 1 < leaves.length ? Math.min(told, firstByte(at + 1)) : told;
      into.add(bytes.slice(place, next), leaves[at]?.leaf ?? 0);
      place = next;
    }
  }
  return told > 0;
}

/**
 * What runs of digits say, decoded from the first digit on, from the second, and so on until the alignments repeat: a
 * run may begin with digits that are none of it. Within one alignment the pieces follow each other: a key that was cut
 * into pieces, each encoded by itself, is found too.
 */
function decodeRuns(from: Reading, encoding: Encoding): Reading | undefined {
  const runs = runsIn(from, encoding);
  const into = new Reading();
  for (let alignment = 0; alignment < (encoding.bits === 4 ? 2 : 4); alignment += 1) {
    let done = -1;
    for (const run of runs) {
      const before = into.text.length;
      const isFar = done >= 0 && areFarApart(from.text, done, run.start);
      if (isFar) into.text += wall;
      if (addText(into, run, encoding, alignment)) done = run.end;
      else if (isFar) into.text = into.text.slice(0, before);
    }
    if (done >= 0) into.text += wall;
  }
  return into.text === '' ? undefined : into;
}

/** What base64 says, in either alphabet, over line ends too. */
export const decodeBase64: Decoder = (from) => decodeRuns(from, base64);

/** What hexadecimal digits say, whatever but letters stands between them: `73:6b`, `["73","6b"]`. */
export const decodeHex: Decoder = (from) => decodeRuns(from, hexadecimal);

/** A readable byte in decimal. The digits of `v45`, `45th` and `0x45` are none, nor is a member's name. */
const decimalByte = /(?<![0-9A-Za-z])0*(?:3[3-9]|[4-9]\d|1[01]\d|12[0-6])(?![0-9A-Za-z]|\\*":)/g;

/** What lists of bytes in decimal say, as buffers look in JSON: `[115,107,95]`, `{"0":115,"1":107}`. */
export const decodeByteList: Decoder = (from) => {
  const into = new Reading();
  let done = -1;
  for (const { 0: byte, index } of from.text.matchAll(decimalByte)) {
    if (done >= 0 && areFarApart(from.text, done, index)) into.text += wall;
    into.add(String.fromCharCode(Number(byte)), from.leafAt(index));
    done = index + byte.length;
  }
  return done < 0 ? undefined : into;
};
