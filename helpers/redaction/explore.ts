import { readByteList } from './byte-list.js';
import { readBase64, readHex } from './byte-texts.js';
import { readCompatible } from './compatible.js';
import { readEscapes, readQuotedPrintable } from './read-escapes.js';
import { type Reader, Reading } from './reading.js';
import { seedLength } from './spelling.js';
import { readTornEscapes } from './torn-escapes.js';

/** How many encodings may lie over one another. */
const deepest = 3;

const readers: Reader[] = [
  readCompatible,
  readEscapes,
  readTornEscapes,
  readQuotedPrintable,
  readBase64,
  readHex,
  readByteList,
];

const readersOfBytes: ReadonlySet<Reader> = new Set([readBase64, readHex, readByteList]);

/** One reading for each depth, used again: what is read at a depth is done with before the next is. */
const pool: Reading[] = Array.from({ length: deepest + 1 }, () => new Reading());

/**
 * Shows `visit` a part of a text in every way in which it can be read: as it stands, decoded, and decoded again.
 * `isText` is false for what came out of base64, hexadecimal digits or lists of bytes.
 */
export function explore(
  text: string,
  from: number,
  to: number,
  visit: (reading: Reading, isText: boolean) => void,
): void {
  const first = pool[0] as Reading;
  first.load(text, from, to);
  const descend = (reading: Reading, depth: number, isText: boolean) => {
    visit(reading, isText);
    const into = pool[depth + 1];
    if (into === undefined) return;
    for (const reader of readers) {
      const isStillText = isText && !readersOfBytes.has(reader);
      if (!reader(reading, into)) continue;
      // A few bytes tell nothing; nearly every text has numbers that could be some.
      if (isStillText || into.length >= seedLength) descend(into, depth + 1, isStillText);
    }
  };
  descend(first, 0, true);
}
