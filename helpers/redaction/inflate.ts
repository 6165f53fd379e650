import { constants, inflateRawSync, unzipSync } from 'node:zlib';

/** Bytes that are decompressed of one piece, and pieces that are tried of one text: a target may send any number. */
const mostBytes = 64 * 1024;
const mostPieces = 64;

/** A run of base64, in lines of 60 characters or more where it goes over several. */
const run = /(?:[\w+/-]{60,}\r?\n)*[\w+/-]{20,}/g;
/** What gzip and zlib begin with, as base64 has it. */
const magic = /H4sI|eJ[wyx]|eNo|eAE|eF4/;
/** Hexadecimal digits and UUIDs, of which every body has some, and words: none of them was compressed. */
const isOther = /^(?:[\dA-Fa-f-]+|[a-z_-]+|[A-Z_-]+)$/;

/** What was compressed (zlib, gzip, deflate) before it became base64; empty if nothing was. */
export function decodeCompressed(text: string): string {
  let into = '';
  let left = mostPieces;
  for (const [piece] of text.matchAll(run)) {
    if (isOther.test(piece)) continue;
    const at = piece.search(magic);
    if (at >= 0) into += inflated(piece.slice(at), unzipSync);
    if (at !== 0) into += inflated(piece, inflateRawSync);
    left -= 1;
    if (left === 0) return into;
  }
  return into;
}

/** The first type of a block that there is, RFC 1951 3.2.3: a quarter of all bytes is no beginning. */
const mayBeDeflate = (first: number) => (first & 6) !== 6;

function inflated(piece: string, inflate: typeof unzipSync): string {
  const bytes = Buffer.from(piece, 'base64');
  if (inflate === inflateRawSync && !mayBeDeflate(bytes[0] ?? 0)) return '';
  try {
    // What was cut off at its end is read as far as it goes.
    const text = inflate(bytes, { maxOutputLength: mostBytes, finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
    return `${text}\n`;
  } catch {
    return '';
  }
}
