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
/** Characters that are hashed together: every run that discloses a secret holds one of its seeds, and no secret is shorter. */
export const seedLength = 8;

/** One way to write a secret. */
interface Needle {
  readonly secret: Secret;
  readonly text: string;
  readonly form: 'plain' | 'encoded';
  /** Characters in a row that disclose the secret. */
  readonly run: number;
  /** The end of a run that discloses it lies behind this place. */
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

const inHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
/** The ways to write a text that leave its letters and digits as they are. */
const plainForms = [(text: string) => text, encodeURIComponent, inJson, inHtml];

/** Every way to write a secret. */
function needlesOf(secret: Secret): Needle[] {
  const { value } = secret;
  const shared = sharedBy(secret);
  const front = value.slice(0, shared);
  const plain = plainForms.map((write) => ({
    text: write(value),
    form: 'plain' as const,
    run: disclosingRun,
    ownFrom: shared === 0 ? 0 : write(front).length + fewestOwn,
  }));
  const bytes = Buffer.from(value);
  const own = shared === 0 ? 0 : Buffer.byteLength(front) + fewestOwn;
  const hex = { text: bytes.toString('hex'), form: 'encoded' as const, run: 2 * disclosingRun };
  const base64 = [0, 1, 2].map((before) => {
    // Digits that are the secret's alone where so many bytes of something else stand before it.
    const first = Math.ceil((before * 8) / 6);
    const last = Math.floor(((before + bytes.length) * 8) / 6);
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(first, last);
    const ownFrom = own === 0 ? 0 : Math.ceil(((before + own) * 8) / 6) - first;
    return { text, form: 'encoded' as const, run: Math.floor((disclosingRun * 8) / 6) - 1, ownFrom };
  });
  const all = [...plain, { ...hex, ownFrom: 2 * own }, ...base64];
  const byText = new Map(all.map((needle) => [needle.text, { ...needle, secret }]));
  return [...byText.values()].map((needle) => ({ ...needle, run: Math.min(needle.run, needle.text.length) }));
}

/** The character codes among which a secret is looked for: one letter case, and one of the two alphabets of base64. */
const folded = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  return ({ '-': '+', _: '/' }[sign] ?? sign.toLowerCase()).charCodeAt(0);
});
const foldedAt = (text: string, at: number) => {
  const code = text.charCodeAt(at);
  return code < 128 ? (folded[code] as number) : code;
};
/** A number for each of them; any fixed, well mixed ones will do. */
const mixed = Uint32Array.from({ length: 128 }, (_, code) => {
  const first = Math.imul((folded[code] as number) + 1, 0x9e3779b1);
  const second = Math.imul(first ^ (first >>> 15), 0x85ebca6b);
  return Math.imul(second ^ (second >>> 13), 0xc2b2ae35);
});
const mixedAt = (text: string, at: number) => mixed[text.charCodeAt(at) & 127] as number;
/** What is shifted out of the 32 bits is forgotten: the hash is that of the last eight characters. */
const rolled = 32 / seedLength;
/** One bit for each value of a hash's upper part: some hundred seeds leave it nearly empty. */
const filterBits = 16;

interface Seed {
  readonly needle: Needle;
  readonly at: number;
}

/**
 * Knows secrets, and finds them in texts: whole or twenty characters in a row, in any letter case, in base64 and in
 * hexadecimal digits. One pass over the text, however many secrets there are.
 */
export class Search {
  readonly #known = new Set<string>();
  readonly #filter = new Uint8Array(2 ** filterBits);
  readonly #seeds = new Map<number, Seed[]>();

  /** @param secret looked for from now on, unless its value was added before, or is too short to be one */
  add(secret: Secret): void {
    if (secret.value.length < seedLength || this.#known.has(secret.value)) return;
    this.#known.add(secret.value);
    for (const needle of needlesOf(secret)) {
      // Each run that discloses the secret holds one of these whole.
      for (let at = 0; at + seedLength <= needle.text.length; at += needle.run - seedLength + 1) {
        let hash = 0;
        for (let next = at; next < at + seedLength; next += 1)
          hash = ((hash << rolled) + mixedAt(needle.text, next)) | 0;
        this.#filter[hash >>> (32 - filterBits)] = 1;
        this.#seeds.set(hash, [...(this.#seeds.get(hash) ?? []), { needle, at }]);
      }
    }
  }

  /** Every part of a text that discloses a secret, the same perhaps more than once. */
  in(text: string): Hit[] {
    const hits: Hit[] = [];
    const done = new Map<Needle, number>();
    let hash = 0;
    for (let at = 0; at < text.length; at += 1) {
      hash = ((hash << rolled) + mixedAt(text, at)) | 0;
      if (this.#filter[hash >>> (32 - filterBits)] === 0) continue;
      for (const { needle, at: place } of this.#seeds.get(hash) ?? []) {
        const start = at - seedLength + 1;
        if (start < (done.get(needle) ?? 0)) continue;
        const hit = hitAt(text, needle, start - place, place);
        if (!hit) continue;
        hits.push(hit);
        done.set(needle, hit.end);
      }
    }
    return hits;
  }
}

/** The hit of a needle whose seed at `place` a text seems to hold. @param offset where the text has, or would have, its beginning */
function hitAt(text: string, needle: Needle, offset: number, place: number): Hit | undefined {
  const { secret, text: sought, form, run, ownFrom } = needle;
  const isSame = (at: number) => {
    if (offset + at < 0 || offset + at >= text.length || at < 0 || at >= sought.length) return false;
    return foldedAt(text, offset + at) === foldedAt(sought, at);
  };
  let [first, last] = [place, place - 1];
  while (isSame(last + 1)) last += 1;
  if (last < place) return undefined;
  while (isSame(first - 1)) first -= 1;
  const length = last - first + 1;
  if (length < run || last < Math.min(ownFrom, sought.length) - 1) return undefined;
  const [start, end] = [offset + first, offset + last + 1];
  if (form === 'encoded') return { start, end, secret, form };
  return { start, end, secret, form: text.slice(start, end) === sought ? 'whole' : 'part' };
}
