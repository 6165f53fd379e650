import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

/** A way of writing a text; the number chooses among variants of it. */
export type Form = (text: string, random: number) => string;

const hex = (sign: string): string => sign.charCodeAt(0).toString(16).padStart(2, '0');
/** Writes every third character or so in another way, or all of them. */
const some =
  (write: (sign: string) => string): Form =>
  (text, random) =>
    [...text].map((sign, at) => (random % 3 === 0 || (at * 7 + random) % 3 === 0 ? write(sign) : sign)).join('');
const all =
  (write: (sign: string) => string, between = ''): Form =>
  (text) =>
    [...text].map(write).join(between);
const padding = (random: number): string => '{"a": '.slice(0, random % 7);

/** A dump as `hexdump -C` or `xxd` prints it. */
const dump = (text: string, perGroup: number, [beforeText, afterText]: [string, string]): string =>
  (text.match(/.{1,16}/gs) ?? [])
    .map((line, at) => {
      const groups =
        [...line]
          .map(hex)
          .join('')
          .match(new RegExp(`.{1,${2 * perGroup}}`, 'g')) ?? [];
      return `${(at * 16).toString(16).padStart(8, '0')}${beforeText}${groups.join(' ').padEnd(48)} ${afterText}${line}${afterText}`;
    })
    .join('\n');
const lines = (text: string, size: number) => text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];

/** Bits of bytes as digits of base32 (RFC 4648, 6), by hand: Node has none. */
function base32(text: string, alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}
/** A letter as wide as an ideograph. */
export const fullWidth = (sign: string): string => String.fromCharCode(sign.charCodeAt(0) + 0xfee0);
const bold = (sign: string): string =>
  sign.replace(/[A-Z]/, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0x1d3bf));

/** How a text may be written without changing what it says, or nearly so. */
export const forms: Record<string, Form> = {
  raw: (text) => text,
  'upper case': (text) => text.toUpperCase(),
  'lower case': (text) => text.toLowerCase(),
  reversed: (text) => [...text].reverse().join(''),
  'percent-encoded': some((sign) => `%${hex(sign)}`),
  'percent-encoded in capitals': some((sign) => `%${hex(sign).toUpperCase()}`),
  'percent-encoded twice': all((sign) => `%25${hex(sign)}`),
  'JSON escapes': some((sign) => `\\u00${hex(sign)}`),
  'a JSON string': (text) => JSON.stringify(text).replaceAll('/', '\\/'),
  'byte escapes': all((sign) => `\\x${hex(sign)}`),
  'decimal entities': some((sign) => `&#${sign.charCodeAt(0)};`),
  'hexadecimal entities': some((sign) => `&#x${hex(sign).toUpperCase()};`),
  'named entities': (text) => text.replaceAll('_', '&lowbar;').replaceAll('-', '&hyphen;').replaceAll('.', '&period;'),
  'quoted-printable': (text) => all((sign) => `=${hex(sign).toUpperCase()}`)(text, 0).replace(/.{24}/g, '$&=\r\n'),
  base64: (text, random) => Buffer.from(`${padding(random)}${text}"}`).toString('base64'),
  base64url: (text, random) => Buffer.from(`${padding(random)}${text}?~`).toString('base64url'),
  'base64 in lines': (text, random) =>
    Buffer.from(`${padding(random)}${text}`)
      .toString('base64')
      .replace(/.{16}/g, '$&\r\n'),
  base32: (text, random) => `${base32(padding(random) + text)}===`,
  'base32 in lower case': (text, random) => base32(padding(random) + text).toLowerCase(),
  base32hex: (text, random) => `${base32(padding(random) + text, '0123456789ABCDEFGHIJKLMNOPQRSTUV')}===`,
  'zlib in base64': (text, random) => deflateSync(`${padding(random)}${text}`).toString('base64'),
  'deflate in base64': (text, random) =>
    deflateRawSync(`${padding(random)}{"session":{"key":"${text}"}}`).toString('base64'),
  'gzip in base64url': (text) => gzipSync(`{"key":"${text}"}`).toString('base64url'),
  'hexdump -C': (text) => dump(text, 1, ['  ', '|']),
  xxd: (text) => dump(text, 2, [': ', ' ']),
  'od -c': (text) =>
    lines(text, 16)
      .map((line, at) => `${(at * 16).toString(8).padStart(7, '0')} ${[...line].map((sign) => `  ${sign}`).join(' ')}`)
      .join('\n'),
  'lines with numbers': (text) =>
    lines(text, 9)
      .map((line, at) => `  ${at + 9} | ${line}`)
      .join('\n'),
  'a highlighted source': (text) =>
    lines(text, 3)
      .map((part) => `<span class="hljs-string">${part}</span>`)
      .join(''),
  rot13: (text) =>
    text.replace(/[a-z]/gi, (sign) =>
      String.fromCharCode((((sign.charCodeAt(0) & 31) + 12) % 26) + (sign < 'a' ? 65 : 97)),
    ),
  'full-width letters': some(fullWidth),
  'mathematical letters': some(bold),
  'octal bytes': all((sign) => sign.charCodeAt(0).toString(8), ' '),
  'octal escapes': all((sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`),
  'hexadecimal digits': (text, random) => padding(random).replace(/\W/g, 'z') + Buffer.from(text).toString('hex'),
  'separated hexadecimal digits': all((sign) => hex(sign).toUpperCase(), ':'),
  'bytes of source code': all((sign) => `0x${hex(sign)}`, ', '),
  'list of bytes': (text) => JSON.stringify([...Buffer.from(text)]),
  'members of an array': (text, random) => JSON.stringify(text.match(new RegExp(`.{1,${4 + (random % 9)}}`, 'gs'))),
  'split lines': (text) => text.replace(/.{9}/gs, '$&\r\n    '),
  'split by spaces': (text) => text.replace(/.{5}/gs, '$& '),
  'one by one': (text) => [...text].join('-'),
  'UTF-16': (text) => [...text].join('\0'),
  'marked up': (text) => text.replace(/.{6}/gs, '$&<wbr>'),
};
