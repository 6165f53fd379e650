import { type Escape, hexDigit, hexEscape, hexNumber, makeEscape, nothing } from './escape.js';
import { entityAt, plainTagAt } from './html-escapes.js';

/** The characters with which an escape may begin: a cheap question before `escapeAt`. */
export const escapeOpeners = Uint8Array.from({ length: 128 }, (_, code) =>
  '%\\&0<\x1b'.includes(String.fromCharCode(code)) ? 1 : 0,
);

/**
 * The escape that begins at `at`, or 0: percent (`%73`, `%u0073`), backslash (`\u0073`, `\u{73}`, `\x73`, `\163`, `\n`,
 * `\/`), HTML (`&#115;`, `&#x73;`, `&lowbar;`, `<wbr>`), a byte as source code has it (`0x73`), a terminal's colours.
 */
export function escapeAt(codes: Uint16Array, at: number, end: number): Escape {
  switch (codes[at]) {
    case 0x25:
      return percent(codes, at, end);
    case 0x5c:
      return backslash(codes, at, end);
    case 0x26:
      return entityAt(codes, at, end);
    case 0x30:
      return sourceByte(codes, at, end);
    case 0x3c:
      return plainTagAt(codes, at, end);
    case 0x1b:
      return colour(codes, at, end);
    default:
      return 0;
  }
}

function percent(codes: Uint16Array, at: number, end: number): Escape {
  const isUnicode = at + 1 < end && codes[at + 1] === 0x75;
  return isUnicode ? hexEscape(codes, at, end, 2, 4) : hexEscape(codes, at, end, 1, 2);
}

const controls = new Set([...'nrtbfvae'].map((letter) => letter.charCodeAt(0)));

function backslash(codes: Uint16Array, at: number, end: number): Escape {
  if (at + 1 >= end) return 0;
  const next = codes[at + 1] ?? 0;
  // Upper-cased texts have `\U0073`; so does Python, with eight digits.
  if (next === 0x75 || next === 0x55) {
    if (codes[at + 2] === 0x7b) return braced(codes, at, end);
    const isLong = next === 0x55 && hexNumber(codes, at + 2, end, 4) === 0;
    return (isLong && hexEscape(codes, at, end, 2, 8)) || hexEscape(codes, at, end, 2, 4);
  }
  if (next === 0x78 || next === 0x58) return hexEscape(codes, at, end, 2, 2);
  if (next >= 0x30 && next <= 0x37) return octal(codes, at, end);
  if (controls.has(next)) return makeEscape(next === 0x6e ? 0x0a : 0x20, 2);
  // A sign that opens another escape is left to it: `\&#117;0073` takes two readings.
  const isNone = (next < 128 && /[0-9A-Za-z%&<]/.test(String.fromCharCode(next))) || next === 0x1b;
  return isNone ? 0 : makeEscape(next, 2);
}

/** `\u{73}` */
function braced(codes: Uint16Array, at: number, end: number): Escape {
  for (let count = 1; count <= 6; count += 1) {
    if (at + 3 + count < end && codes[at + 3 + count] === 0x7d) {
      const value = hexNumber(codes, at + 3, end, count);
      return value < 0 ? 0 : makeEscape(value, count + 4);
    }
  }
  return 0;
}

function octal(codes: Uint16Array, at: number, end: number): Escape {
  let value = 0;
  let length = 1;
  while (length <= 3 && at + length < end) {
    const digit = (codes[at + length] ?? 0) - 0x30;
    if (digit < 0 || digit > 7 || value * 8 + digit > 255) break;
    value = value * 8 + digit;
    length += 1;
  }
  // Fewer than three digits mean a byte only where it is NUL: `\1` in a text is a group of a pattern.
  return length === 4 ? makeEscape(value, 4) : codes[at + 1] === 0x30 ? makeEscape(nothing, 2) : 0;
}

/** `0x73, ` of a list; where more digits follow it is no byte but a number, and read with the hexadecimal. */
function sourceByte(codes: Uint16Array, at: number, end: number): Escape {
  if (at + 3 >= end || (codes[at + 1] !== 0x78 && codes[at + 1] !== 0x58)) return 0;
  if (at + 4 < end && hexDigit(codes[at + 4]) >= 0) return 0;
  const value = hexNumber(codes, at + 2, end, 2);
  let length = 4;
  while (at + length < end && length < 8 && (codes[at + length] === 0x2c || codes[at + length] === 0x20)) length += 1;
  // Only what is between two bytes belongs to the list.
  const isFollowed = at + length + 1 < end && codes[at + length] === 0x30 && codes[at + length + 1] === codes[at + 1];
  return value < 0 ? 0 : makeEscape(value, isFollowed ? length : 4);
}

/** ESC [ 31 m */
function colour(codes: Uint16Array, at: number, end: number): Escape {
  if (codes[at + 1] !== 0x5b) return 0;
  for (let index = at + 2; index < end && index < at + 20; index += 1) {
    const code = codes[index] ?? 0;
    if (code >= 0x40 && code <= 0x7e) return makeEscape(nothing, index - at + 1);
  }
  return 0;
}

export const quotedOpeners = Uint8Array.from({ length: 128 }, (_, code) => (code === 0x3d ? 1 : 0));

/** Quoted-printable: `=73`, and the line break that means none. What is no sign of ASCII is left as it is. */
export function quotedAt(codes: Uint16Array, at: number, end: number): Escape {
  if (codes[at] !== 0x3d) return 0;
  if (at + 1 < end && codes[at + 1] === 0x0a) return makeEscape(nothing, 2);
  if (at + 2 < end && codes[at + 1] === 0x0d && codes[at + 2] === 0x0a) return makeEscape(nothing, 3);
  const value = hexNumber(codes, at + 1, end, 2);
  return value >= 0x20 && value < 0x7f ? makeEscape(value, 3) : 0;
}
