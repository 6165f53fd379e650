import {
  disclosedBy,
  type Folded,
  fold,
  type Needle,
  needlesOf,
  type Secret,
  seedLength,
  symbolAt,
} from './needles.js';
import type { Unpacked } from './readings.js';

/** Where a text holds a secret. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  readonly secret: Secret;
  /** How many characters of the secret stand there. */
  readonly disclosed: number;
  /** `exact`: the secret as it stands. `plain`: its own characters, in other case, split, or a part. `encoded`: digits that stand for them. */
  readonly form: 'exact' | 'plain' | 'encoded';
}

/** A secret with fewer letters and digits could be words of any text: it is found only whole, as a word of its own. */
const fewestSymbols = seedLength;
/** Fewer characters are no secret, and programs print these words for nothing. */
const shortest = 3;
const words: ReadonlySet<string> = new Set(['null', 'undefined', 'true', 'false', 'NaN', '[object Object]']);

/** Large texts are folded in parts, which overlap by more than an escaped secret takes. */
const partSize = 2 ** 20;
const overlap = 2 ** 14;

/** One bit for each value of a hash's upper part: some thousand seeds leave it nearly empty, and it fits the cache. */
const filterBits = 19;
/** A number for the symbol of each character, 0 where it has none; any fixed, well mixed ones will do. */
const mixed = Uint32Array.from({ length: 128 }, (_, code) => {
  const symbol = symbolAt(String.fromCharCode(code), 0);
  if (symbol === 0) return 0;
  const first = Math.imul(symbol + 1, 0x9e3779b1);
  const second = Math.imul(first ^ (first >>> 15), 0x85ebca6b);
  return Math.imul(second ^ (second >>> 13), 0xc2b2ae35) ^ (second >>> 16);
});
/** What is shifted out of the 32 bits is forgotten: the hash is that of the last eight symbols. */
const rolled = 32 / seedLength;

/** A secret of few letters and digits, as it may be written. */
interface Literal {
  readonly text: string;
  readonly secret: Secret;
  readonly form: Hit['form'];
}

interface Seed {
  readonly needle: Needle;
  readonly at: number;
}

/**
 * Knows secrets, and finds them in texts as they stand: whole or twenty characters in a row, in any letter case, split by
 * anything but letters and digits, in base64 and in hexadecimal digits. One pass over the text, however many secrets there are.
 */
export class Search {
  readonly #secrets = new Map<string, Secret>();
  readonly #filter = new Uint32Array(2 ** (filterBits - 5));
  readonly #seeds = new Map<number, Seed[]>();
  readonly #literals: Literal[] = [];
  #unspelled: Secret[] = [];
  /** What was decoded before. */
  readonly unpacked: Unpacked = new Map();
  /** Labels that would be taken for a secret themselves. */
  #misleading: string[] = [];

  /** @param secret looked for from now on, unless its value was added before */
  add(secret: Secret): void {
    const { value } = secret;
    if (value.length < shortest || words.has(value) || this.#secrets.has(value)) return;
    this.#secrets.set(value, secret);
    this.#unspelled.push(secret);
  }

  /** The label of the secret that a text is, as it stands. */
  labelOf(text: string): string | undefined {
    return this.#secrets.get(text)?.label;
  }

  /** Spells the secrets that were added since the last search: nobody waits for that before there is a text. */
  #spell(): void {
    const added = this.#unspelled;
    this.#unspelled = [];
    for (const secret of added)
      if (fold(secret.value).length < fewestSymbols) this.#addLiterals(secret);
      else for (const needle of needlesOf(secret)) this.#addSeeds(needle);
    if (added.length === 0) return;
    this.#misleading = [];
    const labels = [...this.#secrets.values()].flatMap((secret) => [
      withheld({ secret, form: 'encoded' }),
      secret.label,
    ]);
    this.#misleading = labels.filter((label) => this.in(label).length > 0);
  }

  #addLiterals(secret: Secret): void {
    const bytes = Buffer.from(secret.value);
    const inJson = JSON.stringify(secret.value).slice(1, -1);
    const encoded = [
      bytes.toString('base64').replace(/(?<!=)=+$/, ''),
      bytes.toString('base64url'),
      bytes.toString('hex'),
    ];
    for (const text of new Set([secret.value, bytes.toString('latin1'), inJson, JSON.stringify(inJson).slice(1, -1)]))
      this.#literals.push({ text, secret, form: 'exact' });
    for (const text of new Set(encoded)) this.#literals.push({ text, secret, form: 'encoded' });
  }

  #addSeeds(needle: Needle): void {
    let hash = 0;
    for (const [last, symbol] of needle.symbols.entries()) {
      hash = ((hash << rolled) + (mixed[symbol] ?? 0)) | 0;
      const at = last - seedLength + 1;
      if (at < 0) continue;
      const slot = hash >>> (32 - filterBits);
      this.#filter[slot >>> 5] = (this.#filter[slot >>> 5] ?? 0) | (1 << (slot & 31));
      const seeds = this.#seeds.get(hash);
      if (seeds) seeds.push({ needle, at });
      else this.#seeds.set(hash, [{ needle, at }]);
    }
  }

  /** Every part of a text that discloses a secret, the same perhaps more than once; labels disclose none. */
  in(text: string): Hit[] {
    this.#spell();
    const hits = this.#literals.flatMap((literal) => wordsIn(text, literal));
    if (this.#seeds.size > 0)
      for (let from = 0; from === 0 || from + overlap < text.length; from += partSize)
        this.#addHits(text, from, Math.min(text.length, from + partSize + overlap), hits);
    const isOfLabel = ({ start, end }: Hit) =>
      this.#misleading.some((label) =>
        text.slice(Math.max(0, end - label.length), start + label.length).includes(label),
      );
    return hits.filter((hit) => !isOfLabel(hit));
  }

  #addHits(text: string, from: number, to: number, hits: Hit[]): void {
    const filter = this.#filter;
    // Most texts hold nothing that begins like a secret, and need no folding.
    let folded: Folded | undefined;
    // For each needle the alignment that was compared last, and up to which symbol of the text.
    const compared = new Map<Needle, { readonly diagonal: number; readonly until: number }>();
    let [hash, at] = [0, -1];
    // All that a run writes goes through these lines, before V8 has compiled them well: what they call it calls each time.
    for (let index = from; index < to; index += 1) {
      const code = text.charCodeAt(index);
      const mix = code < 128 ? (mixed[code] as number) : 0;
      if (mix === 0) continue;
      at += 1;
      hash = ((hash << rolled) + mix) | 0;
      const slot = hash >>> (32 - filterBits);
      if (((filter[slot >>> 5] as number) & (1 << (slot & 31))) === 0) continue;
      for (const { needle, at: place } of this.#seeds.get(hash) ?? []) {
        // Where the text has the needle's first symbol, or would have it.
        const diagonal = at - seedLength + 1 - place;
        folded ??= fold(text, from, to);
        const before = compared.get(needle);
        if (before?.diagonal === diagonal && at <= before.until) continue;
        const [first, last] = common(needle, folded, diagonal, place);
        compared.set(needle, { diagonal, until: diagonal + last });
        const disclosed = last - first + 1 < seedLength ? 0 : disclosedBy(needle, first, last);
        if (disclosed > 0) hits.push(hitOf(text, needle, disclosed, folded, diagonal + first, diagonal + last));
      }
    }
  }
}

/** The first and the last symbol of a needle that a text has there, around the one at `place`. */
function common(
  { symbols: sought }: Needle,
  { symbols, length }: Folded,
  diagonal: number,
  place: number,
): [number, number] {
  let [first, last] = [place, place - 1];
  while (first > 0 && diagonal + first > 0 && sought[first - 1] === symbols[diagonal + first - 1]) first -= 1;
  while (last + 1 < sought.length && diagonal + last + 1 < length && sought[last + 1] === symbols[diagonal + last + 1])
    last += 1;
  return [first, last];
}

function hitOf(
  text: string,
  { secret, size, text: whole }: Needle,
  disclosed: number,
  { places }: Folded,
  first: number,
  last: number,
): Hit {
  const [start, end] = [places[first] ?? 0, (places[last] ?? 0) + 1];
  if (whole === undefined) return { start, end, secret, disclosed, form: 'encoded' };
  const from = start - (/^[^0-9A-Za-z]*/.exec(whole)?.[0].length ?? 0);
  const isExact = disclosed === size && text.startsWith(whole, from);
  return isExact
    ? { start: from, end: from + whole.length, secret, disclosed, form: 'exact' }
    : { start, end, secret, disclosed, form: 'plain' };
}

/** Characters that a word goes on with. */
const wordSign = /[0-9A-Za-z_-]/;

function wordsIn(text: string, { text: word, secret, form }: Literal): Hit[] {
  const hits: Hit[] = [];
  const isJoined = (at: number) => wordSign.test(text[at - 1] ?? '') && wordSign.test(text[at] ?? '');
  for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + 1)) {
    const end = start + word.length;
    if (!isJoined(start) && !isJoined(end)) hits.push({ start, end, secret, disclosed: secret.value.length, form });
  }
  return hits;
}

/** The marker in the place of a leaf that holds a secret. */
export function withheld({ secret, form }: Pick<Hit, 'secret' | 'form'>): string {
  return `‹withheld: held ${secret.label}${form === 'encoded' ? ' in encoded form' : ''}›`;
}
