import { wordsOfKind } from './edges.js';

/** Fewer digits than this are the bytes of a number. */
const fewestDigits = 16;

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The three first parts of a GUID with their bytes turned, as Windows stores them. */
function littleEndian(digits: string): string {
  const turned = (part: string) => Buffer.from(part, 'hex').reverse().toString('hex');
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16)].map(turned).join('') + digits.slice(16);
}

/**
 * The bytes that a secret stands for, one character each, where it is a UUID or hexadecimal digits behind the words of
 * its kind; of a UUID also in the order of a GUID. Empty for any other secret.
 */
export function bytesOfHex(value: string): { readonly bytes: string; readonly isTurned: boolean }[] {
  const found = uuid.exec(value)?.[0];
  const digits = (found ?? value.replace(wordsOfKind, '')).replaceAll('-', '');
  if (digits.length < fewestDigits || digits.length % 2 === 1 || !/^[\da-f]+$/i.test(digits)) return [];
  const bytes = (hex: string) => Buffer.from(hex, 'hex').toString('latin1');
  return [
    { bytes: bytes(digits), isTurned: false },
    ...(found === undefined ? [] : [{ bytes: bytes(littleEndian(digits)), isTurned: true }]),
  ];
}
