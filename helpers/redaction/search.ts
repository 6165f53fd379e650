import type { Secret } from '../settings/secrets.js';

/** Where a text holds a secret. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  readonly label: string;
  /** All of the secret, as it stands or percent-encoded; else a part of it, another letter case, or digits that stand for it. */
  readonly isWhole: boolean;
}

/** So many bytes of a secret in a row disclose it. */
const disclosingRun = 20;
/** Such a run counts only with this many of them from behind what the configured keys begin with. */
const fewestOwn = 4;
/** Every run that discloses a secret holds a seed of so many characters, and no secret is shorter. */
const seedLength = 8;

/** Characters of a text that is remembered as one without a secret, and how many are. */
const [longestClean, mostClean] = [200, 2000];

/** One way to write a secret. */
interface Needle extends Pick<Secret, 'label'> {
  readonly text: string;
  /** The text as it is looked for. */
  readonly sought: string;
  readonly isEncoded: boolean;
  /** Characters in a row that disclose the secret. */
  readonly run: number;
  /** A run that discloses it goes beyond this place. */
  readonly ownFrom: number;
}

/** The digits of base64 that are a text's alone where so many bytes of something else stand before it. */
const inBase64After = (before: number) => (text: string) => {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
  return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
};

/** The ways to write a secret, with the characters in a row that disclose it. Other escapes are undone before. */
const ways: readonly (readonly [write: (text: string) => string, run: number, isEncoded: boolean])[] = [
  [(text) => text, disclosingRun, false],
  [encodeURIComponent, disclosingRun, false],
  [(text) => Buffer.from(text).toString('hex'), 2 * disclosingRun, true],
  ...[0, 1, 2].map((before) => [inBase64After(before), Math.floor((disclosingRun * 8) / 6) - 1, true] as const),
];

function needlesOf({ value, label, common = 0 }: Secret): Iterable<Needle> {
  const needles = ways.map(([write, run, isEncoded]): Needle => {
    const text = write(value);
    const own = (fewestOwn * run) / disclosingRun;
    const ownFrom = common === 0 ? 0 : Math.min(write(value.slice(0, common)).length + own, text.length);
    return { label, text, sought: folded(text), isEncoded, run: Math.min(run, text.length), ownFrom };
  });
  return new Map(needles.map((needle) => [needle.text, needle])).values();
}

/** A text as it is looked through, of the same length: in one letter case, and one of the two alphabets of base64. */
function folded(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase().replaceAll('-', '+').replaceAll('_', '/');
}

/**
 * Knows secrets, and finds them in texts: whole or twenty characters in a row, in any letter case, in base64 and in
 * hexadecimal digits. One pass over the text, however many secrets there are.
 */
export class Search {
  readonly #known = new Set<string>();
  readonly #seeds = new Map<string, { readonly needle: Needle; readonly at: number }[]>();
  /** Short texts that hold no secret: names, addresses and purposes come again and again. */
  readonly #clean = new Set<string>();
  /** A text that is looked at in every so manieth place shows a seed of each run that discloses a secret. */
  #step = Number.POSITIVE_INFINITY;

  /** @param secret looked for from now on, unless its value was added before, or is too short to be one */
  add(secret: Secret): void {
    if (secret.value.length < seedLength || this.#known.has(secret.value)) return;
    this.#known.add(secret.value);
    this.#clean.clear();
    for (const needle of needlesOf(secret)) {
      this.#step = Math.min(this.#step, needle.run - seedLength + 1);
      for (let at = 0; at + seedLength <= needle.sought.length; at += 1) {
        const seed = needle.sought.slice(at, at + seedLength);
        this.#seeds.set(seed, [...(this.#seeds.get(seed) ?? []), { needle, at }]);
      }
    }
  }

  /** Every part of a text that discloses a secret, the same perhaps more than once. */
  in(text: string): Hit[] {
    if (text.length < seedLength || this.#clean.has(text)) return [];
    const read = folded(text);
    const hits: Hit[] = [];
    const done = new Map<Needle, number>();
    for (let seed = 0; seed + seedLength <= read.length; seed += this.#step)
      for (const { needle, at } of this.#seeds.get(read.slice(seed, seed + seedLength)) ?? []) {
        if (seed < (done.get(needle) ?? 0)) continue;
        const range = rangeAt(read, needle, seed - at, at);
        if (!range) continue;
        done.set(needle, range.end);
        const isWhole = !needle.isEncoded && text.slice(range.start, range.end) === needle.text;
        hits.push({ ...range, label: needle.label, isWhole });
      }
    if (hits.length === 0 && text.length <= longestClean && this.#clean.size < mostClean) this.#clean.add(text);
    return hits;
  }
}

/** Where a text holds what discloses a needle, around a seed. @param offset where the text has, or would have, its beginning */
function rangeAt(read: string, { sought, run, ownFrom }: Needle, offset: number, seed: number) {
  const isSame = (at: number) => read.charCodeAt(offset + at) === sought.charCodeAt(at);
  let [first, end] = [seed, seed + seedLength];
  while (isSame(first - 1)) first -= 1;
  while (isSame(end)) end += 1;
  return end - first >= run && end >= ownFrom ? { start: offset + first, end: offset + end } : undefined;
}
