import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from './redactor.js';

type Form = (text: string, random: number) => string;

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
const fullWidth = (sign: string): string => String.fromCharCode(sign.charCodeAt(0) + 0xfee0);
const bold = (sign: string): string =>
  sign.replace(/[A-Z]/, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0x1d3bf));

/** How a text may be written without changing what it says, or nearly so. */
const forms: Record<string, Form> = {
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

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const random = (signs: string, minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...signs), minLength, maxLength });

const keys = fc
  .oneof(
    random(alphabet, 24, 48).map((own) => `sk_sandbox_${own}`),
    random(alphabet, 8, 19),
    random(`${alphabet}-_`, 40, 64).filter((key) => /\w{8}/.test(key)),
    random('0123456789abcdef', 32, 64),
    fc.uuid(),
  )
  .filter((key) => new Set(key).size > 6);

const surroundings = fc.constantFrom<[string, string]>(
  ['', ''],
  ['{"echo":"', '","status":401}'],
  ['https://localhost/v1?key ', '&page=2'],
  ['Unknown key <b>', '</b>.'],
  ['line\\n', '\\n'],
  ['Bearer ', ', "\ud800\0'],
);

function redactorFor(key: string): ReturnType<typeof createRedactor> {
  const redactor = createRedactor();
  redactor.addSecret(key, '‹key›');
  return redactor;
}

/** The text must hold the key, redacting must take it out, and redacting again must change nothing. */
function expectRedacted(key: string, text: string, written: string): void {
  const redactor = redactorFor(key);
  expect(redactor.finds(text)).not.toEqual([]);
  const redacted = redactor.redact(text);
  expect(redacted).toContain('‹key›');
  expect(redacted).not.toContain(written);
  expect(redactor.finds(redacted)).toEqual([]);
  expect(redactor.redact(redacted)).toBe(redacted);
}

describe('a key is found', () => {
  it.each(Object.entries(forms))('%s', (_, form) => {
    fc.assert(
      fc.property(keys, surroundings, fc.nat(100), (key, [before, after], random) => {
        const written = form(key, random);
        expectRedacted(key, before + written + after, written);
      }),
      { seed: 1, numRuns: 10 },
    );
  });

  it.each(Object.entries(forms))('cut to a run of twenty: %s', (_, form) => {
    fc.assert(
      fc.property(
        keys.filter((key) => key.length > 20),
        surroundings,
        fc.nat(100),
        (key, [before, after], random) => {
          const start = random % (key.length - 20);
          const written = form(key.slice(start, start + 20 + (random % 2)), random);
          expectRedacted(key, before + written + after, written);
        },
      ),
      { seed: 2, numRuns: 10 },
    );
  });

  // Letters beyond ASCII are read where they stand and behind percent signs, not behind everything else.
  const inner = Object.entries(forms).flatMap(([name, form]) => (name.endsWith('letters') ? [] : [form]));
  it('in full-width letters, and then percent-encoded', () => {
    fc.assert(
      fc.property(keys, (key) => {
        const written = encodeURIComponent([...key].map(fullWidth).join(''));
        expectRedacted(key, `"${written}"`, written);
        expectRedacted(key, `"${decodeURIComponent(written)}"`, decodeURIComponent(written));
        const header = Buffer.from(decodeURIComponent(written)).toString('latin1');
        expectRedacted(key, header, header);
      }),
      { seed: 6, numRuns: 40 },
    );
  });

  const outer = [
    'percent-encoded',
    'a JSON string',
    'base64',
    'hexadecimal digits',
    'quoted-printable',
    'decimal entities',
  ];
  it.each(outer)('in any form, and then: %s', (name) => {
    const second = forms[name] ?? forms.raw;
    fc.assert(
      fc.property(keys, fc.constantFrom(...inner), fc.nat(100), (key, first, random) => {
        const written = second?.(first(key, random), random) ?? '';
        expectRedacted(key, `"${written}"`, written);
      }),
      { seed: 3, numRuns: 40 },
    );
  });
});

describe('any text', () => {
  it('is left as it is where it holds no key', () => {
    fc.assert(
      fc.property(keys, fc.string({ unit: 'binary', maxLength: 300 }), fc.json(), (key, text, json) => {
        const redactor = redactorFor(key);
        expect(redactor.redact(text)).toBe(text);
        expect(redactor.redact(json)).toBe(json);
        expect(redactor.redact(JSON.stringify(json))).toBe(JSON.stringify(json));
      }),
      { seed: 4, numRuns: 100 },
    );
  });

  it('is read without an error, however broken its escapes are', () => {
    const pieces = fc.constantFrom(
      '%',
      '\\',
      '\\u',
      '\\u{',
      '\\x',
      '&',
      '&#',
      '&#x',
      ';',
      '=',
      '0x',
      '<',
      '>',
      '\x1b[',
      '7',
      's',
      '\ud800',
      '\uffff',
      '\0',
      '\n',
    );
    fc.assert(
      fc.property(keys, fc.array(pieces, { maxLength: 200 }), (key, text) => {
        const redactor = redactorFor(key);
        expect(redactor.redact(text.join(''))).toBe(text.join(''));
      }),
      { seed: 5, numRuns: 100 },
    );
  });
});
