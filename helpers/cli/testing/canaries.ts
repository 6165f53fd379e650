import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Looks for keys in whatever a run has written: its own eyes, which share nothing with the redaction that is tested.
 * What counts is any run of twenty characters, in every form that is listed here.
 */
const run = 20;

const bytes = (text: string, write: (byte: number) => string) => [...Buffer.from(text)].map(write).join('');
const hex = (byte: number) => byte.toString(16).padStart(2, '0');

/** The digits of base64 that are the text's alone, wherever it begins. */
function digits(text: string): string[] {
  return [0, 1, 2].map((offset) => {
    const whole = Buffer.from(`${'\0'.repeat(offset)}${text}`, 'latin1')
      .toString('base64')
      .replace(/=+$/, '');
    return whole.slice(Math.ceil((offset * 4) / 3), Math.floor(((offset + text.length) * 4) / 3));
  });
}

/** What is left of any text that was split, marked up, or written in capitals. */
const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

function written(piece: string): string[] {
  return [
    piece,
    ...digits(piece),
    bytes(piece, hex),
    bytes(piece, String),
    bytes(piece, (byte) => `u00${hex(byte)}`),
    bytes(piece, (byte) => `x${hex(byte)}`),
    bytes(piece, (byte) => `25${hex(byte)}`),
  ].map(bare);
}

/** Every form has so many letters and digits. */
const stem = 12;

export class Canaries {
  readonly #byStem = new Map<string, { form: string; name: string }[]>();

  constructor(keys: Readonly<Record<string, string>>) {
    for (const [name, key] of Object.entries(keys))
      for (let at = 0; at + run <= key.length; at += 1)
        for (const form of written(key.slice(at, at + run))) {
          const begun = form.slice(0, stem);
          if (begun.length === stem) this.#byStem.set(begun, [...(this.#byStem.get(begun) ?? []), { form, name }]);
        }
  }

  /** Names of the keys that a text tells of, each once. */
  in(text: string): string[] {
    const found = new Set<string>();
    for (const view of views(text)) {
      const plain = bare(view);
      for (let at = 0; at + stem <= plain.length; at += 1)
        for (const { form, name } of this.#byStem.get(plain.slice(at, at + stem)) ?? [])
          if (plain.startsWith(form, at)) found.add(name);
    }
    return [...found];
  }
}

/** A text as it stands, and with its escapes undone once and twice. */
function views(text: string): string[] {
  const once = unescaped(text);
  const twice = unescaped(once);
  return [...new Set([text, once, twice])];
}

/** A text as it stands, its escapes undone, and what of it is base64. */
export function readings(text: string): string[] {
  const tokens = text.match(/[\w+/-]{16,}/g) ?? [];
  return [text, unescaped(text), ...tokens.map((token) => Buffer.from(token, 'base64').toString('latin1'))];
}

function unescaped(text: string): string {
  return text
    .replace(/(?:%[\da-f]{2})+/gi, (escapes) => Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('latin1'))
    .replace(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&#x([\da-f]{1,5});?/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/&#(\d{1,5});?/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/\\[nrt"/\\]/g, ' ');
}

export function allWritten(folder: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, entry);
    const stat = lstatSync(path);
    texts.set(`the name ${entry}`, entry);
    if (stat.isSymbolicLink()) texts.set(entry, readlinkSync(path));
    else if (stat.isFile()) texts.set(entry, readFileSync(path, 'utf8'));
  }
  return texts;
}
