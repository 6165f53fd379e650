import { attempt } from '../settings/attempt.js';
import type { Secret } from '../settings/secrets.js';
import { withoutEscapes } from './escapes.js';
import { type Hit, Search } from './search.js';

/** The one door for everything that a run writes or prints. */
export interface Redactor {
  /** From now on each is looked for, and its label stands in its place. A value that was added before keeps its first label. */
  addSecrets(secrets: Iterable<Secret>): void;
  /** What is our own, each of its texts with labels in the place of secrets; the value itself if it holds none. Never throws. */
  redact<T>(value: T): T;
  /**
   * What a target has written: of a value that holds a secret a marker stays, or the label where it is the secret itself.
   * Names of members are values too, and so is each value in a text that is JSON.
   */
  withhold<T>(value: T): T;
  /** The labels of the secrets that are left in a text: none in what was redacted or withheld. */
  finds(text: string): readonly string[];
}

/** How many escapes may lie over one another: one that a target has written, and one of the file that it stands in. */
const mostEscapes = 2;

/**
 * Redacts by value: the redactor knows the secrets, not where they stand. `docs/limits.md` says in which forms it finds
 * them. Work grows with the length of the text.
 */
export function createRedactor(secrets: Iterable<Secret> = []): Redactor {
  const search = new Search();
  const known = [new Map<string, string>(), new Map<string, string>()] as const;
  const own = remembering(known[0], (text) => redacted(text, search));
  const foreign = remembering(known[1], (text) => withheld(text, search));
  const addSecrets = (some: Iterable<Secret>) => {
    for (const secret of some) search.add(secret);
    for (const texts of known) texts.clear();
  };
  addSecrets(secrets);
  const labelsIn = (line: string) => readings(line).flatMap((one) => search.in(one).map(({ secret }) => secret.label));
  return {
    addSecrets,
    redact: (value) => mapped(value, (text, isName) => (isName ? text : own(text))),
    withhold: (value) => mapped(value, foreign),
    // No secret has a line break, and to decode a whole file at once would take many times its memory.
    finds: (text) => [...new Set(text.split('\n').flatMap(labelsIn))],
  };
}

/** Characters of a text that is remembered, and how many texts are: names of headers, addresses and purposes come again and again. */
const [longestRemembered, mostRemembered] = [200, 2000];

/** A function of a text that remembers in `known` what came of short ones. */
function remembering(known: Map<string, string>, make: (text: string) => string): (text: string) => string {
  return (text) => {
    if (text.length > longestRemembered) return make(text);
    const made = known.get(text) ?? make(text);
    if (known.size >= mostRemembered) known.clear();
    known.set(text, made);
    return made;
  };
}

/** A text as it stands, and with its escapes decoded. */
function readings(text: string): string[] {
  const read = [text];
  for (let depth = 0; depth < mostEscapes; depth += 1) {
    const plain = withoutEscapes(read[depth] as string);
    if (plain === read[depth]) break;
    read.push(plain);
  }
  return read;
}

/** A secret in a text that only decoding shows. */
function hiddenIn(text: string, search: Search): Hit | undefined {
  const decoded = readings(text).slice(1);
  const [hit] = decoded.flatMap((one) => bestFirst(search.in(one)));
  return hit && { ...hit, form: 'encoded' };
}

function markerOf({ secret, form }: Hit): string {
  return `‹withheld: held ${secret.label}${form === 'encoded' ? ' in encoded form' : ''}›`;
}

/** Line by line, so that a line in which only decoding shows a secret takes no other with it. */
function redacted(text: string, search: Search): string {
  return text
    .split('\n')
    .map((line) => {
      const replaced = withLabels(line, search.in(line));
      const hidden = hiddenIn(replaced, search);
      return hidden ? markerOf(hidden) : replaced;
    })
    .join('\n');
}

/** A text with labels in the place of secrets. What is left of a cut or changed key goes with it. */
function withLabels(text: string, hits: readonly Hit[]): string {
  if (hits.length === 0) return text;
  const chosen: Hit[] = [];
  for (const hit of bestFirst(hits)) {
    const wide = hit.form === 'whole' ? hit : widened(text, hit);
    if (chosen.every(({ start, end }) => wide.end <= start || end <= wide.start)) chosen.push(wide);
  }
  let [result, done] = ['', 0];
  for (const hit of chosen.sort((a, b) => a.start - b.start)) {
    result += text.slice(done, hit.start) + (hit.form === 'encoded' ? markerOf(hit) : hit.secret.label);
    done = hit.end;
  }
  return result + text.slice(done);
}

/** A whole secret before a part, and the longer one first: a near miss of a key holds most of the key. */
function bestFirst(hits: readonly Hit[]): readonly Hit[] {
  const rank = ({ form }: Hit) => ['whole', 'part', 'encoded'].indexOf(form);
  const size = ({ start, end }: Hit) => end - start;
  return hits.toSorted((a, b) => rank(a) - rank(b) || size(b) - size(a));
}

/** How much of a word beside a part of a secret is taken for the rest of it. */
const longestRest = 64;

function widened(text: string, { start, end, secret, form }: Hit): Hit {
  const isRest = (sign = '') => (form === 'encoded' ? /[\w+/-]/ : /[\w-]/).test(sign);
  let [from, to] = [start, end];
  while (start - from < longestRest && isRest(text[from - 1])) from -= 1;
  while (to - end < longestRest && isRest(text[to])) to += 1;
  while (form === 'encoded' && text[to] === '=') to += 1;
  return { start: from, end: to, secret, form };
}

/** Strings and numbers of JSON. */
const jsonTokens = /"(?:[^"\\]|\\.)*"?|-?\d[-+.\deE]*/g;

/** What a target has written, withheld if it holds a secret: in the text of a JSON value, each value by itself. */
function withheld(text: string, search: Search): string {
  const [shown] = bestFirst(search.in(text));
  const hit = shown ?? hiddenIn(text, search);
  if (!hit) return text;
  if (hit.form === 'whole' && hit.start === 0 && hit.end === text.length) return hit.secret.label;
  if (!/^\s*[[{]/.test(text) || attempt(() => JSON.parse(text)) === undefined) return markerOf(hit);
  const parts = text.replace(jsonTokens, (token) => {
    const value = token.startsWith('"') ? (JSON.parse(token) as string) : token;
    const kept = withheld(value, search);
    return kept === value ? token : JSON.stringify(kept);
  });
  return search.in(parts).length > 0 || hiddenIn(parts, search) ? markerOf(hit) : parts;
}

/**
 * A copy of a JSON value with other texts; the value itself if none has changed. Numbers that change become texts.
 * @param change is given the names of members too
 */
function mapped<T>(value: T, change: (text: string, isName?: true) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (typeof value === 'number') {
    const text = change(String(value));
    return text === String(value) ? value : (text as T);
  }
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value);
  const copy = members.map(([name, item]) => [change(name, true), mapped(item, change)] as const);
  if (copy.every(([name, item], at) => name === members[at]?.[0] && item === members[at]?.[1])) return value;
  return (Array.isArray(value) ? copy.map(([, item]) => item) : Object.fromEntries(copy)) as T;
}
