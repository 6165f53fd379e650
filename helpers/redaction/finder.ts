import { Reading } from './reading.js';
import { type Decoded, explore } from './readings.js';
import { Search } from './search.js';
import { ShortWords } from './short-words.js';
import { edges, letters, type Secret, signs, tellingRun } from './spelling.js';
import { isShort, spellingsByLetters, spellingsBySigns } from './spellings-of-secret.js';
import { joined, type Stretch } from './stretches.js';
import { widened } from './widened.js';

/** Large texts are searched in parts of this size, so that what is decoded of them at a time stays small. */
const partSize = 2 ** 18;
/** Parts overlap by more than a secret takes when each of its characters is escaped three times over. */
const overlap = 2 ** 14;
/** Fewer characters are no secret, and would be found in every text. */
const shortestSecret = 3;
/** What programs print for nothing is no secret either, whoever sends it as a key; and without it no JSON is whole. */
const words = new Set(['null', 'undefined', 'true', 'false', 'NaN', '[object Object]']);

/** The whole of ASCII in its order is none: each part of it is in every table of characters. */
const longestSweep = 48;

function isSweep(value: string): boolean {
  let run = 1;
  for (let at = 1; at < value.length && run < longestSweep; at += 1) {
    run = value.charCodeAt(at) === value.charCodeAt(at - 1) + 1 ? run + 1 : 1;
  }
  return run >= longestSweep;
}

/** A part of a leaf that tells of a secret. */
export interface Find {
  /** The number of the leaf in the text. */
  leaf: number;
  /** What is found, its places counted from the start of the leaf; they hold only for what is not encoded. */
  stretch: Stretch;
  /** Whether it was decoded, or is another spelling of the secret. */
  isEncoded: boolean;
}

/** What stands in the place of a leaf that held a secret in another form than its own. */
export function withheld({ label }: Secret): string {
  return `‹withheld: held ${label} in encoded form›`;
}

/** Knows the secrets, and which leaves of a text tell of them. */
export class Finder {
  readonly #secrets = new Map<string, Secret>();
  readonly #searches = { byLetters: new Search(letters), bySigns: new Search(signs), shortWords: new ShortWords() };
  /** The secrets by what of them is found: without the signs at their ends. */
  readonly #byCore = new Map<string, Secret[]>();
  /** Labels that would be taken for a secret themselves; asked for anew after each secret that is added. */
  #misleading: string[] | undefined;

  add(value: string, label: string): void {
    if (value.length < shortestSecret || words.has(value) || isSweep(value) || this.#secrets.has(value)) return;
    const secret: Secret = { value, label, rank: this.#secrets.size };
    this.#secrets.set(value, secret);
    this.#misleading = undefined;
    const { core } = edges(value);
    this.#byCore.set(core, [...(this.#byCore.get(core) ?? []), secret]);
    const { byLetters, bySigns, shortWords } = this.#searches;
    if (isShort(value)) {
      shortWords.add(secret);
      return;
    }
    for (const spelling of spellingsByLetters(secret)) byLetters.add(spelling);
    for (const spelling of spellingsBySigns(secret)) bySigns.add(spelling);
  }

  /** The label of the secret that the text is, as it stands. */
  labelOf(text: string): string | undefined {
    return this.#secrets.get(text)?.label;
  }

  /** Every part of a leaf that tells of a secret; labels are none. */
  find(leaves: readonly string[]): Find[] {
    if (this.#secrets.size === 0) return [];
    const whole = Reading.of(leaves);
    const { length } = whole.text;
    const finds: Find[] = [];
    for (let from = 0; from === 0 || from + overlap < length; from += partSize) {
      const to = Math.min(length, from + partSize + overlap);
      const part = to - from === length ? whole : new Reading();
      if (part !== whole) part.copy(whole, from, to);
      explore(part, (reading, decoded) => {
        for (const stretch of this.#search(reading, decoded, { start: from > 0, end: to < length })) {
          const isEncoded = decoded.depth > 0 || !stretch.isLiteral;
          if (decoded.depth > 0) shareOut(reading, stretch, isEncoded, finds);
          else shareOut(whole, moved(stretch, from), isEncoded, finds);
        }
      });
    }
    return finds;
  }

  /** What tells of a secret in one reading, in order and apart. */
  #search(reading: Reading, { isText, depth }: Decoded, isCut: { start: boolean; end: boolean }): Stretch[] {
    const { text } = reading;
    const { byLetters, bySigns, shortWords } = this.#searches;
    const found = [
      byLetters.in(reading.codes()),
      bySigns.in(reading.codes()),
      isText ? shortWords.in(text, isCut) : [],
    ].flat();
    if (found.length === 0) return found;
    const misleading = this.#misleadingLabels();
    const isLabel = ({ start, end }: Stretch) =>
      misleading.some((label) => text.slice(Math.max(0, end - label.length), start + label.length).includes(label));
    return joined(found.filter((stretch) => !isLabel(stretch))).map((stretch) => {
      const named = { ...stretch, secret: this.#verbatim(text, stretch) ?? stretch.secret };
      return depth === 0 && named.isLiteral ? widened(text, named) : named;
    });
  }

  #misleadingLabels(): string[] {
    if (this.#misleading === undefined) {
      // While they are looked for, none is known.
      this.#misleading = [];
      const labels = [...this.#secrets.values()].flatMap((secret) => [withheld(secret), secret.label]);
      this.#misleading = labels.filter((label) => this.find([label]).length > 0);
    }
    return this.#misleading;
  }

  /** Bad keys are found in each other: turned round, in the other letter case. What stands there as it is has a name. */
  #verbatim(text: string, { start, end }: Stretch): Secret | undefined {
    return this.#byCore
      .get(text.slice(start, end))
      ?.filter(({ value }) => text.startsWith(value, start - edges(value).head.length))
      .toSorted((a, b) => b.value.length - a.value.length || a.rank - b.rank)[0];
  }
}

/**
 * Characters of a leaf that have to be a secret's where a stretch only begins or ends in it: fewer are a word or a number
 * that happens to stand beside a secret which is written out elsewhere, and tell nothing.
 */
const leastAtEdge = 4;

function moved(stretch: Stretch, by: number): Stretch {
  const { start, end, core } = stretch;
  return {
    ...stretch,
    start: start + by,
    end: end + by,
    ...(core && { core: { start: core.start + by, end: core.end + by } }),
  };
}

/** Notes a stretch for each leaf that it is in. */
function shareOut(reading: Reading, stretch: Stretch, isEncoded: boolean, finds: Find[]): void {
  const { starts, leaves } = reading;
  // Widened to a word's end, a stretch would always take such a word whole.
  const { core = stretch } = stretch;
  for (let at = reading.stretchAt(stretch.start); (starts[at] ?? stretch.end) < stretch.end; at += 1) {
    const leafStart = starts[at] ?? 0;
    const leafEnd = starts[at + 1] === undefined ? stretch.end : (starts[at + 1] ?? 0) - (isEncoded ? 0 : 1);
    const [start, end] = [Math.max(stretch.start, leafStart), Math.min(stretch.end, leafEnd)];
    const isEdge = core.start < leafStart !== core.end > leafEnd;
    const told = Math.min(core.end, end) - Math.max(core.start, start);
    // What was decoded is shorter than it stands: a piece of it counts wherever the secret is not told without it.
    const isTold = !isEncoded || stretch.told - told >= tellingRun;
    if (isEdge && told < leastAtEdge && isTold) continue;
    finds.push({
      leaf: leaves[at] ?? 0,
      stretch: { ...stretch, start: start - leafStart, end: end - leafStart },
      isEncoded,
    });
  }
}
