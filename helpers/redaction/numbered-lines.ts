import { wall } from './spelling.js';

/** Two hexadecimal digits, one or several bytes, and what separates them from the next. */
const bytes = '(?:(?:[\\da-f]{2}){1,4}(?: {1,2}|(?=\\r?$))){1,16}';
/** `00000010  6e 32 …  |n2…|` of hexdump -C, `00000010: 6e32 …  n2…` of xxd. */
const dump = `[\\da-f]{6,16}:?[ \\t]{1,2}(?<bytes>${bytes}).*`;
/** `12 | text`, `12: text`, `0000020   n   2` of od -c. */
const number = '[ \\t]*(?:\\d{1,6}|[\\da-f]{6,16})(?:[ \\t]*[:|.)\\]>\\u2502])?[ \\t]+';
const starts = new RegExp(`(?<![\\da-f])${dump}|^${number}`, 'gim');

/** The offsets of dumps have as many digits, or more. */
const offsetDigits = 6;
/** What stands between a number and its line, besides blanks: `12 | text`. */
const separators: ReadonlySet<number> = new Set([...':|.)]>\u2502'].map((sign) => sign.charCodeAt(0)));
const [tab, blank] = [9, 32];
const isBlank = (code: number) => code === blank || code === tab;
const isDecimal = (code: number) => code >= 48 && code <= 57;
const isHex = (code: number) => isDecimal(code) || ((code | 32) >= 97 && (code | 32) <= 102);

/** Digits of the number before a line, where something stands behind it, else 0. By hand: every line is looked at. */
function digitsBefore(text: string, start: number): number {
  let at = start;
  while (isBlank(text.charCodeAt(at))) at += 1;
  const first = at;
  while (isDecimal(text.charCodeAt(at))) at += 1;
  const decimals = at - first;
  while (isHex(text.charCodeAt(at))) at += 1;
  const digits = at - first;
  if (!(digits >= offsetDigits && digits <= 16) && !(decimals === digits && digits >= 1)) return 0;
  if (separators.has(text.charCodeAt(at))) at += 1;
  return isBlank(text.charCodeAt(at)) ? digits : 0;
}

/** Whether two lines that follow each other are numbered, or one but the first by an offset. */
function holdsNumberedLines(text: string): boolean {
  let isBefore = false;
  for (let at = 0, end = text.indexOf('\n'); ; at = end + 1, end = text.indexOf('\n', at)) {
    const digits = digitsBefore(text, at);
    if (digits > 0 && (isBefore || (at > 0 && digits >= offsetDigits))) return true;
    isBefore = digits > 0;
    if (end < 0) return false;
  }
}

/** How far around such lines a text is read: what is further away was read before, as it stands. */
const reach = 512;

/**
 * The numbered lines of a text without their numbers, and of dumps the bytes alone: what a wrapped line, a source view
 * or a dump puts between the characters of a key. Undefined where no two lines that follow each other are numbered.
 */
export function withoutLineNumbers(text: string): string | undefined {
  if (!holdsNumberedLines(text)) return undefined;
  let into = '';
  let done = -1;
  for (const { 0: all, index, groups } of text.matchAll(starts)) {
    if (done < 0) into = text.slice(Math.max(0, index - reach), index);
    else if (index - done <= 2 * reach) into += text.slice(done, index);
    else into += text.slice(done, done + reach) + wall + text.slice(index - reach, index);
    into += groups?.bytes ?? '';
    done = index + all.length;
  }
  return into + text.slice(done, done + reach);
}
