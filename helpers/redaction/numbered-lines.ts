/** Two hexadecimal digits, one or several bytes, and what separates them from the next. */
const bytes = '(?:(?:[\\da-f]{2}){1,4}(?: {1,2}|(?=\\r?$))){1,16}';
/** `00000010  6e 32 …  |n2…|` of hexdump -C, `00000010: 6e32 …  n2…` of xxd. */
const dump = `[ \\t]*[\\da-f]{6,16}:?[ \\t]{1,2}(?<bytes>${bytes}).*`;
/** `12 | text`, `12: text`, `0000020   n   2` of od -c. */
const number = '[ \\t]*(?:\\d{1,6}|[\\da-f]{6,16})(?:[ \\t]*[:|.)\\]>\\u2502][ \\t]?|[ \\t]+)';
const starts = new RegExp(`^(?:${dump}|${number})`, 'gim');
const mayStart = new RegExp(`\\n(?:${number})`, 'i');

/**
 * A text without the numbers before its lines, and of dumps the bytes alone: what a wrapped line, a source view or a
 * dump puts between the characters of a key. Undefined where no line but the first begins with a number.
 */
export function withoutLineNumbers(text: string): string | undefined {
  if (!mayStart.test(text)) return undefined;
  return text.replace(starts, (...found) => (found.at(-1) as { bytes?: string }).bytes ?? '');
}
