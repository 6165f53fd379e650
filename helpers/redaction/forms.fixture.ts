import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

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
const all =
  (write: (sign: string) => string, between = ''): Form =>
  (text) =>
    [...text].map(write).join(between);
const padding = (random: number): string => '{"": [('.slice(0, random % 7);

/** How a text may be written without changing what it says, or nearly so. */
export const forms: Record<string, Form> = {
  raw: (text) => text,
  'upper case': (text) => text.toUpperCase(),
  'lower case': (text) => text.toLowerCase(),
  'percent-encoded': some((sign) => `%${hex(sign)}`),
  'percent-encoded in capitals': some((sign) => `%${hex(sign).toUpperCase()}`),
  'percent-encoded twice': all((sign) => `%25${hex(sign)}`),
  'JSON escapes': some((sign) => `\\u00${hex(sign)}`),
  'a JSON string': (text) => JSON.stringify(text).replaceAll('/', '\\/'),
  'byte escapes': all((sign) => `\\x${hex(sign)}`),
  'decimal entities': some((sign) => `&#${sign.charCodeAt(0)};`),
  'hexadecimal entities': some((sign) => `&#x${hex(sign).toUpperCase()};`),
  'entities with leading zeros': all((sign) => `&#${'0'.repeat(20)}${sign.charCodeAt(0)};`),
  'code points with leading zeros': all((sign) => `\\u{${'0'.repeat(20)}${hex(sign)}}`),
  'named entities': (text) => text.replaceAll('_', '&lowbar;').replaceAll('-', '&hyphen;').replaceAll('.', '&period;'),
  base64: (text, random) => Buffer.from(`${padding(random)}${text}"}`).toString('base64'),
  base64url: (text, random) => Buffer.from(`${padding(random)}${text}?~`).toString('base64url'),
  'base64 in lines': (text, random) =>
    Buffer.from(`${padding(random)}${text}`)
      .toString('base64')
      .replace(/.{16}/g, '$&\r\n'),
  'zlib in base64': (text, random) => deflateSync(`${padding(random)}${text}`).toString('base64'),
  'deflate in base64': (text, random) =>
    deflateRawSync(`${padding(random)}{"session":{"key":"${text}"}}`).toString('base64'),
  'Brotli in base64': (text, random) => brotliCompressSync(`${padding(random)}${text}`).toString('base64'),
  'Brotli without its end, in base64': (text) =>
    brotliCompressSync(`{"key":"${text}","more":"qZ8vK2mX0rT5wB1nL7cJ4yH9dF3gS6pA"}`)
      .subarray(0, -16)
      .toString('base64'),
  'gzip in hexadecimal digits': (text) => gzipSync(`{"key":"${text}"}`).toString('hex'),
  'gzip in base64url': (text) => gzipSync(`{"key":"${text}"}`).toString('base64url'),
  'hexadecimal digits': (text, random) => padding(random).replace(/\W/g, 'z') + Buffer.from(text).toString('hex'),
  'separated hexadecimal digits': all((sign) => hex(sign).toUpperCase(), ':'),
  'members of an array': (text, random) => JSON.stringify(text.match(new RegExp(`.{1,${4 + (random % 9)}}`, 'gs'))),
  'split lines': (text) => text.replace(/.{9}/gs, '$&\r\n    '),
  'split by spaces': (text) => text.replace(/.{5}/gs, '$& '),
  'one by one': (text) => [...text].join('-'),
  'UTF-16': (text) => [...text].join('\0'),
};
