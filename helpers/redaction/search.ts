import { type Alphabet, disclosedBy, type Spelling, seedLength, seedsOf } from './spelling.js';
import { joinTwo, type Stretch } from './stretches.js';

interface Seed {
  spelling: Spelling;
  at: number;
}

const hashShift = 32 / seedLength;
/** One bit for each value of a hash's upper part: some thousand seeds leave it nearly empty, and it fits the cache. */
const filterBits = 19;

/** A number for each symbol; any fixed, well mixed ones will do. */
const mixed = Uint32Array.from({ length: 256 }, (_, symbol) => {
  const first = Math.imul(symbol + 1, 0x9e3779b1);
  const second = Math.imul(first ^ (first >>> 15), 0x85ebca6b);
  return Math.imul(second ^ (second >>> 13), 0xc2b2ae35) ^ (second >>> 16);
});

function roll(hash: number, symbol: number): number {
  return ((hash << hashShift) + (mixed[symbol] ?? 0)) | 0;
}

/**
 * Looks for many spellings in one pass. A hash of the last eight symbols rolls over the text: what is shifted out of its
 * 32 bits is forgotten, so that nothing has to be taken out of it. Where it is a seed's, the spelling is compared to
 * both sides.
 */
export class Search {
  readonly #alphabet: Alphabet;
  readonly #filter = new Uint32Array(2 ** (filterBits - 5));
  readonly #seeds = new Map<number, Seed[]>();

  constructor(alphabet: Alphabet) {
    this.#alphabet = alphabet;
  }

  add(spelling: Spelling): void {
    for (const at of seedsOf(spelling)) {
      let hash = 0;
      for (let index = at; index < at + seedLength; index += 1) hash = roll(hash, spelling.symbols[index] ?? 0);
      const slot = hash >>> (32 - filterBits);
      this.#filter[slot >>> 5] = (this.#filter[slot >>> 5] ?? 0) | (1 << (slot & 31));
      const seeds = this.#seeds.get(hash) ?? [];
      seeds.push({ spelling, at });
      this.#seeds.set(hash, seeds);
    }
  }

  /** Finds every part of a secret that is long enough to disclose it, the same stretch perhaps more than once. */
  in(codes: Uint16Array): Stretch[] {
    const found: Stretch[] = [];
    if (this.#seeds.size === 0) return found;
    const alphabet = this.#alphabet;
    const filter = this.#filter;
    const compared: Compared = new Map();
    let count = 0;
    let hash = 0;
    for (let index = 0; index < codes.length; index += 1) {
      const code = codes[index] ?? 0;
      const symbol = code < 128 ? (alphabet[code] ?? 0) : 0;
      if (symbol === 0) continue;
      count += 1;
      hash = roll(hash, symbol);
      const slot = hash >>> (32 - filterBits);
      if (((filter[slot >>> 5] ?? 0) & (1 << (slot & 31))) === 0) continue;
      for (const seed of this.#seeds.get(hash) ?? []) {
        const stretch = compare(seed, { codes, alphabet, index, count }, compared);
        if (stretch === undefined) continue;
        const last = found.at(-1);
        // Many secrets differ in one character only, and are found in each other all the time.
        if (last === undefined || stretch.start >= last.end || stretch.end <= last.start) found.push(stretch);
        else found[found.length - 1] = joinTwo(last, stretch);
      }
    }
    return found;
  }
}

/** For each spelling the alignment with the text that was compared last, and up to which of the text's symbols. */
type Compared = Map<Spelling, { diagonal: number; until: number }>;

/** Compares a spelling with a text around the last symbol of a seed, the text's symbol number `count`. */
function compare(
  { spelling, at }: Seed,
  { codes, alphabet, index, count }: { codes: Uint16Array; alphabet: Alphabet; index: number; count: number },
  compared: Compared,
): Stretch | undefined {
  const { symbols } = spelling;
  const diagonal = count - at;
  const before = compared.get(spelling);
  if (before?.diagonal === diagonal && count <= before.until) return undefined;
  const symbolAt = (place: number) => {
    const code = codes[place] ?? 0;
    return code < 128 ? (alphabet[code] ?? 0) : 0;
  };
  let first = at + seedLength;
  let start = index + 1;
  for (let place = index; place >= 0 && first > 0; place -= 1) {
    const symbol = symbolAt(place);
    if (symbol === 0) continue;
    if (symbol !== symbols[first - 1]) break;
    first -= 1;
    start = place;
  }
  // Another text of the same hash: an eighth symbol leaves only four bits in it.
  if (first > at) return undefined;
  let next = at + seedLength;
  let end = index + 1;
  for (let place = end; place < codes.length && next < symbols.length; place += 1) {
    const symbol = symbolAt(place);
    if (symbol === 0) continue;
    if (symbol !== symbols[next]) break;
    next += 1;
    end = place + 1;
  }
  compared.set(spelling, { diagonal, until: count + next - at - seedLength });
  const disclosed = disclosedBy(spelling, first, next - 1);
  return disclosed === 0
    ? undefined
    : { start, end, secret: spelling.secret, disclosed, isLiteral: spelling.isLiteral };
}
