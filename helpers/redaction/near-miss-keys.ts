import type { Secret } from '../settings/secrets.js';

/** An invalid key, and how it is invalid. */
export interface InvalidKey {
  readonly name: string;
  readonly value: string;
  /** What makes it of the configured keys within double quotes of a shell; null for a text that is like no key. */
  readonly shell?: string | null;
  /** Something in front of the service may reject the text itself. */
  readonly isOdd?: boolean;
  /** Sent under the other tenant's id, where there is one: a look-up by a pattern may find that tenant's key first. */
  readonly ofOther?: boolean;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const variable = 'CONFORMANCE_API_KEY';
/** Characters of a key in a shell, counted from 1: `1-4`. */
const characters = (range: string, of = variable) => `$(printf %s "$${of}" | cut -c ${range})`;

/**
 * Another character of the same kind, never the same letter in another case. It differs in the highest of the six bits
 * that base64 gives a character, so that spare bits at the end of a key do not make two spellings one key.
 */
export function anotherCharacter(character: string): string {
  if (/[0-9a-f]/i.test(character)) return ((Number.parseInt(character, 16) + 8) % 16).toString(16);
  const at = alphabet.indexOf(character);
  if (at < 0) return 'x';
  return alphabet[(at + 32) % 62] ?? 'x';
}

/** Whether letter case may not count: the longest part is hexadecimal or a UUID. */
function isCaseless(key: string): boolean {
  if (/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i.test(key)) return true;
  const longest = key.split(/[^A-Za-z0-9]+/).reduce((a, b) => (b.length > a.length ? b : a), '');
  // Hexadecimal, or a ULID in Crockford's base32.
  return /^[0-9a-f]+$/i.test(longest) || /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i.test(longest);
}

function swapCase(key: string): string {
  return key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

/** Each environment has a key pair of its own (Authentication 3). */
const environments: ReadonlyMap<string, string> = new Map([
  ['test', 'live'],
  ['sandbox', 'live'],
  ['live', 'test'],
  ['prod', 'test'],
  ['production', 'sandbox'],
]);

/** Where a key names its environment, and the name of another. */
function twins(key: string): { at: number; part: string; twin: string }[] {
  for (const { 0: part, index: at } of key.matchAll(/[A-Za-z0-9]+/g)) {
    const other = environments.get(part.toLowerCase());
    if (other !== undefined) return [{ at, part, twin: part === part.toUpperCase() ? other.toUpperCase() : other }];
  }
  return [];
}

/** Near misses of a key: cut, extended, changed, reversed, in the other case. As secret as the key. */
export function nearMissKeys(key: string): InvalidKey[] {
  const last = key.length - 1;
  // The last character before the padding of base64: many decoders ignore anything after it.
  const end = key.replace(/(?<!=)=+$/, '').length - 1;
  const another = (at: number) => anotherCharacter(key[at] ?? key[last] ?? 'a');
  const made = (name: string, until: number, text: string, from: number): InvalidKey => ({
    name,
    value: key.slice(0, until) + text + key.slice(from),
    shell: [
      until === 0 ? '' : characters(`1-${until}`),
      text,
      from > last ? '' : from === 0 ? `$${variable}` : characters(`${from + 1}-`),
    ].join(''),
  });
  const places = [
    ['at the front', 0, 0],
    ['in the middle', Math.floor(key.length / 2), Math.floor(key.length / 2)],
    ['at the end', end, end + 1],
  ] as const;
  const near = [
    ...places.map(([where, at]) => made(`one character short ${where}`, at, '', at + 1)),
    ...places.map(([where, at, beside]) => made(`one character longer ${where}`, beside, another(at), beside)),
    ...places.map(([where, at]) => made(`another character ${where}`, at, another(at), at + 1)),
    ...twins(key).map(({ at, part, twin }) =>
      made('the name of another environment in it', at, twin, at + part.length),
    ),
    { name: 'reversed', value: [...key].reverse().join(''), shell: `$(printf %s "$${variable}" | rev)` },
    { name: 'letter case swapped', value: swapCase(key), shell: `$(printf %s "$${variable}" | tr A-Za-z a-zA-Z)` },
  ];
  return near.filter(({ name, value }) => value !== '' && !(name === 'letter case swapped' && isCaseless(key)));
}

/** What a look-up may read as the key: a pattern, a literal, a list, the name of a file. `CUT` is the key without its end. */
const misreadings: readonly (readonly [name: string, form: string])[] = [
  ['its beginning and an asterisk', 'CUT*'],
  ['its beginning and a percent sign', 'CUT%'],
  ['in quotes', '"KEY"'],
  ['in a list', 'KEY, x'],
  ['before another word', 'KEY x'],
  ['behind the word Bearer', 'Bearer KEY'],
  ...['x/', './', '../keys/'].map((folder) => [`as a file (${folder})`, `${folder}KEY`] as const),
];

/** Keys that a look-up may misread. No secrets of their own: each holds the key, or a near miss of it. */
export function misreadKeys(key: string): InvalidKey[] {
  const filled = (form: string, whole: string, cut: string) =>
    form.replace(/KEY|CUT/, (word) => (word === 'KEY' ? whole : cut));
  return misreadings.map(([name, form]) => ({
    name,
    value: filled(form, key, key.slice(0, -1)),
    shell: filled(form, `$${variable}`, `\${${variable}%?}`).replaceAll('"', '\\"'),
    isOdd: true,
  }));
}

export const misreadNames = misreadings.map(([name]) => name);

/** The names of all near misses: a key whose case does not count has none with the case swapped. */
export const nearMissNames = nearMissKeys('a test key whose case counts').map(({ name }) => name);

/** A shorter key may occur in any text. */
const shortestSecret = 8;

export const spliced = 'the beginning of the key and the end of the other tenant’s';

/** The front of one key before the end of another: cut behind the last separator, else in the middle. */
export function splice(key: string, other: string): InvalidKey {
  const cuts = [/^.*[^A-Za-z0-9]/.exec(key)?.[0].length ?? 0, Math.floor(key.length / 2)];
  const value = (at: number) => key.slice(0, at) + other.slice(at);
  const cut = cuts.find((at) => ![key, other].includes(value(at)));
  if (cut === undefined) return { name: spliced, value: key };
  const shell = `${characters(`1-${cut}`)}${characters(`${cut + 1}-`, 'CONFORMANCE_OTHER_API_KEY')}`;
  return { name: spliced, value: value(cut), shell };
}

/**
 * The near misses of a key, as secrets that must never be written: each under its own name, whatever others it is like.
 * @param common as for `Secret` @param other the other tenant's key
 */
export function nearMissSecrets(key: string, common = 0, other: string = key): Secret[] {
  return [...nearMissKeys(key), splice(key, other)]
    .filter(({ value }) => value.length >= shortestSecret && value !== key)
    .map(({ name, value }) => ({ value, label: `‹a near miss of the key: ${name}›`, common }));
}
