import { explore } from './explore.js';
import { Search } from './search.js';
import { ShortWords } from './short-words.js';
import { edges, letters, type Secret, signs } from './spelling.js';
import { isShort, spellingsByLetters, spellingsBySigns } from './spellings-of-secret.js';
import { joined, type Stretch } from './stretches.js';

/** Large texts are read in parts of this size, so that what is kept of them at a time stays small … */
const partSize = 2 ** 18;
/** … which overlap by more than a secret takes when each of its characters is escaped three times over. */
const overlap = 2 ** 14;
/** Fewer characters are no secret, and would be found in every text. */
const shortestSecret = 3;
/** What programs print for nothing is no secret either, whoever sends it as a key; and without it no JSON is whole. */
const words = new Set(['null', 'undefined', 'true', 'false', 'NaN', '[object Object]']);

/** Nor is the whole of ASCII in its order: each part of it is in every table of characters. */
const longestSweep = 48;

function isSweep(value: string): boolean {
  let run = 1;
  for (let at = 1; at < value.length && run < longestSweep; at += 1) {
    run = value.charCodeAt(at) === value.charCodeAt(at - 1) + 1 ? run + 1 : 1;
  }
  return run >= longestSweep;
}

/** Knows the secrets, and where in a text they are. */
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

  /** The parts of a text that tell a secret, in order and apart; labels are none. */
  find(text: string): Stretch[] {
    const stretches = this.#search(text);
    if (stretches.length === 0) return [];
    this.#misleading ??= [...this.#secrets.values()]
      .map(({ label }) => label)
      .filter((label) => this.#search(label).length > 0);
    const misleading = this.#misleading;
    const isLabel = ({ start, end }: Stretch) =>
      misleading.some((label) => text.slice(Math.max(0, end - label.length), start + label.length).includes(label));
    return joined(stretches.filter((stretch) => !isLabel(stretch))).map((stretch) => ({
      ...stretch,
      secret: this.#verbatim(text, stretch) ?? stretch.secret,
    }));
  }

  /** Bad keys are found in each other: turned round, in the other letter case. What stands there as it is has a name. */
  #verbatim(text: string, { start, end }: Stretch): Secret | undefined {
    return this.#byCore
      .get(text.slice(start, end))
      ?.filter(({ value }) => {
        const { head } = edges(value);
        return text.startsWith(value, start - head.length);
      })
      .toSorted((a, b) => b.value.length - a.value.length || a.rank - b.rank)[0];
  }

  #search(text: string): Stretch[] {
    if (this.#secrets.size === 0 || text.length < shortestSecret) return [];
    const { byLetters, bySigns, shortWords } = this.#searches;
    const stretches: Stretch[] = [];
    for (let from = 0; from === 0 || from + overlap < text.length; from += partSize) {
      const to = Math.min(text.length, from + partSize + overlap);
      explore(text, from, to, (reading, isText) => {
        for (const stretch of byLetters.in(reading, text)) stretches.push(stretch);
        for (const stretch of bySigns.in(reading, text)) stretches.push(stretch);
        if (!isText) return;
        for (const stretch of shortWords.in(reading, text, from, to)) stretches.push(stretch);
      });
    }
    return stretches;
  }
}
