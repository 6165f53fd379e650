import type fastCheck from 'fast-check';
import type { Arbitrary } from 'fast-check';

/** The library, a parameter of each generator: it is slow to load, and most runs generate nothing. */
export type FastCheck = typeof fastCheck;

const small = [...'abcdefghijklmnopqrstuvwxyz'];

/** A word of small letters; it shrinks towards `a`. */
export function word(fc: FastCheck, minLength = 1, maxLength = 12): Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...small), minLength, maxLength });
}

/** Characters of a list, so many of them. */
export function signs(fc: FastCheck, list: string, minLength: number, maxLength: number): Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...list), minLength, maxLength });
}

export function padded(value: number, length = 2): string {
  return String(value).padStart(length, '0');
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
