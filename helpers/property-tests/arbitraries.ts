import fc from 'fast-check';

const small = [...'abcdefghijklmnopqrstuvwxyz'];

/** A word of small letters; it shrinks towards `a`. */
export function word(minLength = 1, maxLength = 12): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...small), minLength, maxLength });
}

/** Signs of a list, so many of them. */
export function signs(list: string, minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...list), minLength, maxLength });
}

/** A number with so many digits at least. */
export function padded(value: number, length = 2): string {
  return String(value).padStart(length, '0');
}

/** The digits of a text. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
