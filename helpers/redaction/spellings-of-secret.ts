import { bytesOfHex } from './bytes-of-hex.js';
import { type Edge, edgesOf } from './edges.js';
import { decodeEscapes } from './escapes.js';
import {
  letters,
  type Secret,
  type Spelling,
  seedLength,
  showsEveryRun,
  signs,
  spell,
  type Units,
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

/** Each character of a text in bytes, as it stands, or as what is written in its place. */
function plain(value: string, forms?: readonly string[]): Units {
  const units: Units = { codes: [], from: [], to: [] };
  for (let at = 0; at < value.length; at += 1) {
    const written = forms?.[value.charCodeAt(at)] ?? value[at] ?? '';
    for (let digit = 0; digit < written.length; digit += 1) add(units, written.charCodeAt(digit), at, at + 1);
  }
  return units;
}

function add({ codes, from, to }: Units, code: number, first: number, end: number): void {
  codes.push(code);
  from.push(first);
  to.push(end);
}

/** Digits of RFC 4648; what has two alphabets is read in either, since signs do not count. */
const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const base32Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const base32HexDigits = '0123456789ABCDEFGHIJKLMNOPQRSTUV';

/** What of a text in base64 or base32 is sure to be the secret's when `offset` bytes of something else stand before it. */
function digits(value: string, alphabet: string, offset: number): Units {
  const bits = Math.log2(alphabet.length);
  const bytes = Buffer.from(value, 'latin1');
  const units: Units = { codes: [], from: [], to: [] };
  for (let at = Math.ceil((offset * 8) / bits); (at + 1) * bits <= (offset + value.length) * 8; at += 1) {
    const from = Math.floor((at * bits) / 8) - offset;
    const to = Math.ceil(((at + 1) * bits) / 8) - offset;
    const two = ((bytes[from] ?? 0) << 8) | (to - from > 1 ? (bytes[from + 1] ?? 0) : 0);
    const digit = (two >> (16 - (at * bits - (from + offset) * 8) - bits)) & (alphabet.length - 1);
    add(units, alphabet.charCodeAt(digit), from, to);
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
const byteForms: (readonly string[])[] = [
  hex,
  String,
  (byte: number) => byte.toString(8),
  (byte: number) => `x${hex(byte)}`,
  (byte: number) => `u00${hex(byte)}`,
  (byte: number) => `0x${hex(byte)}`,
  (byte: number) => `25${hex(byte)}`,
].map((form) => Array.from({ length: 256 }, (_, byte) => form(byte)));

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

function encodings(value: string): Units[] {
  const by64 = [0, 1, 2].map((offset) => digits(value, base64Digits, offset));
  const by32 = [0, 1, 2, 3, 4].map((offset) => digits(value, base32Digits, offset));
  return [...by64, ...by32, ...byteForms.map((forms) => plain(value, forms))];
}

/** What else costs next to nothing, but nobody would turn round as well. */
function rareEncodings(value: string): Units[] {
  return [0, 1, 2, 3, 4].map((offset) => digits(value, base32HexDigits, offset));
}

/** The bytes of a secret that is written in hexadecimal digits or as a UUID, in base64; a GUID's also as digits. */
function spellingsByBytes(secret: Secret): Spelling[] {
  return bytesOfHex(secret.value).flatMap(({ bytes, isTurned }) => {
    const about = { size: bytes.length, own: { from: 0, to: bytes.length }, isLiteral: false };
    const ways = [0, 1, 2].map((offset) => digits(bytes, base64Digits, offset));
    return [...ways, ...(isTurned ? [plain(bytes, byteForms[0])] : [])].map((units) =>
      spell(secret, units, letters, about),
    );
  });
}

function mirrored(edges: readonly Edge[], size: number): Edge[] {
  return edges.map(({ from, to }) => ({ from: size - to, to: size - from }));
}

function backwards({ codes, from, to }: Units, size: number): Units {
  const turned = (places: number[]) => places.map((place) => size - place).reverse();
  return { codes: codes.toReversed(), from: turned(to), to: turned(from) };
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
    const bothWays = [plain(rot13(value)), ...encodings(value)].flatMap((units) => [
      spell(secret, units, letters, forwards),
      spell(secret, backwards(units, size), letters, turned),
    ]);
    const turnedFirst = encodings([...value].reverse().join('')).map((units) => spell(secret, units, letters, turned));
    const asItIs = [
      spell(secret, plain(value), letters, { ...forwards, isLiteral: decodedTimes === 0 }),
      spell(secret, backwards(plain(value), size), letters, turned),
    ];
    const rare = rareEncodings(value).map((units) => spell(secret, units, letters, forwards));
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
    const units = plain(value);
    if (showsEveryRun(spell(secret, units, letters, about))) return [];
    return [
      spell(secret, units, signs, about),
      spell(secret, backwards(units, value.length), signs, { ...about, isLiteral: false }),
    ].filter(({ symbols }) => symbols.length >= seedLength);
  });
}

/** Whether a secret is too short to be distinguished from a word of an ordinary text. */
export function isShort(value: string): boolean {
  const shown = (counts: RegExp) => asBytes(value).match(counts)?.length ?? 0;
  return shown(/[0-9A-Za-z]/g) < seedLength && shown(/[!-~]/g) < seedLength;
}
