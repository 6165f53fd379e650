import { deepest, explore, type Reading } from './decodings.js';
import type { Tried } from './inflate.js';
import { Search } from './search.js';
import { ShortWords } from './short-words.js';
import { edges, letters, type Secret, signs, withoutWalls } from './spelling.js';
import { isShort, spellingsByLetters, spellingsBySigns } from './spellings-of-secret.js';
import { joined, type Stretch, widened } from './stretches.js';

/** Large texts are searched in parts of this size, so that what is decoded of them at a time stays small. */
const partSize = 2 ** 18;
/** Parts overlap by more than a secret takes when each of its characters is escaped three times over. */
const overlap = 2 ** 14;
/** Fewer characters are no secret, and would be found in every text. */
const shortestSecret = 3;
/** Programs print these words for nothing: they are no secrets, and JSON would not stay whole without them. */
const words: ReadonlySet<string> = new Set(['null', 'undefined', 'true', 'false', 'NaN', '[object Object]']);

/** The whole of ASCII in its order is none: each part of it is in every table of characters. */
const longestSweep = 48;

function isSweep(value: string): boolean {
  let run = 1;
  for (let at = 1; at < value.length && run < longestSweep; at += 1) {
    run = value.charCodeAt(at) === value.charCodeAt(at - 1) + 1 ? run + 1 : 1;
  }
  return run >= longestSweep;
}

/** The secrets that a text discloses. */
interface Finds {
  /** Where secrets stand as they are, in the order of the text and apart. */
  literal: Stretch[];
  /** Where a text has to be decoded, or spells a secret in another way: only which secret, and how much of it, is known. */
  encoded: Stretch[];
}

/** The marker that replaces a leaf which held a secret in another form than its own. */
export function withheld({ label }: Secret): string {
  return `‹withheld: held ${label} in encoded form›`;
}

/** Knows the secrets, and finds them in texts. */
export class Finder {
  readonly #secrets = new Map<string, Secret>();
  readonly #searches = { byLetters: new Search(letters), bySigns: new Search(signs), shortWords: new ShortWords() };
  /** The secrets by what of them is found: without the signs at their ends. */
  readonly #byCore = new Map<string, Secret[]>();
  readonly #unspelled: Secret[] = [];
  /** Labels that would be taken for a secret themselves; looked for again after each secret that is added. */
  #misleading: string[] | undefined;
  readonly #tried: Tried = new Map();

  add(value: string, label: string, common = 0): void {
    if (value.length < shortestSecret || words.has(value) || isSweep(value) || this.#secrets.has(value)) return;
    const secret: Secret = { value, label, rank: this.#secrets.size, common };
    this.#secrets.set(value, secret);
    this.#misleading = undefined;
    const { core } = edges(value);
    this.#byCore.set(core, [...(this.#byCore.get(core) ?? []), secret]);
    this.#unspelled.push(secret);
  }

  /** Spells the secrets that were added since the last search: nobody waits for that before there is a text. */
  #spell(): void {
    const { byLetters, bySigns, shortWords } = this.#searches;
    for (const secret of this.#unspelled.splice(0)) {
      if (isShort(secret.value)) {
        shortWords.add(secret);
        continue;
      }
      for (const spelling of spellingsByLetters(secret)) byLetters.add(spelling);
      for (const spelling of spellingsBySigns(secret)) bySigns.add(spelling);
    }
  }

  /** The label of the secret that the text is, as it stands. */
  labelOf(text: string): string | undefined {
    return this.#secrets.get(text)?.label;
  }

  /** Finds every secret that a text discloses, decoded too unless `isDecoded` is false; labels disclose none. */
  find(text: string, isDecoded = true): Finds {
    const finds: Finds = { literal: [], encoded: [] };
    if (this.#secrets.size === 0) return finds;
    this.#spell();
    const whole = withoutWalls(text);
    for (let from = 0; from === 0 || from + overlap < whole.length; from += partSize) {
      const to = Math.min(whole.length, from + partSize + overlap);
      const visit = (reading: Reading) => {
        for (const stretch of this.#search(reading, { start: from > 0, end: to < whole.length })) {
          if (reading.depth > 0 || !stretch.isLiteral) finds.encoded.push(stretch);
          else finds.literal.push(widened(reading.text, stretch, from));
        }
      };
      explore(whole.slice(from, to), this.#tried, visit, isDecoded ? 0 : deepest);
    }
    return { ...finds, literal: joined(finds.literal) };
  }

  /** Finds the secrets in one reading, in order and apart. */
  #search({ text, codes, isText }: Reading, isCut: { start: boolean; end: boolean }): Stretch[] {
    const { byLetters, bySigns, shortWords } = this.#searches;
    const found = [...byLetters.in(codes), ...bySigns.in(codes), ...(isText ? shortWords.in(text, isCut) : [])];
    if (found.length === 0) return found;
    const misleading = this.#misleadingLabels();
    const isLabel = ({ start, end }: Stretch) =>
      misleading.some((label) => text.slice(Math.max(0, end - label.length), start + label.length).includes(label));
    return joined(found.filter((stretch) => !isLabel(stretch))).map((stretch) => ({
      ...stretch,
      secret: this.#verbatim(text, stretch) ?? stretch.secret,
    }));
  }

  #misleadingLabels(): string[] {
    if (this.#misleading === undefined) {
      // While they are looked for, none is known.
      this.#misleading = [];
      const labels = [...this.#secrets.values()].flatMap((secret) => [withheld(secret), secret.label]);
      this.#misleading = labels.filter((label) => disclosesAny(this.find(label)));
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

export function disclosesAny({ literal, encoded }: Finds): boolean {
  return literal.length + encoded.length > 0;
}
