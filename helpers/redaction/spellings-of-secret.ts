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

/** Digits of RFC 4648; what has two alphabets is read in either, since signs do not count. */
const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const base32Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What of a text in base64 or base32 is sure to be the secret's when `offset` bytes of something else stand before it. */
function digits(value: string, alphabet: string, offset: number): Unit[] {
  const bits = Math.log2(alphabet.length);
  const bytes = Buffer.from(value, 'latin1');
  const units: Unit[] = [];
  for (let at = Math.ceil((offset * 8) / bits); (at + 1) * bits <= (offset + value.length) * 8; at += 1) {
    const from = Math.floor((at * bits) / 8) - offset;
    const to = Math.ceil(((at + 1) * bits) / 8) - offset;
    const two = ((bytes[from] ?? 0) << 8) | (to - from > 1 ? (bytes[from + 1] ?? 0) : 0);
    const digit = (two >> (16 - (at * bits - (from + offset) * 8) - bits)) & (alphabet.length - 1);
    units.push({ code: alphabet.charCodeAt(digit), from, to });
  }
  return units;
}

/** Letters thirteen places on: no secrecy, and no decoder would look for it, but a spelling costs next to nothing. */
function rot13(value: string): string {
  return value.replace(/[a-z]/gi, (letter) => {
    const first = letter < 'a' ? 0x41 : 0x61;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });
}

/**
 * What is seen of a byte in hexadecimal digits, lists of bytes, and escapes that are torn or turned round, so that
 * nobody can decode them any more: `736b`, `115107`, `163153`, `x73x6b`, `u0073u006b`, `0x730x6b`, `2573256b`.
 */
const byteForms: ((byte: number) => string)[] = [
  hex,
  String,
  (byte) => byte.toString(8),
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
  const by64 = [0, 1, 2].map((offset) => digits(value, base64Digits, offset));
  const by32 = [0, 1, 2, 3, 4].map((offset) => digits(value, base32Digits, offset));
  return [...by64, ...by32, ...byBytes];
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
    const bothWays = [plain(value), plain(rot13(value)), ...encodings(value)].flatMap((units) => [
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
