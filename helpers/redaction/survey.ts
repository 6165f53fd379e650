import { type Reading, wall } from './reading.js';

/** Shorter runs of digits are words and numbers; a key that short is looked for by how it would be written. */
const shortestRun = 16;

/** A part of a text, from `start` to `end` (exclusive). */
export interface Run {
  start: number;
  end: number;
}

const classOf = (pattern: RegExp) =>
  Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0));

/** Digits of base64, and the line ends that may stand among them. */
const base64 = classOf(/[A-Za-z0-9+/_\-\r\n]/);
const base64Digits = classOf(/[A-Za-z0-9+/_-]/);
/** Hexadecimal digits, and what may stand among them: anything but another letter. */
const hex = classOf(new RegExp(`[^g-zG-Z${wall}]`));
const hexDigits = classOf(/[0-9A-Fa-f]/);
/** Letters that base64 has, and numbers and UUIDs have not. */
const likelyBase64 = /[G-Zg-z_]/;

/** Runs of at least sixteen digits. One character in sixteen is looked at, and what is around those that may be in a run. */
function runsIn(codes: Uint16Array, members: Uint8Array, beyondAscii: 0 | 1, digits: Uint8Array): Run[] {
  const runs: Run[] = [];
  const isMember = (index: number) => {
    const code = codes[index] ?? 0;
    return (code < 128 ? members[code] : beyondAscii) === 1;
  };
  for (let probe = shortestRun - 1; probe < codes.length; probe += shortestRun) {
    if (!isMember(probe)) continue;
    let start = probe;
    while (start > 0 && probe - start < shortestRun && isMember(start - 1)) start -= 1;
    let end = probe + 1;
    while (end < codes.length && isMember(end)) end += 1;
    let count = 0;
    for (let index = start; index < end && count < shortestRun; index += 1) {
      const code = codes[index] ?? 0;
      if (code < 128) count += digits[code] ?? 0;
    }
    if (count === shortestRun) runs.push({ start, end });
    while (probe + shortestRun < end) probe += shortestRun;
  }
  return runs;
}

/** Runs that base64 may have been made of. */
export function base64Runs(reading: Reading): Run[] {
  const { text } = reading;
  const runs = runsIn(reading.codes(), base64, 0, base64Digits);
  return runs.filter(({ start, end }) => likelyBase64.test(text.slice(start, end)));
}

/** Runs that may be bytes in hexadecimal. */
export function hexRuns(reading: Reading): Run[] {
  return runsIn(reading.codes(), hex, 1, hexDigits);
}

/** Whether a text can hold an escape. */
export function mayHoldEscapes(text: string): boolean {
  return ['%', '\\', '&', '<', '0x', '0X', '\x1b'].some((opener) => text.includes(opener));
}
