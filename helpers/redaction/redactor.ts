import { Finder } from './finder.js';
import type { Foreign } from './leaves.js';
import { redactedJson, redactedText } from './redact-leaves.js';

/** A secret that was found in a text. */
export interface Found {
  label: string;
}

/** A secret, and what stands in its place. `common` as for `addSecret`. */
interface NamedSecret {
  readonly value: string;
  readonly label: string;
  readonly common?: number;
}

/** The one door for everything that a run writes or prints. */
export interface Redactor {
  /**
   * From now on `value` is looked for, and `label` stands in its place. A value that was added before keeps its first
   * label. Ignored are values of fewer than three characters, the words of programs for nothing (`null`, `undefined` …)
   * and the whole of ASCII in its order: bad keys to try, but no secrets, and parts of every report. A dictionary's
   * word is looked for like any other value: do not add one that ordinary text may hold.
   * @param common how many characters at its front the keys of other tenants share: they disclose nothing
   */
  addSecret(value: string, label: string, common?: number): void;
  /** As `addSecret`, of each. */
  addSecrets(secrets: Iterable<NamedSecret>): void;
  /** The text with a label in the place of each secret; the same text if it holds none. Never throws. */
  redact(text: string): string;
  /**
   * Every secret that is left in a text, in its order: empty for whatever `redact` gave.
   * @param options.isDerived the text was made from others that were searched: it is not decoded, and a tenth of the work
   */
  finds(text: string, options?: { readonly isDerived?: boolean }): Found[];
  /**
   * A copy of a JSON value without secrets in its strings, member names and numbers. A secret that is spread over
   * neighbours is found as well, and each of them gets the label. Throws a TypeError for a value that holds itself, else never.
   * @param foreign members whose values others have shaped, where the shape of all else is our own: names and numbers of
   * that stay what they are. Without it, others have shaped the whole value.
   */
  redactDeep<T>(value: T, foreign?: Foreign): T;
}

/** We have shaped the whole value. */
export const ownShape: ReadonlySet<string> = new Set();
/** A finding or a report: others have shaped observations, their differences, and the schemas that people settled. */
export const ownButObserved: ReadonlySet<string> = new Set(['observation', 'before', 'now', 'schema']);

/**
 * Redacts by value: the redactor knows the secrets, not where they stand. A leaf is a string, number or member name of a
 * JSON value, or a line of a text; a string that is itself a JSON object or array is redacted leaf by leaf.
 *
 * Replaced where it stands: a secret as it is, in any letter case, with signs, spaces or line ends between its
 * characters, or spread over neighbouring leaves.
 *
 * Withheld, the whole leaf, with a marker in its place (`‹withheld: held $LABEL in encoded form›`): a leaf in which the
 * redactor finds a secret only after decoding. It reads percent-encoding, the escapes of JSON, JavaScript, HTML and
 * quoted-printable (torn by line ends and quotes too), base64 in either alphabet and base32 at any alignment,
 * hexadecimal digits, bytes in decimal or octal, rot13, reversed text and the characters that Unicode calls compatible
 * (full-width, mathematical, circled), dumps, numbered lines, and what zlib or gzip compressed before it became base64;
 * up to three of these over one another. Where an encoded secret is spread over neighbouring leaves, it withholds each
 * of them.
 *
 * Twenty characters in a row are enough, unless they are only the words that all keys of a kind begin with; and so are
 * the first or the last eight of what is random (`edges.ts`). A secret with fewer than eight letters and digits, and fewer than eight signs, could be a word
 * of any text: it is found only as a whole word, in its own letter case, as it stands, in escapes or in base64.
 *
 * Not found, among others: fewer than twenty characters of its middle; letters strewn in between; text that was
 * encrypted or hashed; encodings without digits of their own for each few bytes (base58, base85); rot47; a
 * secret that was escaped in part and then reversed; a secret made mostly of signs that was split. Work grows with the
 * length of the text.
 */
export function createRedactor(secrets: Iterable<NamedSecret> = []): Redactor {
  const finder = new Finder();
  const addSecrets = (some: Iterable<NamedSecret>) => {
    for (const { value, label, common } of some) finder.add(value, label, common);
  };
  addSecrets(secrets);
  return {
    addSecrets,
    addSecret: (value, label, common) => finder.add(value, label, common),
    redact: (text) => redactedText(text, finder),
    finds(text, { isDerived = false } = {}) {
      const { literal, encoded } = finder.find(text, !isDerived);
      const labels = [...literal, ...encoded].map(({ secret }) => secret.label);
      return [...new Set(labels)].map((label) => ({ label }));
    },
    redactDeep: <T>(value: T, foreign?: Foreign) => redactedJson(value, finder, foreign) as T,
  };
}
