import { bytesOfHex } from './bytes-of-hex.js';
import { type Edge, edgesOf, wordsOfKind } from './edges.js';
import { decodeEscapes } from './escapes.js';
import {
  letters,
  type Secret,
  type Spelling,
  seedLength,
  showsEveryRun,
  signs,
  spell,
  symbolsOf,
  type Units,
} from './spelling.js';

/** A key that is all words (a passphrase) has no random part, and its words are the secret. */
const shortestRandomPart = 16;

/** How many characters at the front of a key are words that other keys, and documentation, begin with as well. */
function commonPrefix(value: string): number {
  const prefix = wordsOfKind.exec(value)?.[0] ?? '';
  const rest = value.slice(prefix.length).replace(/[^0-9A-Za-z]/g, '');
  return rest.length >= shortestRandomPart ? prefix.length : 0;
}

/** The secret, and the rest of it if a service decodes the escapes that it seems to hold. */
function decodings(value: string): string[] {
  const once = decodeEscapes(value);
  const twice = once === undefined ? undefined : decodeEscapes(once);
  return [value, ...[once, twice].filter((decoded) => decoded !== undefined)];
}

/** The secret, and as it stands in JSON, and in JSON within JSON: quotes in there are left as they are. */
function inJson(value: string): string[] {
  const once = JSON.stringify(value).slice(1, -1);
  return value.includes('"') ? [value, once, JSON.stringify(once).slice(1, -1)] : [value];
}

/** One character a byte, so that places in a text and in its encodings are the same. */
function asBytes(value: string): string {
  return Buffer.from(value, 'utf8').toString('latin1');
}

/** The symbols that are seen of each byte. */
type Forms = readonly (readonly number[])[];

function formsOf(form: (byte: number) => string, alphabet = letters): Forms {
  return Array.from({ length: 256 }, (_, byte) => symbolsOf(form(byte), alphabet));
}

const asLetters = formsOf((byte) => String.fromCharCode(byte));
const asSigns = formsOf((byte) => String.fromCharCode(byte), signs);

/** Each character of a text in bytes, in one form. */
function plain(value: string, forms: Forms): Units {
  const units: Units = { symbols: [], from: [], to: [] };
  for (let at = 0; at < value.length; at += 1)
    for (const symbol of forms[value.charCodeAt(at)] ?? []) add(units, symbol, at, at + 1);
  return units;
}

function add({ symbols, from, to }: Units, symbol: number, first: number, end: number): void {
  symbols.push(symbol);
  from.push(first);
  to.push(end);
}

/** Digits of RFC 4648; what has two alphabets is read in either, since signs do not count. */
const base64Digits = alphabetOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const base32Digits = alphabetOf('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');
const base32HexDigits = alphabetOf('0123456789ABCDEFGHIJKLMNOPQRSTUV');

/** The symbol of each digit. */
function alphabetOf(digits: string): readonly number[] {
  return Array.from(digits, (digit) => letters[digit.charCodeAt(0)] ?? 0);
}

/** What of a text in base64 or base32 is sure to be the secret's when `offset` bytes of something else stand before it. */
function digits(value: string, alphabet: readonly number[], offset: number): Units {
  const bits = alphabet.length === 64 ? 6 : 5;
  const units: Units = { symbols: [], from: [], to: [] };
  for (let at = Math.ceil((offset * 8) / bits); (at + 1) * bits <= (offset + value.length) * 8; at += 1) {
    const from = Math.floor((at * bits) / 8) - offset;
    const to = Math.ceil(((at + 1) * bits) / 8) - offset;
    const two = (value.charCodeAt(from) << 8) | (to - from > 1 ? value.charCodeAt(from + 1) : 0);
    const digit = (two >> (16 - (at * bits - (from + offset) * 8) - bits)) & (alphabet.length - 1);
    const symbol = alphabet[digit] ?? 0;
    if (symbol !== 0) add(units, symbol, from, to);
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
const asHex = formsOf(hex);
const byteForms: readonly Forms[] = [
  asHex,
  formsOf(String),
  formsOf((byte) => byte.toString(8)),
  formsOf((byte) => `x${hex(byte)}`),
  formsOf((byte) => `u00${hex(byte)}`),
  formsOf((byte) => `0x${hex(byte)}`),
  formsOf((byte) => `25${hex(byte)}`),
];

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

/** A text in base64 or base32, at every alignment. */
function aligned(value: string, alphabet: readonly number[]): Units[] {
  return Array.from({ length: alphabet.length === 64 ? 3 : 5 }, (_, offset) => digits(value, alphabet, offset));
}

function encodings(value: string): Units[] {
  const byBytes = byteForms.map((forms) => plain(value, forms));
  return [...aligned(value, base64Digits), ...aligned(value, base32Digits), ...byBytes];
}

/** The bytes of a secret that is written in hexadecimal digits or as a UUID, in base64; a GUID's also as digits. */
function spellingsByBytes(secret: Secret): Spelling[] {
  return bytesOfHex(secret.value).flatMap(({ bytes, isTurned }) => {
    const about = { size: bytes.length, own: { from: 0, to: bytes.length }, isLiteral: false };
    const ways = [...aligned(bytes, base64Digits), ...(isTurned ? [plain(bytes, asHex)] : [])];
    return ways.map((units) => spell(secret, units, about));
  });
}

function mirrored(edges: readonly Edge[], size: number): Edge[] {
  return edges.map(({ from, to }) => ({ from: size - to, to: size - from }));
}

function backwards({ symbols, from, to }: Units, size: number): Units {
  const units: Units = { symbols: [], from: [], to: [] };
  for (let at = symbols.length - 1; at >= 0; at -= 1)
    add(units, symbols[at] ?? 0, size - (to[at] ?? 0), size - (from[at] ?? 0));
  return units;
}

/** Every way to write a secret that shows letters and digits. */
export function spellingsByLetters(secret: Secret): Spelling[] {
  return decodings(secret.value).flatMap((decoded, decodedTimes) => {
    const value = asBytes(decoded);
    const size = value.length;
    const prefix = commonPrefix(value);
    const edges = edgesOf(value, secret.common ?? 0);
    const forwards = { size, own: { from: prefix, to: size }, edges, isLiteral: false };
    const turned = { ...forwards, own: { from: 0, to: size - prefix }, edges: mirrored(edges, size) };
    const bothWays = [plain(rot13(value), asLetters), ...encodings(value)].flatMap((units) => [
      spell(secret, units, forwards),
      spell(secret, backwards(units, size), turned),
    ]);
    const turnedFirst = encodings([...value].reverse().join('')).map((units) => spell(secret, units, turned));
    const asItStands = plain(value, asLetters);
    const asItIs = [
      spell(secret, asItStands, { ...forwards, isLiteral: decodedTimes === 0 }),
      spell(secret, backwards(asItStands, size), turned),
    ];
    // It costs next to nothing, but nobody would turn it round as well.
    const rare = aligned(value, base32HexDigits).map((units) => spell(secret, units, forwards));
    const ofBytes = decodedTimes === 0 ? spellingsByBytes(secret) : [];
    return [...asItIs, ...bothWays, ...turnedFirst, ...rare, ...ofBytes].filter(
      ({ symbols }) => symbols.length >= seedLength,
    );
  });
}

/** The secret by all its signs, where letters and digits would let a part of it go unseen: else none. */
export function spellingsBySigns(secret: Secret): Spelling[] {
  return [...new Set([...decodings(secret.value), ...inJson(secret.value)])].flatMap((decoded) => {
    const value = asBytes(decoded);
    const about = { size: value.length, own: { from: 0, to: value.length }, isLiteral: decoded === secret.value };
    if (showsEveryRun(spell(secret, plain(value, asLetters), about))) return [];
    const units = plain(value, asSigns);
    return [
      spell(secret, units, about),
      spell(secret, backwards(units, value.length), { ...about, isLiteral: false }),
    ].filter(({ symbols }) => symbols.length >= seedLength);
  });
}

/** Whether a secret is too short to be distinguished from a word of an ordinary text. */
export function isShort(value: string): boolean {
  const shown = (counts: RegExp) => asBytes(value).match(counts)?.length ?? 0;
  return shown(/[0-9A-Za-z]/g) < seedLength && shown(/[!-~]/g) < seedLength;
}
