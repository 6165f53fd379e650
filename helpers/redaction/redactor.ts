import { Finder } from './finder.js';
import type { Foreign } from './leaves.js';
import { redactedJson, redactedText } from './redact-leaves.js';

/** A secret that was found in a text. */
export interface Found {
  label: string;
}

/** The one door for everything that a run writes or prints. */
export interface Redactor {
  /**
   * From now on `value` is looked for, and `label` stands in its place. A value that was added before keeps its first
   * label. Ignored are values of fewer than three characters, the words of programs for nothing (`null`, `undefined` …)
   * and the whole of ASCII in its order: bad keys to try, but no secrets, and parts of every report. A dictionary's
   * word is looked for like any other value: do not add one that ordinary text may hold.
   */
  addSecret(value: string, label: string): void;
  /** The text with a label in the place of each secret; the same text if it holds none. Never throws. */
  redact(text: string): string;
  /** Every secret that is left in a text, in its order: empty for whatever `redact` gave. */
  finds(text: string): Found[];
  /**
   * A copy of a JSON value without secrets in its strings, member names and numbers. A secret that is spread over
   * neighbours is found as well, and each of them gets the label. Throws a TypeError for a value that holds itself, else never.
   * @param foreign members whose values others have shaped, where the shape of all else is our own: names and numbers of
   * that stay what they are. Unless it is given, the whole value is taken for somebody else's.
   */
  redactDeep<T>(value: T, foreign?: Foreign): T;
}

/** Nobody but us has shaped the value. */
export const ownShape: ReadonlySet<string> = new Set();
/** Nor a finding or a report, but for what was observed, how it differs from before, and what people settled. */
export const ownButObserved: ReadonlySet<string> = new Set(['observation', 'before', 'now', 'schema']);
/** Nor what is handed on to later runs, but for where a target showed an identity. */
export const ownButIdentity: ReadonlySet<string> = new Set(['identity']);

/**
 * Redacts by value: nothing is known of where a secret may stand, only what it is. It is found as it stands, in any
 * letter case, reversed, in the letters that Unicode calls compatible (full-width, mathematical, circled),
 * percent-encoded, in the escapes of JSON, JavaScript, HTML and quoted-printable, in base64 (either alphabet) and base32
 * at any alignment, in rot13, in hexadecimal digits, as a list of bytes in decimal or octal; up to three of these over
 * one another; split by anything that is no letter or digit. Twenty characters in a row are enough, unless they are
 * nothing but the words that all keys of a kind begin with; a shorter secret is found whole. Not found is what was
 * escaped in part and turned round after that, a secret made mostly of signs once it is split, what was compressed and
 * then written as text, and encodings that have no digits of their own for each few bytes (base58, base85).
 *
 * A secret that has fewer than eight letters and digits, and fewer than eight signs, could be a word of any text: it is
 * looked for as a whole word only, in its own letter case, as it stands, in escapes or in base64.
 */
export function createRedactor(): Redactor {
  const finder = new Finder();
  return {
    addSecret: (value, label) => finder.add(value, label),
    redact: (text) => redactedText(text, finder),
    finds(text) {
      const { literal, encoded } = finder.find(text);
      const labels = [...literal, ...encoded].map(({ secret }) => secret.label);
      return [...new Set(labels)].map((label) => ({ label }));
    },
    redactDeep: <T>(value: T, foreign?: Foreign) => redactedJson(value, finder, foreign) as T,
  };
}
