import { type Reading, wall } from './reading.js';

/** Shorter runs are words and numbers; a key that short is looked for by how it would be written. */
const shortestRun = 16;

/** What a character is to a run where it is no digit. */
export const breaks = -1;
export const within = -2;

/** For each character the value it has as a digit, or one of the above. */
export type Digits = Int8Array;

export function digitsOf(alphabets: string[], others: number): Digits {
  const digits = new Int8Array(0x10000).fill(others);
  digits[wall] = breaks;
  for (const alphabet of alphabets) {
    for (const [value, digit] of [...alphabet].entries()) digits[digit.charCodeAt(0)] = value;
  }
  return digits;
}

/** Runs of digits, one after another: `ends[i]` is where the run `i` ends in the other two. */
export interface Runs {
  values: Uint8Array;
  /** Where in the reading the digits are. */
  places: Int32Array;
  ends: number[];
}

/** Used again from text to text: what is found is good until the next call. */
let values = new Uint8Array(1024);
let places = new Int32Array(1024);

/** All runs but those in which no digit is a letter past the given one: to base64, `f` leaves out UUIDs and other numbers. */
export function findRuns({ codes, length }: Reading, digits: Digits, pastLetter: '' | 'f'): Runs {
  if (places.length < length) {
    values = new Uint8Array(length * 2);
    places = new Int32Array(length * 2);
  }
  const ends: number[] = [];
  const past = pastLetter === '' ? 0 : pastLetter.charCodeAt(0);
  let count = 0;
  let runStart = 0;
  let highest = 0;
  for (let index = 0; index <= length; index += 1) {
    const code = index === length ? wall : (codes[index] ?? 0);
    const value = digits[code] ?? breaks;
    if (value >= 0) {
      values[count] = value;
      places[count] = index;
      count += 1;
      const lower = code | 0x20;
      if (lower > highest) highest = lower;
    } else if (value === breaks && count > runStart) {
      if (count - runStart < shortestRun || highest <= past) count = runStart;
      else ends.push(count);
      runStart = count;
      highest = 0;
    }
  }
  return { values, places, ends };
}
