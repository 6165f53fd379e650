import { explore } from './explore.js';
import { changeLeaves, type Leaf } from './leaves.js';
import { Search } from './search.js';
import { ShortWords } from './short-words.js';
import { letters, type Secret, signs } from './spelling.js';
import { isShort, spellingsByLetters, spellingsBySigns } from './spellings-of-secret.js';
import { joined, type Stretch, widened } from './stretches.js';

/** A place in a text where a secret was found: `index` counts UTF-16 code units, as strings do. */
export interface Found {
  label: string;
  index: number;
}

/** The one door for everything that a run writes or prints. */
export interface Redactor {
  /**
   * From now on `value` is looked for, and `label` stands in its place. A value that was added before keeps its first
   * label. Ignored are values of fewer than three characters and the words of JSON and JavaScript for nothing (`null`,
   * `undefined` …): whoever sends these as a bad key has no secret, and every report holds them.
   */
  addSecret(value: string, label: string): void;
  /** The text with a label in the place of each secret; the same text if it holds none. Never throws. */
  redact(text: string): string;
  /** Every secret that is left in a text, in its order: empty for whatever `redact` gave. */
  finds(text: string): Found[];
  /**
   * A copy of a JSON value without secrets in its strings, member names and numbers. A secret that is spread over
   * neighbours is found as well, and each of them gets the label. Throws for nothing but a value that holds itself.
   */
  redactDeep<T>(value: T): T;
}

/** Large texts are read in parts of this size, so that what is kept of them at a time stays small … */
const partSize = 2 ** 18;
/** … which overlap by more than a secret takes when each of its characters is escaped three times over. */
const overlap = 2 ** 14;
/** A label may join what was apart before; more often than this it does so only to a text made for it. */
const mostRounds = 10;
const shortestSecret = 3;
const words = new Set(['null', 'undefined', 'true', 'false', 'NaN', '[object Object]']);

/**
 * Redacts by value: nothing is known of where a secret may stand, only what it is. It is found as it stands, in any
 * letter case, reversed, percent-encoded, in the escapes of JSON, JavaScript, HTML and quoted-printable, in base64
 * (either alphabet, any alignment), in hexadecimal digits, as a list of bytes; up to three of these over one another;
 * split by anything that is no letter or digit. Twenty characters in a row are enough, unless they are nothing but the
 * words that all keys of a kind begin with; a shorter secret is found whole.
 *
 * A secret that has fewer than eight letters and digits, and fewer than eight signs, could be a word of any text: it is
 * looked for as a whole word only, in its own letter case, as it stands, in escapes or in base64.
 */
export function createRedactor(): Redactor {
  const secrets = new Map<string, Secret>();
  const byLetters = new Search(letters);
  const bySigns = new Search(signs);
  const shortWords = new ShortWords();
  /** Labels that would be taken for a secret themselves; found anew after each secret that is added. */
  let misleading: string[] | undefined;

  const stretchesIn = (text: string): Stretch[] => {
    if (secrets.size === 0 || text.length < shortestSecret) return [];
    const stretches: Stretch[] = [];
    for (let from = 0; from === 0 || from + overlap < text.length; from += partSize) {
      const to = Math.min(text.length, from + partSize + overlap);
      explore(text, from, to, (reading, isText) => {
        for (const search of [byLetters, bySigns]) {
          for (const stretch of search.in(reading)) stretches.push(stretch);
        }
        if (!isText) return;
        for (const { start, end, secret } of shortWords.in(reading, text, from, to)) {
          stretches.push({ start, end, secret, told: secret.value.length, isExact: true });
        }
      });
    }
    return stretches;
  };

  /** What of the text is to be replaced. */
  const secretsIn = (text: string): Stretch[] => {
    const stretches = stretchesIn(text);
    if (stretches.length === 0) return [];
    misleading ??= [...new Set([...secrets.values()].map(({ label }) => label))].filter(
      (label) => stretchesIn(label).length > 0,
    );
    const isLabel = ({ start, end }: Stretch) =>
      misleading?.some((label) => text.slice(Math.max(0, end - label.length), start + label.length).includes(label));
    return joined(stretches.filter((stretch) => !isLabel(stretch)));
  };

  const replacementsIn = (text: string) => joined(secretsIn(text).map((stretch) => widened(text, stretch)));

  const redact = (text: string): string => {
    let result = text;
    for (let round = 0; round < mostRounds; round += 1) {
      const stretches = replacementsIn(result);
      if (stretches.length === 0) return result;
      result = replaced(result, stretches);
    }
    return '';
  };

  /** The leaves, read as one text, without the secrets in them and across them. */
  const redactLeaves = (leaves: Leaf[]): boolean => {
    const stretches = replacementsIn(leaves.map(({ text }) => text).join('\n'));
    let leafStart = 0;
    let next = 0;
    for (const leaf of leaves) {
      const leafEnd = leafStart + leaf.text.length;
      const own: Stretch[] = [];
      for (; next < stretches.length; next += 1) {
        const stretch = stretches[next];
        if (stretch === undefined || stretch.start >= leafEnd) break;
        const start = Math.max(stretch.start, leafStart) - leafStart;
        own.push({ ...stretch, start, end: Math.min(stretch.end, leafEnd) - leafStart });
        // The rest of it is in the leaves that follow.
        if (stretch.end > leafEnd) break;
      }
      leaf.text = replaced(leaf.text, own);
      leafStart = leafEnd + 1;
    }
    return stretches.length > 0;
  };

  const redactDeep = <T>(value: T): T => {
    const leaves: Leaf[] = [];
    changeLeaves(value, (leaf) => {
      leaves.push(leaf);
      return undefined;
    });
    const before = leaves.map(({ text }) => text);
    const values = leaves.filter(({ isName }) => !isName);
    let isChanged = false;
    for (let round = 0; round < mostRounds; round += 1) {
      // Once as the text has them, once without the names that stand between the values.
      const inText = redactLeaves(leaves);
      const inValues = values.length < leaves.length && redactLeaves(values);
      if (!inText && !inValues) break;
      isChanged = true;
    }
    if (!isChanged) return value;
    let at = 0;
    return changeLeaves(value, () => {
      const text = leaves[at]?.text;
      const isSame = text === before[at];
      at += 1;
      return isSame ? undefined : text;
    }) as T;
  };

  return {
    addSecret(value, label) {
      if (value.length < shortestSecret || words.has(value) || secrets.has(value)) return;
      const secret: Secret = { value, label, rank: secrets.size };
      secrets.set(value, secret);
      misleading = undefined;
      if (isShort(value)) {
        shortWords.add(secret);
        return;
      }
      for (const spelling of spellingsByLetters(secret)) byLetters.add(spelling);
      for (const spelling of spellingsBySigns(secret)) bySigns.add(spelling);
    },
    redact,
    finds: (text) => secretsIn(text).map(({ start, secret }) => ({ label: secret.label, index: start })),
    redactDeep,
  };
}

/** The text with labels in the place of stretches, which are in order and apart. */
function replaced(text: string, stretches: Stretch[]): string {
  let result = '';
  let done = 0;
  for (const { start, end, secret } of stretches) {
    result += text.slice(done, start) + secret.label;
    done = end;
  }
  return result + text.slice(done);
}
