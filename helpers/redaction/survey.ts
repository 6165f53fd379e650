import { wall } from './reading.js';

/** Shorter runs of digits are words and numbers; a key that short is looked for by how it would be written. */
const shortestRun = 16;

/** A part of a text, from `start` to `end` (exclusive). */
export interface Run {
  start: number;
  end: number;
}

/** What a text has that may hide something: seen in one pass, so that ordinary texts are not given to every decoder. */
export interface Survey {
  /** Digits of base64 with nothing but line ends among them. */
  base64: Run[];
  /** Hexadecimal digits with anything but other letters among them. */
  hex: Run[];
  hasDecimals: boolean;
  hasEscapes: boolean;
  hasEquals: boolean;
  hasCompatible: boolean;
}

const digit64 = 1;
/** Letters that base64 has, and numbers and UUIDs have not. */
const likely64 = 2;
const within64 = 4;
const digit16 = 8;
const breaks16 = 16;
const decimal = 32;
const opener = 64;
const equals = 128;
const compatible = 256;

const classes = Uint16Array.from({ length: 0x100 }, (_, code) => {
  const sign = String.fromCharCode(code);
  const matching: [RegExp, number][] = [
    [/[A-Za-z0-9+/_-]/, digit64],
    [/[G-Zg-z_]/, likely64],
    [/[\r\n]/, within64],
    [/[0-9A-Fa-f]/, digit16],
    [new RegExp(`[g-zG-Z${wall}]`), breaks16],
    [/[0-9]/, decimal],
    [/[%\\&<x]/i, opener],
    [/=/, equals],
    [/[\xaa-\xff]/, compatible],
  ];
  return matching.reduce((all, [pattern, one]) => (pattern.test(sign) ? all | one : all), 0);
});

export function survey(text: string): Survey {
  const [base64, hex]: Run[][] = [[], []];
  let seen = 0;
  let start64 = 0;
  let count64 = 0;
  let seen64 = 0;
  let start16 = 0;
  let count16 = 0;
  for (let index = 0; index <= text.length; index += 1) {
    const code = text.charCodeAt(index);
    const its = index === text.length ? breaks16 : code < 0x100 ? (classes[code] ?? 0) : compatible;
    seen |= its;
    if ((its & digit64) !== 0) {
      count64 += 1;
      seen64 |= its;
    } else if ((its & within64) === 0) {
      if (count64 >= shortestRun && (seen64 & likely64) !== 0) base64?.push({ start: start64, end: index });
      start64 = index + 1;
      count64 = 0;
      seen64 = 0;
    }
    if ((its & digit16) !== 0) count16 += 1;
    else if ((its & breaks16) !== 0) {
      if (count16 >= shortestRun) hex?.push({ start: start16, end: index });
      start16 = index + 1;
      count16 = 0;
    }
  }
  const has = (one: number) => (seen & one) !== 0;
  return {
    base64: base64 ?? [],
    hex: hex ?? [],
    hasDecimals: has(decimal),
    hasEscapes: has(opener),
    hasEquals: has(equals),
    hasCompatible: has(compatible),
  };
}
