import { type Reading, wall } from './reading.js';
import { type Alphabet, type Spelling, seedLength, seedsOf, tells } from './spelling.js';
import { joinTwo, type Stretch } from './stretches.js';

interface Seed {
  spelling: Spelling;
  at: number;
}

const hashShift = 32 / seedLength;
/** One bit for each value of a hash's upper part: some thousand seeds leave it nearly empty, and it fits the cache. */
const filterBits = 19;

/** How far from each other two symbols of one secret stand at most, where there is something else to read between them. */
const widestGap = 160;
const readable = /[0-9A-Za-z]/;

/** No text's symbol: ends every comparison. */
const wallSymbol = 255;

/** A number for each symbol; any fixed, well mixed ones will do. */
const mixed = Uint32Array.from({ length: 256 }, (_, symbol) => {
  const first = Math.imul(symbol + 1, 0x9e3779b1);
  const second = Math.imul(first ^ (first >>> 15), 0x85ebca6b);
  return Math.imul(second ^ (second >>> 13), 0xc2b2ae35) ^ (second >>> 16);
});

/**
 * Looks for many spellings in one pass. A hash of the last eight symbols rolls over the text: what is shifted out of its
 * 32 bits is forgotten, so that nothing has to be taken out of it. Where it is a seed's, the spelling is compared to
 * both sides.
 */
export class Search {
  readonly #alphabet: Alphabet;
  readonly #filter = new Uint32Array(2 ** (filterBits - 5));
  readonly #seeds = new Map<number, Seed[]>();
  #symbols = new Uint8Array(1024);
  #places = new Int32Array(1024);
  #serial = 0;

  constructor(alphabet: Alphabet) {
    this.#alphabet = alphabet;
  }

  add(spelling: Spelling): void {
    for (const at of seedsOf(spelling)) {
      let hash = 0;
      for (const symbol of spelling.symbols.subarray(at, at + seedLength)) hash = roll(hash, symbol);
      const slot = hash >>> (32 - filterBits);
      this.#filter[slot >>> 5] = (this.#filter[slot >>> 5] ?? 0) | (1 << (slot & 31));
      const seeds = this.#seeds.get(hash) ?? [];
      seeds.push({ spelling, at });
      this.#seeds.set(hash, seeds);
    }
  }

  /** Every telling part of a secret in the reading of a text, the same stretch perhaps more than once. */
  in(reading: Reading, text: string): Stretch[] {
    if (this.#seeds.size === 0) return [];
    const count = this.#take(reading);
    const symbols = this.#symbols;
    const filter = this.#filter;
    const found: Stretch[] = [];
    this.#serial += 1;
    let hash = 0;
    for (let index = 0; index < count; index += 1) {
      hash = roll(hash, symbols[index] ?? 0);
      const slot = hash >>> (32 - filterBits);
      if (((filter[slot >>> 5] ?? 0) & (1 << (slot & 31))) === 0) continue;
      for (const seed of this.#seeds.get(hash) ?? [])
        this.#compare(seed, index - seedLength + 1, count, reading, text, found);
    }
    return found;
  }

  /** Notes the reading's symbols, and where in it they are. */
  #take({ codes, length }: Reading): number {
    if (this.#symbols.length < length) {
      this.#symbols = new Uint8Array(length * 2);
      this.#places = new Int32Array(length * 2);
    }
    const symbols = this.#symbols;
    const places = this.#places;
    const alphabet = this.#alphabet;
    let count = 0;
    for (let index = 0; index < length; index += 1) {
      const code = codes[index] ?? 0;
      const symbol = code < 128 ? (alphabet[code] ?? 0) : code === wall ? wallSymbol : 0;
      if (symbol === 0) continue;
      symbols[count] = symbol;
      places[count] = index;
      count += 1;
    }
    return count;
  }

  #compare(
    { spelling, at }: Seed,
    index: number,
    count: number,
    reading: Reading,
    text: string,
    found: Stretch[],
  ): void {
    const diagonal = index - at;
    const { compared } = spelling;
    const isCompared = compared.search === this.#serial && compared.diagonal === diagonal && index < compared.until;
    if (isCompared) return;
    const symbols = this.#symbols;
    const wanted = spelling.symbols;
    const isSame = (one: number) => one >= 0 && wanted[one] === symbols[diagonal + one];
    const isNear = (one: number) => this.#areNear(diagonal + one - 1, reading, text);
    let first = at;
    while (diagonal + first > 0 && isSame(first - 1) && isNear(first)) first -= 1;
    let next = at;
    while (next < wanted.length && diagonal + next < count && isSame(next) && (next === at || isNear(next))) next += 1;
    compared.search = this.#serial;
    compared.diagonal = diagonal;
    compared.until = diagonal + next;
    const told = next - at < seedLength ? 0 : tells(spelling, first, next - 1);
    if (told === 0) return;
    const start = reading.starts[this.#places[diagonal + first] ?? 0] ?? 0;
    const end = reading.ends[this.#places[diagonal + next - 1] ?? 0] ?? 0;
    const last = found.at(-1);
    const stretch: Stretch = { start, end, secret: spelling.secret, told };
    // Many secrets differ in one character only, and are found in each other all the time.
    if (last === undefined || start >= last.end || end <= last.start) found.push(stretch);
    else found[found.length - 1] = joinTwo(last, stretch);
  }

  /** Whether a symbol and the next belong together: pieces that were decoded may come from anywhere in the text. */
  #areNear(index: number, { starts, ends }: Reading, text: string): boolean {
    const from = ends[this.#places[index] ?? 0] ?? 0;
    const to = starts[this.#places[index + 1] ?? 0] ?? 0;
    return to - from <= widestGap || !readable.test(text.slice(from, to));
  }
}

function roll(hash: number, symbol: number): number {
  return ((hash << hashShift) + (mixed[symbol] ?? 0)) | 0;
}
