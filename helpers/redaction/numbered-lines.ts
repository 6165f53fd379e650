import { decoded } from './decoded.js';

/** Two hexadecimal digits, one or several bytes, and what separates them from the next. */
const bytes = '(?:(?:[\\da-f]{2}){1,4}(?: {1,2}|(?=\\r?$))){1,16}';
/** `00000010  6e 32 …  |n2…|` of hexdump -C, `00000010: 6e32 …  n2…` of xxd. */
const dump = `[\\da-f]{6,16}:?[ \\t]{1,2}(${bytes}).*`;
/** `12 | text`, `12: text`, `0000020   n   2` of od -c. */
const number = '[ \\t]*(?:\\d{1,6}|[\\da-f]{6,16})(?:[ \\t]*[:|.)\\]>\\u2502])?[ \\t]+';
const starts = new RegExp(`(?<![\\da-f])${dump}|^${number}`, 'gim');

const digits = (fewestDecimals: number) => `[ \\t]*(?:\\d{${fewestDecimals},}|[\\da-f]{6,16})[:|.)\\]>\\u2502]?[ \\t]`;
/** Two lines that follow each other are numbered, or one but the first by an offset, which has six digits or more. */
const numberedLines = new RegExp(`(?:^|\\n)${digits(1)}[^\\n]*\\n${digits(1)}|\\n${digits(6)}`, 'i');

/**
 * The numbered lines of a text without their numbers, and of dumps the bytes alone: what a wrapped line, a source view
 * or a dump puts between the characters of a key. Undefined where no two lines that follow each other are numbered.
 */
export function withoutLineNumbers(text: string): string | undefined {
  if (!numberedLines.test(text)) return undefined;
  return decoded(text, starts, (_, bytes) => bytes ?? '');
}
