import type { Edge } from './edges.js';

/** No secret is found across it: the texts on both sides stand far apart. Texts never hold it (`withoutWalls`). */
export const wall = '\x1f';

/** The text with a space for each wall. */
export function withoutWalls(text: string): string {
  return text.includes(wall) ? text.replaceAll(wall, ' ') : text;
}

/** A run of this many characters of a key discloses enough of it to be a secret itself. */
const disclosingRun = 20;
/** Fewer letters and digits than this are no run, however many signs stand between them: that is punctuation. */
const fewestSymbols = 12;
/** A run says something only with this many characters from behind the words that all keys of a kind begin with. */
const fewestOwn = 4;
/** How many symbols are hashed together. What shows fewer is too short to be looked for in all its spellings. */
export const seedLength = 8;

/** A secret as it was given. */
export interface Secret {
  value: string;
  label: string;
  /** Its place in the order in which secrets were added. */
  rank: number;
  /** How many characters at its front the keys of other tenants share. */
  common?: number;
}

/** A secret without the signs before and behind its letters and digits, and these; what is all signs is all core. */
export function edges(value: string): { head: string; core: string; tail: string } {
  const [, head = '', core = value, tail = ''] = /^([^0-9A-Za-z]*)(.*[0-9A-Za-z])([^0-9A-Za-z]*)$/s.exec(value) ?? [];
  return { head, core, tail };
}

/** No spelling's symbol: ends every comparison. */
const wallSymbol = 255;

/** Which ASCII characters count as a symbol, and as which: letters in one case; 0 is looked past. */
export type Alphabet = Uint8Array;

function alphabet(counts: RegExp): Alphabet {
  return Uint8Array.from({ length: 128 }, (_, code) => {
    const sign = String.fromCharCode(code);
    if (sign === wall) return wallSymbol;
    return counts.test(sign) ? sign.toLowerCase().charCodeAt(0) : 0;
  });
}

/** What survives separators, split lines, changed case and either alphabet of base64. */
export const letters: Alphabet = alphabet(/[0-9A-Za-z]/);
/** For what is made of signs, and has too few letters to be known by. */
export const signs: Alphabet = alphabet(/[!-~]/);

/** The symbols of a text, without what is looked past. */
export function symbolsOf(text: string, alphabet: Alphabet): number[] {
  return Array.from({ length: text.length }, (_, at) => alphabet[text.charCodeAt(at)] ?? 0).filter(
    (symbol) => symbol !== 0 && symbol !== wallSymbol,
  );
}

/**
 * What is seen of what is written for a secret, in order: the symbol `symbols[i]` discloses the characters `from[i]` to
 * `to[i]` (exclusive) of the secret. Columns, since some fifty ways to write some twenty keys are spelled in every run.
 */
export interface Units {
  readonly symbols: number[];
  readonly from: number[];
  readonly to: number[];
}

/** One way to write a secret; its places are counted from the end where the spelling runs backwards. */
export interface Spelling extends Units {
  readonly secret: Secret;
  /** How many characters are spelled. */
  readonly size: number;
  /** Which of them other secrets do not begin with as well. */
  readonly own: Edge;
  /** Parts that disclose it by themselves, however short: the symbols from `first` to `last`. */
  readonly edges: readonly { readonly first: number; readonly last: number }[];
  /** Whether it is the secret as it stands, but for the case of letters and what is looked past. */
  readonly isLiteral: boolean;
}

export function spell(
  secret: Secret,
  { symbols, from, to }: Units,
  { size, own, isLiteral, edges = [] }: Pick<Spelling, 'size' | 'own' | 'isLiteral'> & { edges?: readonly Edge[] },
): Spelling {
  const seen = edges.map((edge) => {
    return { first: from.findIndex((at) => at >= edge.from), last: to.findLastIndex((at) => at <= edge.to) };
  });
  const long = seen.filter(({ first, last }) => first >= 0 && last - first + 1 >= seedLength);
  return { secret, symbols, from, to, size, own, isLiteral, edges: long };
}

/** How few symbols a run of the secret's characters may show. */
function fewestInRun({ from, to, size }: Spelling): number {
  let fewest = from.length;
  let first = 0;
  let next = 0;
  for (let start = 0; start + disclosingRun <= size; start += 1) {
    while (first < from.length && (from[first] ?? 0) < start) first += 1;
    while (next < to.length && (to[next] ?? 0) <= start + disclosingRun) next += 1;
    fewest = Math.min(fewest, next - first);
  }
  return fewest;
}

/** Whether every run of the secret that discloses it is seen in this spelling. */
export function showsEveryRun(spelling: Spelling): boolean {
  if (spelling.symbols.length < seedLength) return false;
  return spelling.size < disclosingRun || fewestInRun(spelling) >= fewestSymbols;
}

/** Where to look: every part of the spelling that discloses the secret holds the `seedLength` symbols from one of these places. */
export function seedsOf(spelling: Spelling): number[] {
  const places = spelling.edges.map(({ first }) => first);
  const last = spelling.symbols.length - seedLength;
  // What is shorter than a run is only ever found whole.
  const step =
    spelling.size < disclosingRun ? last + 1 : Math.max(fewestSymbols, fewestInRun(spelling)) - seedLength + 1;
  for (let at = 0; at <= last; at += step) if (!places.includes(at)) places.push(at);
  return places;
}

/** How many characters of the secret its symbols `first` to `last` tell, if they tell too much; else 0. */
export function disclosedBy(spelling: Spelling, first: number, last: number): number {
  const { symbols, from, to, size, own, edges } = spelling;
  const end = symbols.length - 1;
  if (first === 0 && last === end) return size;
  if (edges.some((edge) => first <= edge.first && last >= edge.last)) return (to[last] ?? 0) - (from[first] ?? 0);
  if (size < disclosingRun || last - first + 1 < fewestSymbols) return 0;
  // Separators at the edges count as disclosed: they are not seen, and may well be there.
  const start = first === 0 ? 0 : Math.min(from[first] ?? 0, to[first - 1] ?? 0);
  const stop = last === end ? size : Math.max(to[last] ?? 0, from[last + 1] ?? 0);
  const ownDisclosed = Math.min(stop, own.to) - Math.max(start, own.from);
  return stop - start >= disclosingRun && ownDisclosed >= fewestOwn ? stop - start : 0;
}
