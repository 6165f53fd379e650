import { decodeBase64, decodeByteList, decodeHex } from './digit-runs.js';
import {
  decodeCompatible,
  decodeEscapes,
  decodeQuotedPrintable,
  decodeTornEscapes,
  mayHoldEscapes,
} from './escapes.js';
import { decompressed, type Tried } from './inflate.js';
import { withoutLineNumbers } from './numbered-lines.js';
import { seedLength } from './spelling.js';

/** How many encodings may lie over one another. */
export const deepest = 3;

/** Fewer characters cannot be as many as are looked for, and one of them escaped. */
const shortestEncoded = seedLength + 2;

/** A text in one of the ways in which it can be read. */
export interface Reading {
  text: string;
  /** Its UTF-16 code units. It is put together from many pieces: an array of its own is read several times faster. */
  codes: Uint16Array;
  /** How many encodings were decoded. */
  depth: number;
  /** Whether all of them were escapes: these leave a text a text, and what came out of bytes is none. */
  isText: boolean;
}

function codesOf(text: string): Uint16Array {
  const { buffer, byteOffset } = Buffer.from(text, 'utf16le');
  return new Uint16Array(buffer, byteOffset, text.length);
}

/**
 * Shows `visit` a text in every way in which it can be read: as it stands, decoded, and decoded again. No decoder makes
 * a text more than three times longer, so that all of it is linear in the text.
 * @param tried what was decompressed before
 */
export function explore(text: string, tried: Tried, visit: (reading: Reading) => void, depth = 0, isText = true): void {
  const codes = codesOf(text);
  visit({ text, codes, depth, isText });
  if (depth === deepest || (!isText && text.length < shortestEncoded)) return;
  const next = (decoded: string | undefined, remainsText: boolean) => {
    // A few bytes tell nothing; nearly every text has numbers that could be some.
    if (decoded !== undefined && (remainsText || decoded.length >= seedLength))
      explore(decoded, tried, visit, depth + 1, remainsText);
  };
  next(decodeCompatible(text), isText);
  if (mayHoldEscapes(text)) {
    next(decodeEscapes(text), isText);
    next(decodeTornEscapes(text), isText);
  }
  if (text.includes('=')) next(decodeQuotedPrintable(text), isText);
  next(withoutLineNumbers(text), isText);
  const by64 = decodeBase64(text, codes);
  next(by64.readable, false);
  next(decompressed(text, by64.runs, tried), false);
  next(decodeHex(text, codes), false);
  next(decodeByteList(text), false);
}
