import { entityNames } from './entity-names.js';
import { type Escape, hexDigit, makeEscape, nothing } from './escape.js';

/** Longer names exist in HTML, but not for anything in ASCII. */
const longestName = 31;
const longestTag = 12;

/** `&#115;`, `&#x73;`, `&lowbar;` */
export function entityAt(codes: Uint16Array, at: number, end: number): Escape {
  if (at + 2 >= end) return 0;
  if (codes[at + 1] !== 0x23) return namedEntity(codes, at, end);
  const isHex = codes[at + 2] === 0x78 || codes[at + 2] === 0x58;
  const base = isHex ? 16 : 10;
  const first = at + (isHex ? 3 : 2);
  let value = 0;
  let index = first;
  for (; index < end && index < first + 8; index += 1) {
    const digit = hexDigit(codes[index]);
    if (digit < 0 || digit >= base) break;
    value = value * base + digit;
  }
  if (index === first) return 0;
  const hasSemicolon = index < end && codes[index] === 0x3b;
  // Without a semicolon browsers read on, but what is no sign then is more likely the first digits of a torn one.
  const isSign = value >= 0x20 && value < 0x7f;
  return hasSemicolon || isSign ? makeEscape(value, index - at + (hasSemicolon ? 1 : 0)) : 0;
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

function namedEntity(codes: Uint16Array, at: number, end: number): Escape {
  let name = '';
  for (let index = at + 1; index < end && name.length <= longestName; index += 1) {
    const code = codes[index] ?? 0;
    if (code === 0x3b) return name.length < 2 ? 0 : makeEscape(entityNames.get(name) ?? nothing, index - at + 1);
    if (!isLetter(code)) return 0;
    name += String.fromCharCode(code);
  }
  return 0;
}

/** `<wbr>`, `</b>`, `<br/>`: tags without attributes, since an attribute may be where a key stands. */
export function plainTagAt(codes: Uint16Array, at: number, end: number): Escape {
  let index = at + 1;
  if (codes[index] === 0x2f) index += 1;
  if (!isLetter(codes[index] ?? 0)) return 0;
  for (; index < end && index < at + longestTag; index += 1) {
    const code = codes[index] ?? 0;
    if (code === 0x3e) return makeEscape(nothing, index - at + 1);
    const isInside = isLetter(code) || (code >= 0x30 && code <= 0x39) || code === 0x20 || code === 0x2f;
    if (!isInside) return 0;
  }
  return 0;
}
