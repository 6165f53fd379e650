import { attempt } from '../configuration/attempt.js';
import { changeLeaves, type Foreign, type Leaf } from './leaves.js';
import type { Secret } from './needles.js';
import { type Read, readings } from './readings.js';
import { type Hit, Search, withheld } from './search.js';

/** A part of a leaf that is a secret's; without a place where it is only seen after decoding. */
interface Part {
  readonly hit: Hit;
  readonly place?: { readonly start: number; readonly end: number };
}

/**
 * Letters and digits of a leaf that have to be a secret's where it only begins or ends there: fewer are a word or a number
 * that happens to stand beside one, and disclose nothing.
 */
const fewestAtEdge = 4;

/** The parts of each leaf that disclose a secret: in one leaf, or spread over neighbours, with and without the names between them. */
function disclosed(leaves: readonly Leaf[], search: Search): Map<Leaf, Part[]> {
  const parts = new Map<Leaf, Part[]>();
  const texts = leaves.map(({ text }) => text);
  const read: Read = new Map();
  const values = leaves.map(({ text, isName }) => (isName ? '' : withoutNames(text)));
  for (const some of values.some((text, at) => text !== texts[at]) ? [texts, values] : [texts]) {
    for (const reading of readings(some, search.unpacked, read)) {
      const hits = search.in(reading.all).sort((a, b) => a.start - b.start);
      if (hits.length > 0) place(hits, reading.texts, leaves, parts);
    }
    if (parts.size > 0) return parts;
  }
  return parts;
}

/** Adds the parts of leaves that hits, which are in order, lie in. */
function place(
  hits: readonly Hit[],
  reading: readonly string[],
  leaves: readonly Leaf[],
  parts: Map<Leaf, Part[]>,
): void {
  let from = 0;
  let first = 0;
  for (const [at, leaf] of leaves.entries()) {
    const text = reading[at] ?? '';
    const to = from + text.length;
    while (first < hits.length && (hits[first]?.end ?? 0) <= from) first += 1;
    for (let next = first; (hits[next]?.start ?? Number.POSITIVE_INFINITY) < to; next += 1) {
      const hit = hits[next] as Hit;
      const [start, end] = [Math.max(hit.start, from) - from, Math.min(hit.end, to) - from];
      const isEdge = hit.start < from !== hit.end > to;
      if (end <= start || (isEdge && text.slice(start, end).replace(/[^0-9A-Za-z]/g, '').length < fewestAtEdge))
        continue;
      const part = text === leaf.text ? { hit, place: { start, end } } : { hit };
      const known = parts.get(leaf);
      if (known) known.push(part);
      else parts.set(leaf, [part]);
    }
    from = to + 1;
  }
}

/** A string of JSON, and the colon behind the name of a member. It ends somewhere, so that each is read once. */
const jsonString = /"(?:[^"\\]|\\.?)*(?:"(\s*:)?|$)/gs;

/** The text of JSON without the names of its members, which stand between the values. */
function withoutNames(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  return text.replace(jsonString, (all: string, colon: string | undefined) => (colon === undefined ? all : ''));
}

/** A label may join what was apart before; more often than this it does so only to a text made for it. */
const mostRounds = 10;

/** Redacts leaves in place, in their order, read as one text. False if nothing has changed. */
function redactLeaves(leaves: readonly Leaf[], search: Search): boolean {
  let isChanged = false;
  // A header that is the key, as in every request: taken out first, it costs no search and no second one.
  for (const leaf of leaves) {
    const label = search.labelOf(leaf.text);
    if (label === undefined) continue;
    leaf.text = label;
    isChanged = true;
  }
  for (let round = 0; round < mostRounds; round += 1) {
    const parts = disclosed(leaves, search);
    if (parts.size === 0) return isChanged;
    for (const [leaf, those] of parts) leaf.text = masked(leaf, those, search);
    isChanged = true;
  }
  for (const leaf of leaves) leaf.text = '';
  return true;
}

/**
 * The text of a leaf without its secrets. Those of JSON, and of an answer's lines, are leaves of their own. What the suite
 * has written itself keeps all but the secret; of what the target has written, and of what is only seen after decoding,
 * the whole leaf is withheld.
 */
function masked(leaf: Leaf, parts: readonly Part[], search: Search): string {
  const { text, isAnswer } = leaf;
  const inJson = redactedJsonText(leaf, search);
  if (inJson !== undefined) return inJson;
  const spots = parts.flatMap(({ hit, place }) => (place ? [{ hit, ...place }] : []));
  const shown = best(parts.map(({ hit }) => hit));
  const whole = spots.find(({ start, end }) => start === 0 && end === text.length);
  // Decoded, it may show more of a secret than as it stands.
  const isSeen = spots.some(({ hit }) => hit.disclosed >= shown.disclosed);
  if (isSeen && (whole || !isAnswer)) return replaced(text, spots);
  if (text.includes('\n')) {
    const lines = text.split('\n').map((line) => ({ text: line, isName: false, isAnswer }));
    if (redactLeaves(lines, search)) return lines.map((line) => line.text).join('\n');
  }
  return withheld(isSeen ? best(spots.map(({ hit }) => hit)) : { ...shown, form: 'encoded' });
}

/** The hit that names a place best: the secret as it stands, else the one with most characters disclosed and fewest left. */
function best(hits: readonly Hit[]): Hit {
  const rank = ({ form, disclosed, secret }: Hit) =>
    (form === 'exact' ? 2 ** 40 : 0) + disclosed * 2 ** 20 - secret.value.length;
  return hits.reduce((a, b) => (rank(b) > rank(a) ? b : a));
}

interface Spot {
  readonly hit: Hit;
  readonly start: number;
  readonly end: number;
}

const inOrder = (spots: readonly Spot[]) => spots.toSorted((a, b) => a.start - b.start || b.end - a.end);

/** A text with labels in the place of secrets. What is left of a cut or changed key goes with it. */
function replaced(text: string, spots: readonly Spot[]): string {
  const exact: Spot[] = [];
  for (const spot of inOrder(spots.filter(({ hit }) => hit.form === 'exact')))
    if (spot.start >= (exact.at(-1)?.end ?? 0)) exact.push(spot);
  let [result, done] = ['', 0];
  for (const { hit, start, end } of inOrder([...exact, ...besides(text, exact, spots)])) {
    result += text.slice(done, Math.max(start, done)) + (hit.form === 'encoded' ? withheld(hit) : hit.secret.label);
    done = Math.max(done, end);
  }
  return result + text.slice(done);
}

/**
 * The spots apart from those where a secret stands as it is, widened, and made one where they overlap. What else seems to
 * be where one stands as it is, is this one, and what stands beside it.
 */
function besides(text: string, exact: readonly Spot[], spots: readonly Spot[]): Spot[] {
  const apart: Spot[] = [];
  let next = 0;
  for (const spot of inOrder(spots)) {
    while ((exact[next]?.end ?? Number.POSITIVE_INFINITY) <= spot.start) next += 1;
    if ((exact[next]?.start ?? Number.POSITIVE_INFINITY) < spot.end) continue;
    const { hit, start, end } = widened(text, spot);
    const last = apart.at(-1);
    if (!last || start >= last.end) apart.push({ hit, start, end });
    else apart[apart.length - 1] = { hit: best([last.hit, hit]), start: last.start, end: Math.max(last.end, end) };
  }
  return apart;
}

/** How much of a word beside a part of a secret is taken for the rest of it. */
const longestRest = 64;

function widened(text: string, { hit, start, end }: Spot): Spot {
  const word = hit.form === 'encoded' ? '[\\w+/-]' : '[\\w-]';
  const before = new RegExp(`${word}*$`).exec(text.slice(Math.max(0, start - longestRest), start))?.[0].length ?? 0;
  const after =
    new RegExp(`^${word}*${hit.form === 'encoded' ? '=*' : ''}`).exec(text.slice(end, end + longestRest))?.[0].length ??
    0;
  return { hit, start: start - before, end: end + after };
}

/** Strings and numbers of JSON; behind the names of members stands a colon. A string ends somewhere, as above. */
const jsonTokens = /("[^"\\]*(?:\\.?[^"\\]*)*(?:"|$))(\s*:)?|-?\d[-+.\deE]*/g;

/** The text of a JSON object or array, with markers and labels in those of its leaves that disclose a secret; undefined if none does. */
function redactedJsonText({ text, isAnswer }: Leaf, search: Search): string | undefined {
  if (!/^\s*[[{]/.test(text) || attempt(() => JSON.parse(text)) === undefined) return undefined;
  const tokens = Array.from(text.matchAll(jsonTokens), ([token, string, colon]) => ({
    text: string === undefined ? token : (JSON.parse(string) as string),
    isName: colon !== undefined,
    isAnswer,
  }));
  const before = tokens.map((token) => token.text);
  if (!redactLeaves(tokens, search)) return undefined;
  let at = -1;
  return text.replace(jsonTokens, (token: string, _string: string | undefined, colon: string | undefined) => {
    at += 1;
    const redacted = tokens[at]?.text ?? '';
    return redacted === before[at] ? token : JSON.stringify(redacted) + (colon ?? '');
  });
}

/** The one door for everything that a run writes or prints. */
export interface Redactor {
  /**
   * From now on `value` is looked for, and `label` stands in its place. A value that was added before keeps its first
   * label. Ignored are values of fewer than three characters and the words of programs for nothing (`null`, `undefined` …).
   * A dictionary's word is looked for like any other value: do not add one that ordinary text may hold.
   * @param common how many characters at its front the keys of other tenants share: they disclose nothing
   */
  addSecret(value: string, label: string, common?: number): void;
  /** As `addSecret`, of each. */
  addSecrets(secrets: Iterable<Secret>): void;
  /** The text with a label in the place of each secret; the same text if it holds none. Never throws. */
  redact(text: string): string;
  /**
   * Every secret that is left in a text: empty for whatever `redact` gave.
   * @param options.isDerived the text was made from others that were searched: it is not decoded
   */
  finds(text: string, options?: { readonly isDerived?: boolean }): { readonly label: string }[];
  /**
   * A copy of a JSON value without secrets in its strings, member names and numbers. A secret that is spread over
   * neighbours is found as well, and each of them is masked. Throws a TypeError for a value that holds itself, else never.
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
 * Redacts by value: the redactor knows the secrets, not where they stand. `docs/limits.md` says in which forms it finds
 * them. A leaf is a string, number or member name of a JSON value, or a line of a text; a string that is itself a JSON
 * object or array is redacted leaf by leaf. Work grows with the length of the text.
 */
export function createRedactor(secrets: Iterable<Secret> = []): Redactor {
  const search = new Search();
  const addSecrets = (some: Iterable<Secret>) => {
    for (const secret of some) search.add(secret);
  };
  addSecrets(secrets);
  return {
    addSecrets,
    addSecret: (value, label, common = 0) => search.add({ value, label, common }),
    redact(text) {
      const lines = text.split('\n').map((line) => ({ text: line, isName: false, isAnswer: false }));
      return redactLeaves(lines, search) ? lines.map((line) => line.text).join('\n') : text;
    },
    finds(text, { isDerived = false } = {}) {
      const read = isDerived ? [{ all: text }] : readings([text], search.unpacked);
      const hits = [...read].flatMap(({ all }) => search.in(all));
      return [...new Set(hits.map(({ secret }) => secret.label))].map((label) => ({ label }));
    },
    redactDeep: <T>(value: T, foreign?: Foreign) =>
      changeLeaves(value, (leaves) => redactLeaves(leaves, search), foreign) as T,
  };
}
