import type { Reading } from './reading.js';

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** What lists of bytes in decimal say, as buffers look in JSON: `[115,107,95]`, `{"0":115,"1":107}`. */
export function readByteList(from: Reading, into: Reading): boolean {
  const { codes, starts, ends, length } = from;
  into.length = 0;
  let index = 0;
  while (index < length) {
    if (!isDigit(codes[index] ?? 0)) {
      index += 1;
      continue;
    }
    const first = index;
    let value = 0;
    for (; index < length && isDigit(codes[index] ?? 0); index += 1) {
      if (value < 256) value = value * 10 + (codes[index] ?? 0) - 0x30;
    }
    if (value <= 0x20 || value >= 0x7f) continue;
    // The digits of `v45`, `45th` and `0x45` are no bytes, nor is a member's name.
    const next = index < length ? (codes[index] ?? 0) : 0;
    const isName = next === 0x22 && index + 1 < length && codes[index + 1] === 0x3a;
    const isJoined = isLetter(next) || (first > 0 && isLetter(codes[first - 1] ?? 0));
    if (!isName && !isJoined) into.push(value, starts[first] ?? 0, ends[index - 1] ?? 0);
  }
  return into.length > 0;
}
