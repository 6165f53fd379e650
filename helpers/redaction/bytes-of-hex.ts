/** Fewer digits than this are the bytes of a number. */
const fewestDigits = 16;

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
/** What a key of a kind begins with: `sk_sandbox_`. */
const words = /^(?:[A-Za-z]{1,12}\d{0,2}[_\-.:])+/;

/** The three first parts of a GUID with their bytes turned, as Windows stores them. */
function littleEndian(digits: string): string {
  const turned = (part: string) =>
    part
      .replace(/../g, (byte) => `${byte} `)
      .trim()
      .split(' ')
      .reverse()
      .join('');
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16)].map(turned).join('') + digits.slice(16);
}

/**
 * The bytes that a secret stands for, one character each, where it is a UUID or hexadecimal digits behind the words of
 * its kind; of a UUID also in the order of a GUID. Empty for any other secret.
 */
export function bytesOfHex(value: string): { readonly bytes: string; readonly isTurned: boolean }[] {
  const found = uuid.exec(value)?.[0];
  const digits = (found ?? value.replace(words, '')).replaceAll('-', '');
  if (digits.length < fewestDigits || digits.length % 2 === 1 || !/^[\da-f]+$/i.test(digits)) return [];
  const bytes = (hex: string) => Buffer.from(hex, 'hex').toString('latin1');
  return [
    { bytes: bytes(digits), isTurned: false },
    ...(found === undefined ? [] : [{ bytes: bytes(littleEndian(digits)), isTurned: true }]),
  ];
}
