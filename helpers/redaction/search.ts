import { byKey } from '../../schemas/common/by-key.js';
import type { Secret } from '../settings/secrets.js';

export type Hit = Readonly<{
  start: number;
  end: number;
  label: string;
  /** All of the secret, literally or percent-encoded; not a part, another letter case, or encoded digits. */
  isWhole: boolean;
}>;

/** Bytes of a secret in a row that disclose it. */
const disclosingRun = 20;
/** So many of them have to follow the common beginning of the configured keys. */
const fewestOwn = 4;
/** Each disclosing run holds a seed of this length; no secret is shorter. */
const seedLength = 8;

type Needle = ReturnType<typeof needlesOf>[number];

/** The base64 digits that belong to a text alone, behind so many other bytes. */
const inBase64After = (before: number) => (text: string) => {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
  return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
};

/** Ways to write a secret, and the disclosing run of each. Other escapes are undone before. */
const ways: readonly (readonly [write: (text: string) => string, run: number, isEncoded: boolean])[] = [
  [(text) => text, disclosingRun, false],
  [encodeURIComponent, disclosingRun, false],
  [(text) => Buffer.from(text).toString('hex'), 2 * disclosingRun, true],
  ...[0, 1, 2].map((before) => [inBase64After(before), Math.floor((disclosingRun * 8) / 6) - 1, true] as const),
];

function needlesOf({ value, label, common = 0 }: Secret) {
  const needles = ways.map(([write, run, isEncoded]) => {
    const text = write(value);
    const own = (fewestOwn * run) / disclosingRun;
    // A disclosing run goes beyond this place.
    const ownFrom = common === 0 ? 0 : Math.min(write(value.slice(0, common)).length + own, text.length);
    return { label, text, sought: folded(text), isEncoded, run: Math.min(run, text.length), ownFrom };
  });
  return [...new Map(needles.map((needle) => [needle.text, needle])).values()];
}

/** A text in one letter case, and one alphabet of base64; the length stays. */
const folded = (text: string) => text.replaceAll('İ', 'i').toLowerCase().replaceAll('-', '+').replaceAll('_', '/');

const seedsOf = (needle: Needle) =>
  Array.from({ length: needle.sought.length - seedLength + 1 }, (_, at) => {
    return [needle.sought.slice(at, at + seedLength), { needle, at }] as const;
  });

export type Search = ReturnType<typeof createSearch>;

/** Finds secrets, whole or twenty characters in a row, in any letter case, base64 or hexadecimal. */
export function createSearch(secrets: readonly Secret[]) {
  const long = secrets.filter(({ value }) => value.length >= seedLength);
  const known = long.filter(({ value }, at) => long.findIndex((secret) => secret.value === value) === at);
  const needles = known.flatMap(needlesOf);
  const seeds = byKey(needles.flatMap(seedsOf));
  // Each disclosing run has a seed at a place that this divides.
  const step = Math.min(...needles.map(({ run }) => run - seedLength + 1));
  return {
    labels: new Map(known.map(({ value, label }) => [value, label])),
    /** A part may come more than once. */
    hitsIn: (text: string): Hit[] => {
      // Shorter than the shortest disclosing run.
      if (text.length < step + seedLength - 1) return [];
      const read = folded(text);
      const hits: Hit[] = [];
      const done = new Map<Needle, number>();
      for (let seed = 0; seed + seedLength <= read.length; seed += step) {
        for (const { needle, at } of seeds.get(read.slice(seed, seed + seedLength)) ?? []) {
          if (seed < (done.get(needle) ?? 0)) continue;
          const range = rangeAt(read, needle, seed - at, at);
          if (!range) continue;
          done.set(needle, range.end);
          const isWhole = !needle.isEncoded && text.slice(range.start, range.end) === needle.text;
          hits.push({ ...range, label: needle.label, isWhole });
        }
      }
      return hits;
    },
  };
}

/** The part of a text that discloses a needle, around a seed, if any. @param offset of the needle in the text */
function rangeAt(read: string, { sought, run, ownFrom }: Needle, offset: number, seed: number) {
  const isSame = (at: number) => read.charCodeAt(offset + at) === sought.charCodeAt(at);
  let first = seed;
  let end = seed + seedLength;
  while (isSame(first - 1)) first -= 1;
  while (isSame(end)) end += 1;
  return end - first >= run && end >= ownFrom ? { start: offset + first, end: offset + end } : undefined;
}
