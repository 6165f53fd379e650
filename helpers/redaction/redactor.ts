import { parseJson } from '../json/parse-json.js';
import type { Secret } from '../settings/secrets.js';
import { createSearch, type Hit, type Search } from './search.js';

export type Redactor = ReturnType<typeof createRedactor>;

/** Escapes over one another: one of the target, and one of the file. */
const mostEscapes = 2;

/** Redacts by value, in the forms that `docs/limits.md` names. Work grows with the length of the text. */
export function createRedactor(secrets: readonly Secret[]) {
  const search = createSearch(secrets);
  return {
    /** Our own texts, with labels in the place of secrets; the value itself if it holds none. Never throws. */
    redact: <T>(value: T): T => mapped(value, (text, isName) => (isName ? text : redacted(text, search))),
    /** A target's values and names of members, also in JSON texts: one with a secret becomes a marker or its label. */
    withhold: <T>(value: T): T => mapped(value, (text) => withheld(text, search)),
    /** Labels of the secrets that are left. By lines: no secret has a break, and a decoded file takes much memory. */
    finds: (text: string): readonly string[] => [
      ...new Set(text.split('\n').flatMap((line) => hitsIn(line, search).map(({ label }) => label))),
    ],
  };
}

/** As the text stands, and with its escapes decoded. */
function hitsIn(text: string, search: Search): Hit[] {
  const hits = search.hitsIn(text);
  let escaped = text;
  for (let depth = 0; depth < mostEscapes; depth += 1) {
    const plain = withoutEscapes(escaped);
    if (plain === escaped) break;
    // A decoded text has other places.
    hits.push(...search.hitsIn(plain).map((hit) => ({ ...hit, isWhole: false })));
    escaped = plain;
  }
  return hits;
}

/** Labels for whole secrets; a line with a secret in any other form is withheld. */
function redacted(text: string, search: Search): string {
  const label = search.labels.get(text);
  if (label !== undefined) return label;
  if (text.includes('\n')) return text.replace(/[^\n]+/g, (line) => redacted(line, search));
  if (hitsIn(text, search).length === 0) return text;
  const whole = new Map(
    search.hitsIn(text).flatMap(({ start, end, label, isWhole }) => (isWhole ? [[text.slice(start, end), label]] : [])),
  );
  // A near miss of a key may hold the key.
  const longestFirst = [...whole].sort(([a], [b]) => b.length - a.length);
  const shown = longestFirst.reduce((line, [secret, label]) => line.replaceAll(secret, () => label), text);
  const left = hitsIn(shown, search);
  return left.length > 0 ? markerOf(left) : shown;
}

/** A target's text, withheld if it holds a secret; in JSON each value by itself. */
function withheld(text: string, search: Search): string {
  const hits = hitsIn(text, search);
  if (hits.length === 0) return text;
  const itself = hits.find(({ start, end, isWhole }) => isWhole && start === 0 && end === text.length);
  if (itself) return itself.label;
  const { json } = parseJson(text);
  const shown = Object(json) === json && JSON.stringify(mapped(json, (part) => withheld(part, search)));
  return shown && hitsIn(shown, search).length === 0 ? shown : markerOf(hits);
}

/** Names the longest secret, and a whole one before a part: a near miss holds most of the key. */
function markerOf(hits: readonly Hit[]) {
  const rank = ({ start, end, isWhole }: Hit) => end - start + (isWhole ? 0.5 : 0);
  const best = hits.reduce((a, b) => (rank(b) > rank(a) ? b : a));
  return `‹withheld: held ${best.label}›`;
}

/** A JSON value with changed texts, numbers included; itself if none changes. @param change also gets names */
function mapped<T>(value: T, change: (text: string, isName?: true) => string): T {
  if (typeof value === 'string') return change(value) as T;
  if (typeof value === 'number') {
    const text = change(String(value));
    return text === String(value) ? value : (text as T);
  }
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const items: unknown[] = value.map((item) => mapped(item, change));
    return items.every((item, at) => item === value[at]) ? value : (items as T);
  }
  const members = Object.entries(value);
  const copy = members.map(([name, item]) => [change(name, true), mapped(item, change)] as const);
  if (copy.every(([name, item], at) => name === members[at]?.[0] && item === members[at]?.[1])) return value;
  return Object.fromEntries(copy) as T;
}

/** Percent, JSON and HTML escapes. The last of several backslashes escapes. */
const escapes =
  /%[\da-f]{2}|\\+(?:u[\da-f]{4}|["/\\])?|&(?:#x[\da-f]+|#\d+|amp|lt|gt|quot|apos|lowbar|hyphen|period|plus|equals|sol);?/gi;

/** Names of HTML escapes, and their characters in the same order. */
const entities = ['amp', 'lt', 'gt', 'quot', 'apos', 'lowbar', 'hyphen', 'period', 'plus', 'equals', 'sol'];
const ofEntities = `&<>"'_-.+=/`;

const withoutEscapes = (text: string) => (/[%\\&]/.test(text) ? text.replace(escapes, meaning) : text);

function meaning(written: string) {
  if (written.startsWith('%')) return character(written.slice(1), 16);
  if (written.startsWith('\\')) {
    const rest = written.slice(written.lastIndexOf('\\') + 1);
    return rest.startsWith('u') ? character(rest.slice(1), 16) : rest;
  }
  const name = written.slice(1).replace(/;$/, '');
  if (!name.startsWith('#')) return ofEntities[entities.indexOf(name.toLowerCase())] ?? written;
  return /^#x/i.test(name) ? character(name.slice(2), 16) : character(name.slice(1), 10);
}

function character(digits: string, base: number) {
  const code = Number.parseInt(digits, base);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
