import { replaceUnseen } from '../../schemas/escaped-json.js';

/**
 * Text of a target may hold invisible characters that a reader's tools obey: escape sequences, marks that turn
 * the direction of writing round, zero-width ones. No surface lets them through; each is written as its code point.
 */

/** A character as its code point: `[U+202E]`. */
export function codePoint(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `[U+${hex.padStart(4, '0')}]`;
}

/** The text with everything unseen made visible. Newlines and tabs stay; the CR of a CRLF is left out. */
export function printable(text: string): string {
  return replaceUnseen(text.replaceAll('\r\n', '\n'), codePoint);
}

/** As `printable`, for places that have one line: newlines and tabs become visible too. */
export function printableLine(text: string): string {
  return printable(text).replace(/[\n\t]/g, codePoint);
}

/** The first `most` UTF-16 units of a text, never half a character, and how long the whole is. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  return `${kept}… (${grouped(text.length)} characters in all)`;
}

/** A count for people: `10,000`. */
export function grouped(count: number): string {
  return Math.round(count).toLocaleString('en');
}
