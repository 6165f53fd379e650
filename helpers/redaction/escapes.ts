import { decoded } from './decoded.js';
import { withoutWalls } from './spelling.js';

/** HTML's names for the signs of ASCII; letters and digits have none. */
const entities: ReadonlyMap<string, string> = new Map(
  [
    '! excl\n" quot QUOT\n# num\n$ dollar\n% percnt\n& amp AMP\n\' apos\n( lpar\n) rpar\n* ast midast\n+ plus\n, comma',
    '- hyphen dash\n. period\n/ sol\n: colon\n; semi\n< lt LT\n= equals\n> gt GT\n? quest\n@ commat\n[ lsqb lbrack',
    '\\ bsol\n] rsqb rbrack\n^ Hat\n_ lowbar UnderBar\n` grave DiacriticalGrave\n{ lcub lbrace\n~ tilde\n} rcub rbrace',
    '| verbar vert VerticalLine',
  ].flatMap((lines) => {
    const entries = lines.split('\n').map((line) => line.split(' '));
    return entries.flatMap(([sign = '', ...names]) => names.map((name) => [name, sign] as const));
  }),
);

const hex = '[\\da-fA-F]';

const escapes = new RegExp(
  [
    `%(?:u${hex}{4}|${hex}{2})`,
    // A run of backslashes is taken as a whole: each pair stands for one, and the last one escapes what follows.
    `\\\\+(?:u\\{${hex}{1,6}\\}|U0000${hex}{4}|[uU]${hex}{4}|[xX]${hex}{2}|[0-3][0-7]{2}|[^%&<\\x1b])?`,
    `&(?:#[xX]${hex}{1,8};?|#\\d{1,8};?|[A-Za-z]{2,31};)`,
    // A byte of source code, with what separates it from the next one.
    `0[xX]${hex}{2}(?!${hex})(?:[, ]{0,4}(?=0[xX]))?`,
    // Tags without attributes, since an attribute may be where a key stands, or with those of a highlighted source; the
    // colours of a terminal.
    '</?[A-Za-z][A-Za-z\\d /]{0,9}>',
    '<(?:span|mark|font|code|em|b|i)(?: (?:class|style|id)=\\\\?["\'][\\w \\-:;#.,()]{0,120}\\\\?["\']){1,3} ?>',
    '\\x1b\\[[^@-~]{0,17}[@-~]',
  ].join('|'),
  'g',
);

/** Line ends, ends of strings and of members: what may tear an escape when an encoded text is split. */
const tear = '(?:[\\s"\',+\\-\\u200b]|\\\\{1,15}")';
/** One of these characters, after whatever tore it off. */
const torn = (characters: string) => `(?:${tear}{0,40}${characters})`;
/** Escapes, torn or not. None is longer than it has to be: the separators behind it may be those of a list of bytes. */
const maybeTorn = new RegExp(
  [
    `%(?:${torn('u')}${torn(hex)}{4}|${torn(hex)}{2})`,
    `\\\\[uU](?:${torn('\\{')}${torn(hex)}{1,6}${torn('\\}')}|${torn(hex)}{4})`,
    `\\\\(?:[xX]${torn(hex)}{2}|[0-3]${torn('[0-7]')}{2})`,
    `&${torn('#')}(?:${torn('[xX]')}${torn(hex)}{1,6}|${torn('\\d')}{1,7})${torn(';')}`,
    // Without a semicolon only what is a sign of ASCII.
    `&${torn('#')}(?:${torn('[xX]')}${torn('0')}{0,5}${torn('[2-7]')}${torn(hex)}|${torn('0')}{0,5}${torn('1')}?${torn('\\d')}{2})`,
    `&${torn('[A-Za-z]')}{2,10}${torn(';')}`,
  ].join('|'),
  'g',
);
const tears = new RegExp(tear, 'g');

/** `=73`, and the line break that means none. */
const quotedPrintable = new RegExp(`=(?:\\r?\\n|[2-7]${hex})`, 'g');

/** A character by its number. NUL shows nothing: it is taken away, so that what it stands in the middle of is seen. */
function character(code: number): string {
  if (code === 0) return '';
  return code <= 0x10ffff ? withoutWalls(String.fromCodePoint(code)) : '\ufffd';
}

function backslash(all: string): string | undefined {
  const rest = all.slice(all.lastIndexOf('\\') + 1);
  const run = all.length - rest.length;
  // Quotes in JSON: to a search they mean nothing escaped or not, and large files are full of them.
  if (rest === '"' && run === 1) return undefined;
  const pairs = '\\'.repeat(run >> 1);
  if (run % 2 === 0) return pairs + rest;
  if (/^[uUxX]./.test(rest)) return pairs + character(Number.parseInt(rest.replace(/[^\da-fA-F]/g, ''), 16));
  if (rest.length === 3) return pairs + character(Number.parseInt(rest, 8));
  if (rest === '0') return pairs;
  if (rest === 'n') return `${pairs}\n`;
  if (/^[rtbfvae]$/.test(rest)) return `${pairs} `;
  if (rest !== '' && !/[0-9A-Za-z]/.test(rest)) return pairs + rest;
  return run === 1 ? undefined : `${pairs}\\${rest}`;
}

function entity(all: string): string | undefined {
  // A name that is not listed is a character outside ASCII, or one that does not show (`&zwnj;`).
  if (all[1] !== '#') return entities.get(all.slice(1, -1)) ?? '';
  const isHex = /[xX]/.test(all[2] ?? '');
  const code = Number.parseInt(all.slice(isHex ? 3 : 2), isHex ? 16 : 10);
  // Without a semicolon browsers read on, but what is no sign then is more likely the first digits of a torn one.
  return all.endsWith(';') || (code >= 0x20 && code < 0x7f) ? character(code) : undefined;
}

/** What an escape stands for; undefined for what only looks like one. */
function meaning(all: string): string | undefined {
  switch (all[0]) {
    case '%':
      return character(Number.parseInt(all.slice(all[1] === 'u' ? 2 : 1), 16));
    case '0':
      return character(Number.parseInt(all.slice(2, 4), 16));
    case '&':
      return entity(all);
    case '\\':
      return backslash(all);
    default:
      return '';
  }
}

/** Lines of quoted-printable have at most 76 characters (RFC 2045, 6.7): the next escape is less than two lines away. */
const reachOverLines = 160;

/** Whether a text can hold an escape. */
export function mayHoldEscapes(text: string): boolean {
  return ['%', '\\', '&', '<', '0x', '0X', '\x1b'].some((opener) => text.includes(opener));
}

/** Decodes every escape once, and keeps what is near them; undefined if there is none. */
export function decodeEscapes(text: string): string | undefined {
  return decoded(text, escapes, meaning);
}

/** Decodes escapes that were cut in two when an encoded text was split; undefined if none was. */
export function decodeTornEscapes(text: string): string | undefined {
  const mended = text.replace(maybeTorn, (all) => all.replace(tears, ''));
  return mended.length < text.length ? decodeEscapes(mended) : undefined;
}

/**
 * Decodes quoted-printable. A reading of its own, since an equals sign before two hexadecimal digits is far more often
 * none of it (`key=ab…`), and would take the first characters of a key away.
 */
export function decodeQuotedPrintable(text: string): string | undefined {
  const meaningOf = (all: string) => {
    const code = Number.parseInt(all.slice(1), 16);
    if (Number.isNaN(code)) return '';
    return code < 0x7f ? character(code) : undefined;
  };
  return decoded(text, quotedPrintable, meaningOf, reachOverLines);
}

/** Where Unicode has characters that are compatible (NFKC) with a single letter, digit or sign of ASCII. */
const compatible =
  '[\\u00aa-\\u00ba\\u017f\\u02b0-\\u02b8\\u02e1-\\u02e3\\u037e\\u1d2c-\\u1d65\\u1d9c-\\u1dbb\\u1fef\\u2024\\u2070-\\u209c' +
  '\\u2102-\\u217f\\u2460-\\u2468\\u24b6-\\u24ea\\u2c7c\\u2c7d\\ua7f1-\\ua7f4\\ufb29\\ufe10-\\ufe6b\\uff01-\\uff5e' +
  '\\u{107a5}\\u{1ccd6}-\\u{1ccf9}\\u{1d400}-\\u{1d6a3}\\u{1d7ce}-\\u{1d7ff}\\u{1f12b}-\\u{1f149}\\u{1fbf0}-\\u{1fbf9}]';
/** Bytes of UTF-8 that were taken for characters each, as in headers and behind percent signs. */
const asBytes = '[\\xe0-\\xef][\\x80-\\xbf]{2}|[\\xf0-\\xf4][\\x80-\\xbf]{3}';
/** A cheap question first: the dashes, quotes and dots of ordinary texts are none of these. */
const mayBeCompatible = /[^\0-\xa9\u2010-\u2023\u2025-\u203a]/;
const compatibleForms = new RegExp(`${asBytes}|${compatible}`, 'gu');

/** Full-width, mathematical, circled and raised letters and digits as the plain ones; undefined if there are none. */
export function decodeCompatible(text: string): string | undefined {
  if (Buffer.byteLength(text) === text.length || !mayBeCompatible.test(text)) return undefined;
  const meaningOf = (written: string) => {
    const isBytes = written.length > 2;
    const plain = (isBytes ? Buffer.from(written, 'latin1').toString('utf8') : written).normalize('NFKC');
    return plain.length === 1 && plain > ' ' && plain < '\x7f' ? plain : written;
  };
  // Most of a text is ASCII, which is passed over several times as fast by itself.
  const meaningOfAll = (written: string) => {
    const plain = written.replace(compatibleForms, meaningOf);
    return plain === written ? undefined : plain;
  };
  return decoded(text, /[^\0-\x7f]+/g, meaningOfAll);
}
