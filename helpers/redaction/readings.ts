import { decodeCompatible, mayBeCompatible } from './compatible.js';
import { decodeBase64, decodeByteList, decodeHex } from './digit-runs.js';
import { decodeEscapes, decodeQuotedPrintable, decodeTornEscapes } from './escapes.js';
import type { Reading } from './reading.js';
import { seedLength } from './spelling.js';
import { base64Runs, hexRuns, mayHoldEscapes } from './survey.js';

/** How many encodings may lie over one another. */
const deepest = 3;

type Decodings = ((() => Reading | undefined) | undefined)[];

/** What every way of decoding makes of a reading. Escapes leave a text a text; whatever came out of bytes is none. */
function decodings(reading: Reading): { ofText: Decodings; ofBytes: Decodings } {
  const { text } = reading;
  const hasEscapes = mayHoldEscapes(text);
  const base64 = base64Runs(reading);
  const hex = hexRuns(reading);
  return {
    ofText: [
      mayBeCompatible.test(text) ? () => decodeCompatible(reading) : undefined,
      hasEscapes ? () => decodeEscapes(reading) : undefined,
      hasEscapes ? () => decodeTornEscapes(reading) : undefined,
      text.includes('=') ? () => decodeQuotedPrintable(reading) : undefined,
    ],
    ofBytes: [
      base64.length > 0 ? () => decodeBase64(reading, base64) : undefined,
      hex.length > 0 ? () => decodeHex(reading, hex) : undefined,
      () => decodeByteList(reading),
    ],
  };
}

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
  const depth = decoded.depth + 1;
  const { ofText, ofBytes } = decodings(reading);
  for (const decode of ofText) {
    const into = decode?.();
    if (into !== undefined && (decoded.isText || into.text.length >= seedLength))
      explore(into, visit, { depth, isText: decoded.isText });
  }
  for (const decode of ofBytes) {
    const into = decode?.();
    // A few bytes tell nothing; nearly every text has numbers that could be some.
    if (into !== undefined && into.text.length >= seedLength) explore(into, visit, { depth, isText: false });
  }
}
