import { readEscapes } from './read-escapes.js';
import { Reading } from './reading.js';
import {
  type Alphabet,
  letters,
  type Secret,
  type Spelling,
  seedLength,
  showsEveryRun,
  signs,
  spell,
  type Unit,
} from './spelling.js';

/** `sk_sandbox_`, `fsapi-v2-secret-`: words before the part that is random. */
const commonWords = /^(?:[A-Za-z]{1,12}\d{0,2}[_\-.:])+/;
/** A key that is all words (a passphrase) has no such part, and its words are the secret. */
const shortestRandomPart = 16;

/** How many characters at the front of a key are words that other keys, and documentation, begin with as well. */
function commonPrefix(value: string): number {
  const prefix = commonWords.exec(value)?.[0] ?? '';
  const rest = value.slice(prefix.length).replace(/[^0-9A-Za-z]/g, '');
  return rest.length >= shortestRandomPart ? prefix.length : 0;
}

/** The secret, and what is left of it where somebody decodes the escapes that it seems to hold. */
function decodings(value: string): string[] {
  const found = [value];
  const from = new Reading();
  const into = new Reading();
  for (let text = value; found.length < 3; found.push(text)) {
    from.load(text, 0, text.length);
    if (!readEscapes(from, into)) break;
    text = into.toString();
  }
  return found;
}

/** One character a byte, so that places in a text and in its encodings are the same. */
function asBytes(value: string): string {
  return Buffer.from(value, 'utf8').toString('latin1');
}

function plain(value: string): Unit[] {
  return Array.from(value, (sign, at) => ({ code: sign.charCodeAt(0), from: at, to: at + 1 }));
}

/** What of a text in base64 is sure to be the secret's when `offset` bytes of something else stand before it. */
function base64(value: string, offset: number): Unit[] {
  const text = Buffer.concat([Buffer.alloc(offset), Buffer.from(value, 'latin1')]).toString('base64');
  const units: Unit[] = [];
  for (let at = Math.ceil((offset * 8) / 6); (at + 1) * 6 <= (offset + value.length) * 8; at += 1) {
    const from = Math.floor((at * 6) / 8) - offset;
    const to = Math.ceil(((at + 1) * 6) / 8) - offset;
    units.push({ code: text.charCodeAt(at), from, to });
  }
  return units;
}

/**
 * What is seen of a byte in hexadecimal digits, a list of bytes, and escapes that are torn or turned round, so that
 * nobody can decode them any more: `736b`, `115107`, `x73x6b`, `u0073u006b`, `0x730x6b`, `2573256b`.
 */
const byteForms: ((byte: number) => string)[] = [
  hex,
  String,
  (byte) => `x${hex(byte)}`,
  (byte) => `u00${hex(byte)}`,
  (byte) => `0x${hex(byte)}`,
  (byte) => `25${hex(byte)}`,
];

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

function encodings(value: string): Unit[][] {
  const byBytes = byteForms.map((form) =>
    plain(value).flatMap(({ code, from, to }) => plain(form(code)).map((digit) => ({ code: digit.code, from, to }))),
  );
  return [base64(value, 0), base64(value, 1), base64(value, 2), ...byBytes];
}

function backwards(units: Unit[], size: number): Unit[] {
  return units.map(({ code, from, to }) => ({ code, from: size - to, to: size - from })).reverse();
}

/** Every way to write a secret that shows letters and digits. */
export function spellingsByLetters(secret: Secret): Spelling[] {
  return decodings(secret.value).flatMap((decoded) => {
    const value = asBytes(decoded);
    const size = value.length;
    const prefix = commonPrefix(value);
    const own = { from: prefix, to: size };
    const ownBackwards = { from: 0, to: size - prefix };
    const bothWays = [plain(value), ...encodings(value)].flatMap((units) => [
      spell(secret, units, letters, size, own),
      spell(secret, backwards(units, size), letters, size, ownBackwards),
    ]);
    const turnedFirst = encodings([...value].reverse().join('')).map((units) =>
      spell(secret, units, letters, size, ownBackwards),
    );
    return [...bothWays, ...turnedFirst].filter(({ symbols }) => symbols.length >= seedLength);
  });
}

/** The secret by all its signs, where letters and digits would let a part of it go unseen: else none. */
export function spellingsBySigns(secret: Secret): Spelling[] {
  return decodings(secret.value).flatMap((decoded) => {
    const value = asBytes(decoded);
    const own = { from: 0, to: value.length };
    const units = plain(value);
    if (showsEveryRun(spell(secret, units, letters, value.length, own))) return [];
    return [units, backwards(units, value.length)]
      .map((way) => spell(secret, way, signs, value.length, own))
      .filter(({ symbols }) => symbols.length >= seedLength);
  });
}

/** Whether a secret shows too little to be told from a word of an ordinary text. */
export function isShort(value: string): boolean {
  const units = plain(asBytes(value));
  const shown = (alphabet: Alphabet) => units.filter(({ code }) => code < 128 && alphabet[code] !== 0).length;
  return shown(letters) < seedLength && shown(signs) < seedLength;
}
