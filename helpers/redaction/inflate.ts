import { constants, inflateRawSync, unzipSync } from 'node:zlib';
import { attempt } from '../configuration/attempt.js';
import type { Run } from './digit-runs.js';

/** Bytes that are decompressed of one piece, and pieces that are tried of one text: a target may send any number. */
const mostBytes = 64 * 1024;
const mostPieces = 64;
/** Characters of base64: fewer hold nothing that was worth compressing, and without a header to know it by still less. */
const shortest = 20;
const shortestWithoutHeader = 28;
/** A line of so many goes on in the next. */
const longLine = 60;

/** What gzip and zlib begin with, as base64 has it. */
const magic = /H4sI|eJ[wyx]|eNo|eAE|eF4/;
/** Hexadecimal digits and UUIDs, of which every body has some, and words: none of them was compressed. */
const isOther = (piece: string) => !/[A-Z]/.test(piece) || !/[a-z]/.test(piece) || /^[\dA-Fa-f-]+$/.test(piece);

/**
 * Adds the pieces of a run: its lines, those that are long enough together with the next; without the last line too, which
 * may be another text.
 */
function addPieces(run: string, pieces: string[]): void {
  const add = (piece: string) => {
    if (piece.length >= shortest && !isOther(piece)) pieces.push(piece);
  };
  let piece = '';
  for (let at = 0; at < run.length; ) {
    const next = run.indexOf('\n', at);
    const stop = next < 0 ? run.length : next;
    const line = run.slice(at, stop).replace('\r', '');
    const isLong = stop - at >= longLine;
    if (!isLong) add(piece);
    if (isLong || piece !== '' || stop - at >= shortest) piece += line;
    if (!isLong || stop + 1 >= run.length) {
      add(piece);
      piece = '';
    }
    at = stop + 1;
  }
}

/** Pieces that were tried, and what they say: keys, and what of them stands in every request, are tried once. */
export type Tried = Map<string, string>;
/** As many, and as long, as the pieces that return. */
const mostTried = 256;
const longestTried = 256;

/**
 * What was compressed (zlib, gzip, deflate) before it became base64; empty if nothing was.
 * @param runs of base64
 */
export function decompressed(text: string, runs: readonly Run[], tried: Tried): string {
  const pieces: string[] = [];
  for (const { start, end } of runs)
    if (end - start >= shortest && pieces.length < mostPieces) addPieces(text.slice(start, end), pieces);
  let into = '';
  for (const piece of pieces) {
    const said = tried.get(piece) ?? saidBy(piece);
    if (tried.size < mostTried && piece.length <= longestTried) tried.set(piece, said);
    into += said;
  }
  return into;
}

function saidBy(piece: string): string {
  const at = piece.search(magic);
  const withHeader = at < 0 ? '' : inflated(piece.slice(at), unzipSync);
  return at === 0 || piece.length < shortestWithoutHeader ? withHeader : withHeader + inflated(piece, inflateRawSync);
}

/** The first type of a block that there is, RFC 1951 3.2.3: a quarter of all bytes is no beginning. */
const mayBeDeflate = (first: number) => (first & 6) !== 6;

function inflated(piece: string, inflate: typeof unzipSync): string {
  const bytes = Buffer.from(piece, 'base64');
  if (inflate === inflateRawSync && !mayBeDeflate(bytes[0] ?? 0)) return '';
  // What was cut off at its end is read as far as it goes.
  const how = { maxOutputLength: mostBytes, finishFlush: constants.Z_SYNC_FLUSH };
  const text = attempt(() => inflate(bytes, how).toString('latin1'));
  return text === undefined ? '' : `${text}\n`;
}
