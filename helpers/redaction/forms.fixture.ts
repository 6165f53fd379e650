/** A way of writing a text; the number chooses among variants of it. */
export type Form = (text: string, random: number) => string;

const hex = (sign: string): string => sign.charCodeAt(0).toString(16).padStart(2, '0');
/** Writes every third character or so in another way, or all of them. */
const some =
  (write: (sign: string) => string): Form =>
  (text, random) =>
    [...text]
      // A backslash that stays as it is would begin an escape of its own.
      .map((sign, at) => (random % 3 === 0 || (at * 7 + random) % 3 === 0 || sign === '\\' ? write(sign) : sign))
      .join('');
const padding = (random: number): string => '{"": [('.slice(0, random % 7);

/** The forms in which docs/limits.md promises that a key is found. */
export const forms: Record<string, Form> = {
  raw: (text) => text,
  'upper case': (text) => text.toUpperCase(),
  'lower case': (text) => text.toLowerCase(),
  'percent-encoded': some((sign) => `%${hex(sign)}`),
  'percent-encoded in capitals': some((sign) => `%${hex(sign).toUpperCase()}`),
  'JSON escapes': some((sign) => `\\u00${hex(sign)}`),
  'a JSON string': (text) => JSON.stringify(text).replaceAll('/', '\\/'),
  'decimal entities': some((sign) => `&#${sign.charCodeAt(0)};`),
  'hexadecimal entities': some((sign) => `&#x${hex(sign).toUpperCase()};`),
  base64: (text, random) => Buffer.from(`${padding(random)}${text}"}`).toString('base64'),
  base64url: (text, random) => Buffer.from(`${padding(random)}${text}?~`).toString('base64url'),
  // What a target makes of the header `Authorization: Basic …`.
  'base64 in capitals': (text, random) =>
    Buffer.from(`${padding(random)}${text}"}`)
      .toString('base64')
      .toUpperCase(),
  'hexadecimal digits': (text, random) => padding(random).replace(/\W/g, 'z') + Buffer.from(text).toString('hex'),
  'hexadecimal digits in capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
};
