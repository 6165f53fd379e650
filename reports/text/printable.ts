import { replaceUnseen } from '../../schemas/escaped-json.js';

/**
 * A target's text may hold characters that a reader's tools obey: escape sequences, marks that turn the direction of
 * writing, zero-width ones. Each is written as its code point.
 */

/** `[U+202E]`. */
export function codePoint(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `[U+${hex.padStart(4, '0')}]`;
}

/** Unseen characters made visible. Newlines and tabs stay; CRLF becomes LF. */
export function printable(text: string): string {
  return replaceUnseen(text.replaceAll('\r\n', '\n'), codePoint);
}

/** As `printable`, newlines and tabs made visible too. */
export function printableLine(text: string): string {
  return printable(text).replace(/[\n\t]/g, codePoint);
}

/** The first `most` UTF-16 units, never half a character, and the length of the whole. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  return `${kept}… (${grouped(text.length)} characters in all)`;
}

/** `10,000`. */
export function grouped(count: number): string {
  return Math.round(count).toLocaleString('en');
}
