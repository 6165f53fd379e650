import { brotliDecompressSync, constants, inflateRawSync, unzipSync } from 'node:zlib';

/** How many encodings may lie over one another, beside what `Search` finds as it stands. */
const deepest = 3;

/** Runs that were unpacked, and what they said: ids stand in every request, and are unpacked once. */
export type Unpacked = Map<string, string>;
/** As many, and as long, as the runs that return. */
const mostKnown = 512;
const longestKnown = 256;

/** One way to read texts: what each says, and all of it in lines. */
interface Reading {
  readonly texts: readonly string[];
  readonly all: string;
}

/** What was read to its end, under how many encodings: under more of them it says nothing new. */
export type Read = Map<string, number>;

/**
 * The ways in which texts can be read: as they stand, and with every encoding decoded once and twice. Of each reading
 * there are as many texts. No decoder makes a text more than four times longer, so the work is linear in the texts.
 * @param read what was read before, and is not read again
 */
export function readings(texts: readonly string[], known: Unpacked, read: Read = new Map()): Generator<Reading> {
  return decoded(texts, { known, read, pieces: 64, bytes: 2 ** 20 }, 0);
}

function* decoded(texts: readonly string[], budget: Budget, depth: number): Generator<Reading> {
  const all = texts.join('\n');
  if ((budget.read.get(all) ?? Number.POSITIVE_INFINITY) <= depth) return;
  yield { texts, all };
  if (depth === deepest) return;
  if (/[%\\&]/.test(all)) {
    const unescaped = texts.map(withoutEscapes);
    if (unescaped.some((text, at) => text !== texts[at])) yield* decoded(unescaped, budget, depth + 1);
  }
  const unpacked = texts.map((text) => (text.length < shortestRun ? '' : unpackedFrom(text, budget)));
  if (unpacked.some((text) => text !== '')) yield* decoded(unpacked, budget, depth + 1);
  // Else another time may decompress more.
  if (budget.pieces > 0 && budget.bytes >= mostBytes) budget.read.set(all, depth);
}

const escapes = new RegExp(
  [
    '%(?:u[\\da-f]{4}|[\\da-f]{2})',
    // A number may begin with any zeros. A run of backslashes is taken as a whole: each pair stands for one, and the last one escapes what follows.
    '\\\\+(?:u\\{[\\da-f]+\\}|u[\\da-f]{4}|x[\\da-f]{2}|[^\\\\])?',
    '&(?:#x[\\da-f]+;?|#\\d+;?|[a-z]{2,31};)',
  ].join('|'),
  'gi',
);

/** HTML's names for the signs that encodings are made of. Others are of signs too, which do not count: letters and digits have none. */
const namedSigns: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", num: '#', semi: ';', percnt: '%', bsol: '\\' },
  ...{ plus: '+', sol: '/', equals: '=', lowbar: '_', UnderBar: '_', hyphen: '-', dash: '-' },
};

/** A text with its percent, JSON, JavaScript and HTML escapes decoded once. */
function withoutEscapes(text: string): string {
  return text.replace(escapes, meaning);
}

function meaning(written: string): string {
  // JSON in JSON has no other.
  if (written === '\\"') return '"';
  if (written.startsWith('%')) return character(Number.parseInt(written.replace(/^%u?/i, ''), 16));
  if (written.startsWith('&')) {
    const [, hex, decimal] = /^&#(?:x([\da-f]+)|(\d+))/i.exec(written) ?? [];
    if (hex !== undefined) return character(Number.parseInt(hex, 16));
    return decimal === undefined ? (namedSigns[written.slice(1, -1)] ?? ' ') : character(Number(decimal));
  }
  const rest = written.slice(written.lastIndexOf('\\') + 1);
  const count = written.length - rest.length;
  const pairs = '\\'.repeat(count >> 1);
  if (count % 2 === 0) return pairs + rest;
  if (/^[ux]./i.test(rest)) return pairs + character(Number.parseInt(rest.replace(/[^\da-f]/gi, ''), 16));
  return pairs + (/^[bfnrtv0]$/.test(rest) ? ' ' : rest);
}

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

/** What is still decompressed: a target may send any number of bombs. */
interface Budget {
  readonly known: Unpacked;
  readonly read: Read;
  pieces: number;
  bytes: number;
}

/** Fewer digits of base64 hold nothing that was encoded twice. */
const shortestRun = 16;
/** Whether a character is a digit of base64, in either alphabet. */
const isDigit = Uint8Array.from({ length: 128 }, (_, code) => (/[\w+/-]/.test(String.fromCharCode(code)) ? 1 : 0));
const hexDigits = /[\da-f]{24,}/gi;
/** Idempotency keys and ids: every text has some. */
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
/** What gzip and zlib begin with, as base64 has it. */
const magic = /H4sI|eJ[wyx]|eNo|eAE|eF4/;
/** What gzip begins with. */
const gzip = '\x1f\x8b\b';

/** What base64 and hexadecimal digits in a text stand for, wherever they begin, and what was compressed there; empty if nothing is. */
function unpackedFrom(text: string, budget: Budget): string {
  const packed = text.indexOf(gzip);
  const said = packed < 0 ? [] : [inflated(Buffer.from(text.slice(packed), 'latin1'), budget)];
  for (const found of runsIn(text)) {
    if (uuid.test(found)) continue;
    const unpacked = budget.known.get(found) ?? unpackedRun(found, budget);
    if (found.length <= longestKnown && budget.known.size < mostKnown) budget.known.set(found, unpacked);
    if (unpacked !== '') said.push(unpacked);
  }
  return said.join('\n');
}

/** The runs of digits in a text. One character in sixteen is looked at, and what is around those in a run. */
function runsIn(text: string): string[] {
  const runs: string[] = [];
  const isIn = (at: number) => {
    const code = text.charCodeAt(at);
    return code < 128 && isDigit[code] === 1;
  };
  for (let probe = shortestRun - 1; probe < text.length; probe += shortestRun) {
    if (!isIn(probe)) continue;
    let [start, end] = [probe, probe + 1];
    while (start > 0 && probe - start < shortestRun && isIn(start - 1)) start -= 1;
    while (isIn(end)) end += 1;
    while (probe + shortestRun < end) probe += shortestRun;
    if (end - start >= shortestRun) runs.push(text.slice(start, end));
  }
  return runs;
}

function unpackedRun(run: string, budget: Budget): string {
  const said: string[] = [];
  for (const [digits] of run.matchAll(hexDigits)) said.push(...fromHex(digits, budget));
  // Hexadecimal digits, or words: no base64.
  if (/[A-Z]/.test(run) && /[a-z]/.test(run)) said.push(...fromBase64(run, budget));
  return said.join('\n');
}

function fromHex(digits: string, budget: Budget): string[] {
  const bytes = [0, 1].map((offset) => Buffer.from(digits.slice(offset), 'hex'));
  return bytes.flatMap((one) => [one.toString('latin1'), inflated(one, budget)]);
}

function fromBase64(digits: string, budget: Budget): string[] {
  const packed = digits.search(magic);
  const bytes = [0, 1, 2, 3].map((offset) => Buffer.from(digits.slice(offset), 'base64'));
  return [
    ...bytes.map((one) => one.toString('latin1')),
    inflated(bytes[0] as Buffer, budget),
    ...(packed > 0 ? [inflated(Buffer.from(digits.slice(packed), 'base64'), budget)] : []),
  ];
}

/** Bytes that are decompressed of one piece; fewer compressed ones hold no key. */
const mostBytes = 2 ** 18;
const fewestBytes = 14;

/** Each with what makes it read bytes that lack their end. */
const decompressors = [
  [unzipSync, constants.Z_SYNC_FLUSH],
  [inflateRawSync, constants.Z_SYNC_FLUSH],
  [brotliDecompressSync, constants.BROTLI_OPERATION_FLUSH],
] as const;

/** What gzip, zlib, deflate or Brotli has compressed; empty if nothing was. What was cut off at its end is read as far as it goes. */
function inflated(bytes: Buffer, budget: Budget): string {
  if (bytes.length < fewestBytes || budget.pieces <= 0) return '';
  budget.pieces -= 1;
  const maxOutputLength = Math.min(mostBytes, budget.bytes);
  for (const [inflate, finishFlush] of decompressors) {
    try {
      const text = inflate(bytes, { maxOutputLength, finishFlush }).toString('latin1');
      budget.bytes -= text.length;
      if (text !== '') return text;
    } catch {
      // Compressed in another way, or not at all.
    }
  }
  return '';
}
