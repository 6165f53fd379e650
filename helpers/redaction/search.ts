import type { Secret } from '../settings/secrets.js';

/** Where a text holds a secret. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  readonly secret: Secret;
  /** `whole`: the secret as it stands. `part`: its own characters, in other case or not all of them. `encoded`: digits that stand for them. */
  readonly form: 'whole' | 'part' | 'encoded';
}

/** So many bytes of a secret in a row disclose it. */
const disclosingRun = 20;
/** Such a run counts only with this many of them from behind what all keys of a kind begin with. */
const fewestOwn = 4;
/** Every run that discloses a secret holds a seed of so many characters, and no secret is shorter. */
const seedLength = 8;

/** One way to write a secret. */
interface Needle {
  readonly secret: Secret;
  readonly text: string;
  /** The text as it is looked for. */
  readonly sought: string;
  readonly form: 'plain' | 'encoded';
  /** Characters in a row that disclose the secret. */
  readonly run: number;
  /** A run that discloses it goes beyond this place. */
  readonly ownFrom: number;
}

/** The words and separators that all keys of a kind begin with: `sk_sandbox_`, `fsapi-v2-secret-`. */
const wordsOfKind = /^(?:[A-Za-z]{1,12}\d{0,2}[_\-.:])+/;
/** A key that is all words (a passphrase) has no random part, and its words are the secret. */
const shortestRandomPart = 16;

/** How many characters at the front of a secret disclose nothing. */
function sharedBy({ value, common = 0 }: Secret): number {
  const words = wordsOfKind.exec(value)?.[0].length ?? 0;
  const rest = value.slice(words).replace(/[^0-9A-Za-z]/g, '');
  return Math.max(common, /\d/.test(rest) && rest.length >= shortestRandomPart ? words : 0);
}

/** The digits of base64 that are a text's alone where so many bytes of something else stand before it. */
const inBase64After = (before: number) => (text: string) => {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
  return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
};

/** The ways to write a secret, with the characters in a row that disclose it. Other escapes are undone before. */
const ways = [
  ...[(text: string) => text, encodeURIComponent].map((write) => ({
    write,
    form: 'plain' as const,
    run: disclosingRun,
  })),
  { write: (text: string) => Buffer.from(text).toString('hex'), form: 'encoded' as const, run: 2 * disclosingRun },
  ...[0, 1, 2].map((before) => ({
    write: inBase64After(before),
    form: 'encoded' as const,
    run: Math.floor((disclosingRun * 8) / 6) - 1,
  })),
];

function needlesOf(secret: Secret): Iterable<Needle> {
  const shared = sharedBy(secret);
  const needles = ways.map(({ write, form, run }): Needle => {
    const text = write(secret.value);
    const own = (fewestOwn * run) / disclosingRun;
    const ownFrom = shared === 0 ? 0 : Math.min(write(secret.value.slice(0, shared)).length + own, text.length);
    return { secret, text, sought: folded(text), form, run: Math.min(run, text.length), ownFrom };
  });
  return new Map(needles.map((needle) => [needle.text, needle])).values();
}

/** A text as it is looked through, of the same length: in one letter case, and one of the two alphabets of base64. */
function folded(text: string): string {
  return text.replaceAll('İ', 'i').toLowerCase().replaceAll('-', '+').replaceAll('_', '/');
}

/** A text that is looked at in every so manieth place shows a seed of each run that discloses a secret. */
const step = disclosingRun - seedLength + 1;

/**
 * Knows secrets, and finds them in texts: whole or twenty characters in a row, in any letter case, in base64 and in
 * hexadecimal digits. One pass over the text, however many secrets there are; one more for each that is shorter.
 */
export class Search {
  readonly #known = new Set<string>();
  readonly #seeds = new Map<string, { readonly needle: Needle; readonly at: number }[]>();
  readonly #short: Needle[] = [];

  /** @param secret looked for from now on, unless its value was added before, or is too short to be one */
  add(secret: Secret): void {
    if (secret.value.length < seedLength || this.#known.has(secret.value)) return;
    this.#known.add(secret.value);
    for (const needle of needlesOf(secret)) {
      if (needle.run < disclosingRun) this.#short.push(needle);
      else this.#plant(needle);
    }
  }

  #plant(needle: Needle): void {
    for (let at = 0; at + seedLength <= needle.sought.length; at += 1) {
      const seed = needle.sought.slice(at, at + seedLength);
      const places = this.#seeds.get(seed);
      if (places) places.push({ needle, at });
      else this.#seeds.set(seed, [{ needle, at }]);
    }
  }

  /** Every part of a text that discloses a secret, the same perhaps more than once. */
  in(text: string): Hit[] {
    const read = folded(text);
    const hits: Hit[] = [];
    const add = ({ secret, form, text: written }: Needle, start: number, end: number) => {
      const plain = text.slice(start, end) === written ? 'whole' : 'part';
      hits.push({ start, end, secret, form: form === 'encoded' ? form : plain });
    };
    for (const needle of this.#short) {
      const { length } = needle.sought;
      for (let at = read.indexOf(needle.sought); at >= 0; at = read.indexOf(needle.sought, at + length))
        add(needle, at, at + length);
    }
    const done = new Map<Needle, number>();
    for (let start = 0; start + seedLength <= read.length; start += step)
      for (const { needle, at } of this.#seeds.get(read.slice(start, start + seedLength)) ?? []) {
        if (start < (done.get(needle) ?? 0)) continue;
        const hit = hitAt(read, needle, start - at, at);
        if (!hit) continue;
        done.set(needle, hit.end);
        add(needle, hit.start, hit.end);
      }
    return hits;
  }
}

/** Where a text holds what discloses a needle, around a seed. @param offset where the text has, or would have, its beginning */
function hitAt(read: string, { sought, run, ownFrom }: Needle, offset: number, seed: number) {
  const isSame = (at: number) => read.charCodeAt(offset + at) === sought.charCodeAt(at);
  let [first, end] = [seed, seed + seedLength];
  while (isSame(first - 1)) first -= 1;
  while (isSame(end)) end += 1;
  return end - first >= run && end >= ownFrom ? { start: offset + first, end: offset + end } : undefined;
}
