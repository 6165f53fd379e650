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

/** Bits of bytes as digits of base32 (RFC 4648, 6), by hand: Node has none. */
function base32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
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
