/** A secret, and what stands in its place. */
export interface Secret {
  readonly value: string;
  readonly label: string;
  /** How many characters at its front the keys of other tenants share: they disclose nothing. */
  readonly common?: number;
}

/** The symbol of each ASCII character: a letter in lower case, or a digit. What is 0 does not count. */
const symbolOf = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  return /[0-9A-Za-z]/.test(sign) ? sign.toLowerCase().charCodeAt(0) : 0;
});

/** The symbol of the character at a place of a text. */
export function symbolAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? (symbolOf[code] ?? 0) : 0;
}

/** The letters and digits of a text, in one case, and the place of each. What splits a key, or changes its case, is gone. */
export interface Folded {
  readonly symbols: Uint8Array;
  readonly places: Uint32Array;
  readonly length: number;
}

/** Folds the part of a text from `from` to `to` (exclusive); places are those of the whole text. */
export function fold(text: string, from = 0, to = text.length): Folded {
  const symbols = new Uint8Array(to - from);
  const places = new Uint32Array(to - from);
  let length = 0;
  for (let at = from; at < to; at += 1) {
    const symbol = symbolAt(text, at);
    if (symbol === 0) continue;
    symbols[length] = symbol;
    places[length] = at;
    length += 1;
  }
  return { symbols, places, length };
}

/** A run of this many characters of a secret discloses it. */
const disclosingRun = 20;
/** Such a run counts only with this many characters from behind the words that all keys of a kind begin with. */
const fewestOwn = 4;
/** How many symbols are hashed together: the least that a part may show. */
export const seedLength = 8;
/** One way to write a secret: its symbol number `i` discloses the bytes `from[i]` to `to[i]` (exclusive) of it. */
export interface Needle {
  readonly secret: Secret;
  readonly symbols: readonly number[];
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly size: number;
  /** The first byte that other keys do not begin with as well. */
  readonly ownFrom: number;
  /** The whole as it is written, for the secret's own characters. */
  readonly text?: string;
}

/** The words and separators that all keys of a kind begin with: `sk_sandbox_`, `fsapi-v2-secret-`. */
const wordsOfKind = /^(?:[A-Za-z]{1,12}\d{0,2}[_\-.:])+/;
/** A key that is all words (a passphrase) has no random part, and its words are the secret. */
const shortestRandomPart = 16;

function ownFromOf({ value, common = 0 }: Secret): number {
  const prefix = wordsOfKind.exec(value)?.[0] ?? '';
  const rest = value.slice(prefix.length);
  const isRandom = /\d/.test(rest) && fold(rest).length >= shortestRandomPart;
  return Math.max(isRandom ? prefix.length : 0, common);
}

const hex = (byte: number) => byte.toString(16).padStart(2, '0');
/**
 * What is left of each byte in hexadecimal digits, and in escapes of every character that were torn when a text was
 * split: `\x73`, `\u0073`, `&#115;`, `%2573`. Escapes that are whole are decoded before.
 */
const byteForms: readonly ((byte: number) => string)[] = [
  hex,
  (byte) => `x${hex(byte)}`,
  (byte) => `u00${hex(byte)}`,
  String,
  (byte) => `25${hex(byte)}`,
];

/** The ways to write a character among which a secret stays as it is: in a text, in an address, in JSON. */
const characterForms: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => (character < '\x80' ? encodeURIComponent(character) : character),
  (character) => JSON.stringify(character).slice(1, -1),
];

/** What is written for some bytes of a secret, from (inclusive) and to (exclusive). */
interface Unit {
  readonly written: string;
  readonly from: number;
  readonly to: number;
}

/** Every way to write a secret that shows letters and digits. */
export function needlesOf(secret: Secret): Needle[] {
  const bytes = Buffer.from(secret.value);
  const about = { secret, size: bytes.length, ownFrom: ownFromOf(secret) };
  const needle = (units: readonly Unit[]): Needle => {
    const [symbols, starts, ends]: [number[], number[], number[]] = [[], [], []];
    for (const { written, from, to } of units)
      for (let at = 0; at < written.length; at += 1) {
        const symbol = symbolAt(written, at);
        if (symbol === 0) continue;
        symbols.push(symbol);
        starts.push(from);
        ends.push(to);
      }
    return { ...about, symbols, from: starts, to: ends };
  };
  const byCharacter = (write: (character: string) => string) => {
    const units: Unit[] = [];
    for (const character of secret.value) {
      const from = units.at(-1)?.to ?? 0;
      units.push({ written: write(character), from, to: from + Buffer.byteLength(character) });
    }
    return [units.map(({ written }) => written).join(''), units] as const;
  };
  const byByte = (write: (byte: number) => string) =>
    Array.from(bytes, (byte, at) => ({ written: write(byte), from: at, to: at + 1 }));
  return [
    ...[...new Map(characterForms.map(byCharacter))].map(([text, units]) => ({ ...needle(units), text })),
    ...byteForms.map((write) => needle(byByte(write))),
    ...[0, 1, 2].map((offset) => needle(base64Digits(bytes, offset))),
  ].filter(({ symbols }) => symbols.length >= seedLength);
}

/** The digits of base64 that are a secret's alone, when `offset` bytes of something else stand before it. */
function base64Digits(bytes: Buffer, offset: number): Unit[] {
  const digits = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return Array.from(digits, (written, at) => ({
    written,
    from: Math.floor((at * 6) / 8) - offset,
    to: Math.ceil(((at + 1) * 6) / 8) - offset,
  })).filter(({ from, to }) => from >= 0 && to <= bytes.length);
}

/** How many characters of its secret the symbols `first` to `last` of a needle disclose, if these are too many; else 0. */
export function disclosedBy({ symbols, from, to, size, ownFrom }: Needle, first: number, last: number): number {
  if (first === 0 && last === symbols.length - 1) return size;
  // Signs at the edges count as disclosed: they are not seen, and may well be there.
  const start = first === 0 ? 0 : Math.min(from[first] ?? 0, to[first - 1] ?? 0);
  const end = last === symbols.length - 1 ? size : Math.max(to[last] ?? 0, from[last + 1] ?? 0);
  return end - start >= disclosingRun && end - Math.max(start, ownFrom) >= fewestOwn ? end - start : 0;
}
