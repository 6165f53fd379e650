/**
 * What an escape says, and how many characters it takes, in one number, since this is asked for nearly every character
 * of a text: 0 is no escape.
 */
export type Escape = number;

/** What an escape that shows nothing says: it is taken away, so that what it stands in the middle of is seen. */
export const nothing = 0;
/** What stands for everything that is no single UTF-16 code unit; never the wall of a reading. */
const replacement = 0xfffd;

export const makeEscape = (code: number, length: number): Escape => length * 0x10000 + Math.min(code, replacement);
export const lengthOf = (found: Escape): number => Math.floor(found / 0x10000);
export const codeOf = (found: Escape): number => found % 0x10000;

const hexValues = new Int8Array(128).fill(-1);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  hexValues[digit.charCodeAt(0)] = value;
  hexValues[digit.toUpperCase().charCodeAt(0)] = value;
}

/** The value of a hexadecimal digit given by its character code, or -1. */
export function hexDigit(code: number | undefined): number {
  return code === undefined || code > 127 ? -1 : (hexValues[code] ?? -1);
}

/** The number in `count` hexadecimal digits, or -1. */
export function hexNumber(codes: Uint16Array, at: number, end: number, count: number): number {
  if (at + count > end) return -1;
  let value = 0;
  for (let index = at; index < at + count; index += 1) {
    const digit = hexDigit(codes[index]);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

/** An escape of `lead` characters and so many hexadecimal digits. */
export function hexEscape(codes: Uint16Array, at: number, end: number, lead: number, count: number): number {
  const value = hexNumber(codes, at + lead, end, count);
  return value < 0 ? 0 : makeEscape(value, lead + count);
}
