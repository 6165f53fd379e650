import type { Secret } from '../../helpers/settings/secrets.js';
import { anotherCharacter } from '../shared/near-misses.js';

export type InvalidKey = Readonly<{
  name: string;
  value: string;
  /** The shell word that makes it from the configured keys; null for a text that is like no key. */
  shell?: string | null;
  /** Something in front of the service may reject it. */
  isOdd?: boolean;
}>;

/** A text, or the characters of a configured key from one place to another. */
type Piece = string | readonly [from: number, to?: number, variable?: 'CONFORMANCE_OTHER_API_KEY'];

/** Shell words count places from 1. */
function joined(name: string, pieces: readonly Piece[], key: string, otherKey = key): InvalidKey {
  const parts = pieces.map((piece) => {
    if (typeof piece === 'string') return { value: piece, shell: piece.replaceAll('"', '\\"') };
    const [from, to, variable = 'CONFORMANCE_API_KEY'] = piece;
    const value = (variable === 'CONFORMANCE_API_KEY' ? key : otherKey).slice(from, to);
    if (from === 0 && to === undefined) return { value, shell: `$${variable}` };
    const range = `${from + 1}-${to === undefined ? '' : from + value.length}`;
    return { value, shell: value && `$(printf %s "$${variable}" | cut -c ${range})` };
  });
  return { name, value: parts.map(({ value }) => value).join(''), shell: parts.map(({ shell }) => shell).join('') };
}

const piped = (filter: string) => `$(printf %s "$CONFORMANCE_API_KEY" | ${filter})`;
const swapped = (letter: string) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase());

/** Whether letter case may not count: the longest part is hexadecimal, a UUID, or a ULID in Crockford's base32. */
function isCaseless(key: string) {
  if (/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i.test(key)) return true;
  const longest = key.split(/[^A-Za-z0-9]+/).reduce((a, b) => (b.length > a.length ? b : a), '');
  return /^[0-9a-f]+$/i.test(longest) || /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i.test(longest);
}

/** Each has a key pair of its own (Authentication 3). */
const environments: ReadonlyMap<string, string> = new Map([
  ['test', 'live'],
  ['sandbox', 'live'],
  ['live', 'test'],
  ['prod', 'test'],
  ['production', 'sandbox'],
]);

/** The key with the name of another environment; undefined if it names none. */
function twinOf(key: string): readonly Piece[] | undefined {
  for (const { 0: part, index } of key.matchAll(/[A-Za-z0-9]+/g)) {
    const other = environments.get(part.toLowerCase());
    if (other === undefined) continue;
    return [[0, index], part === part.toUpperCase() ? other.toUpperCase() : other, [index + part.length]];
  }
  return undefined;
}

/** Fewest characters of a key without its prefix: shorter ones may be any word. */
const fewestWithoutPrefix = 16;

/** The key cut, extended, changed, reversed, in the other case: each as secret as the key. */
export function nearMissKeys(key: string): InvalidKey[] {
  const last = key.length - 1;
  // The place before the padding of base64: many decoders ignore what follows.
  const end = key.replace(/(?<!=)=+$/, '').length - 1;
  const another = (at: number) => anotherCharacter(key[at] ?? key[last] ?? 'a');
  // No separator, which a service may ignore, as in a UUID.
  const middle = Math.floor(key.length / 2) + Math.max(0, key.slice(key.length / 2).search(/[a-z0-9]/i));
  const places = [
    ['at the front', 0, 0],
    ['in the middle', middle, middle],
    ['at the end', end, end + 1],
  ] as const;
  const twin = twinOf(key);
  const prefix = key.lastIndexOf('_') + 1;
  const near = [
    ...places.map(([where, at]) => joined(`one character short ${where}`, [[0, at], [at + 1]], key)),
    ...places.map(([where, at, beside]) =>
      joined(`one character longer ${where}`, [[0, beside], another(at), [beside]], key),
    ),
    ...places.map(([where, at]) => joined(`another character ${where}`, [[0, at], another(at), [at + 1]], key)),
    ...(prefix > 0 && key.length - prefix >= fewestWithoutPrefix
      ? [joined('without its prefix', [[prefix]], key)]
      : []),
    ...(twin ? [joined('the name of another environment in it', twin, key)] : []),
    { name: 'reversed', value: [...key].reverse().join(''), shell: piped('rev') },
    ...(isCaseless(key)
      ? []
      : [{ name: 'letter case swapped', value: key.replace(/[a-z]/gi, swapped), shell: piped('tr A-Za-z a-zA-Z') }]),
  ];
  return near.filter(({ value }) => value !== '');
}

const whole = [0] as const;
const cut = [0, -1] as const;

/** Texts that a look-up may read as the key: a pattern, a literal, a list, a file, the beginning that a column holds. */
const misreadings: readonly (readonly [name: string, ...pieces: Piece[]])[] = [
  ['its beginning and an asterisk', cut, '*'],
  ['its beginning and a percent sign', cut, '%'],
  ['in quotes', '"', whole, '"'],
  ['in single quotes', "'", whole, "'"],
  ['in a list', whole, ', x'],
  ['before another word', whole, ' x'],
  ['behind the word Bearer', 'Bearer ', whole],
  ['before 256 more characters', whole, `-${'x'.repeat(255)}`],
  ...['x/', './', '../keys/'].map((folder) => [`as a file (${folder})`, folder, whole] as const),
];

/** Each holds the key or a near miss of it. */
export const misreadKeys = (key: string): InvalidKey[] =>
  misreadings.map(([name, ...pieces]) => ({ ...joined(name, pieces, key), isOdd: true }));

/** The front of one key and the end of another, cut behind the last separator, or in the middle. */
export function splice(key: string, other: string): InvalidKey {
  const cuts = [/^.*[^A-Za-z0-9]/.exec(key)?.[0].length ?? 0, Math.floor(key.length / 2)];
  const cut = cuts.find((at) => ![key, other].includes(key.slice(0, at) + other.slice(at))) ?? key.length;
  const pieces: readonly Piece[] = [
    [0, cut],
    [cut, undefined, 'CONFORMANCE_OTHER_API_KEY'],
  ];
  return joined('the beginning of the key and the end of the other tenant’s', pieces, key, other);
}

/** @param common as for `Secret` @param other the other tenant's key */
export const nearMissSecrets = (key: string, common = 0, other: string = key): Secret[] =>
  [...nearMissKeys(key), splice(key, other)]
    .filter(({ value }) => value !== key)
    .map(({ name, value }) => ({ value, label: `‹a near miss of the key: ${name}›`, common }));
