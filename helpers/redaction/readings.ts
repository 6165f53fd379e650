import { decodeCompatible } from './compatible.js';
import { decodeBase64, decodeByteList, decodeHex } from './digit-runs.js';
import { decodeEscapes, decodeQuotedPrintable, decodeTornEscapes } from './escapes.js';
import type { Reading } from './reading.js';
import { seedLength } from './spelling.js';

/** How many encodings may lie over one another. */
const deepest = 3;

const ofText = [decodeCompatible, decodeEscapes, decodeTornEscapes, decodeQuotedPrintable];
const ofBytes = [decodeBase64, decodeHex, decodeByteList];

/** How a reading came about: how many encodings were decoded, and whether all of them were escapes. */
export interface Decoded {
  depth: number;
  isText: boolean;
}

/**
 * Shows `visit` a text in every way in which it can be read: as it stands, decoded, and decoded again. No decoder makes
 * a text more than three times longer, so that all of it is linear in the text.
 */
export function explore(
  reading: Reading,
  visit: (reading: Reading, decoded: Decoded) => void,
  decoded: Decoded = { depth: 0, isText: true },
): void {
  visit(reading, decoded);
  if (decoded.depth === deepest) return;
  for (const decode of [...ofText, ...ofBytes]) {
    const isText = decoded.isText && ofText.includes(decode);
    const into = decode(reading);
    if (into === undefined) continue;
    // A few bytes tell nothing; nearly every text has numbers that could be some.
    if (isText || into.text.length >= seedLength) explore(into, visit, { depth: decoded.depth + 1, isText });
  }
}
