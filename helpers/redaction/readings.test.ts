import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readings, type Unpacked } from './readings.js';

/** What a text says, read in every way, but for the text itself. */
const said = (text: string, known: Unpacked = new Map()) => [...readings([text], known)].slice(1).map(({ all }) => all);

test.each([
  ['%41%62', 'Ab'],
  ['%u0041%U0062', 'Ab'],
  ['\\u0041\\u{62}\\x63', 'Abc'],
  ['\\u{110000}', ' '],
  ['\\u{10ffff}', '\u{10ffff}'],
  ['\\n\\b\\f\\r\\t\\v\\0', '       '],
  ['\\"\\a\\nx', '"a x'],
  ['\\\\u0041', '\\u0041'],
  ['\\\\\\u0041', '\\A'],
  ['\\u004', 'u004'],
  ['&#65;&#x62;&#X63', 'Abc'],
  ['&#0000065;&#x0062', 'Ab'],
  ['&amp;&lowbar;&copy;', '&_ '],
  ['50% \\u00e9', '50% é'],
])('the escapes of %s are read as %j', (text, once) => {
  expect(said(text)[0]).toBe(once);
});

test.each(['a plain text', '%', '%zz', '&', '&amp', '& amp;', 'Ab', 'QWJj', '6e2f4c1a-8d3b-4f5e-9a7c-1b2d3e4f5a6b'])(
  '%s says nothing else',
  (text) => {
    expect(said(text)).toEqual([]);
  },
);

test('encodings that lie over one another are read to the third, and texts side by side together', () => {
  const escaped = (text: string) => text.replaceAll('%', '%25');
  const layers = [escaped(escaped(escaped('%41'))), escaped(escaped('%41')), escaped('%41'), '%41'];
  expect(said(layers[0] ?? '')).toEqual(layers.slice(1));
  expect([...readings(['%41', 'b', '&#99;'], new Map())].map(({ texts }) => texts)).toEqual([
    ['%41', 'b', '&#99;'],
    ['A', 'b', 'c'],
  ]);
});

const sentence = 'The key of the tenant: q7TfW2nY.';
/** Whether a text, decoded, says the sentence, wherever it stands there. */
const tells = (text: string) => said(text).some((one) => one?.includes(sentence));

test.each([0, 1, 2, 3])('base64 and hexadecimal digits are read wherever they begin (%i before)', (before) => {
  const bytes = Buffer.from(sentence);
  for (const text of [bytes.toString('base64'), bytes.toString('base64url')]) {
    expect(tells(`"${'x'.repeat(before)}${text}"`)).toBe(true);
    expect(tells(`${'.'.repeat(before)}${text}`)).toBe(true);
  }
  expect(tells(`${'z'.repeat(before)}${bytes.toString('hex')}`)).toBe(true);
  expect(tells(`${'a'.repeat(before)}${bytes.toString('hex').toUpperCase()}`)).toBe(true);
});

test('each of several runs is read, however short the rest between them', () => {
  const runs = ['the first secret', 'and the second, much longer than the first'];
  const text = runs.map((run) => Buffer.from(run).toString('base64').replace(/=+$/, '')).join('.');
  expect(said(text).join('\n')).toContain(runs[0]);
  expect(said(text).join('\n')).toContain(runs[1]);
});

test.each([
  [16, 'QWxsIGRpZ2l0cyAx'],
  [15, undefined],
])('a run of %i digits of base64 holds something, or too little', (length, found) => {
  const run = Buffer.from('All digits 1').toString('base64').slice(0, length);
  expect(said(`.${run}.`).length > 0).toBe(found !== undefined);
});

test.each([
  [24, true],
  [23, false],
])('a run of %i hexadecimal digits holds something, or too little', (length, isRead) => {
  expect(said('61'.repeat(12).slice(0, length)).length > 0).toBe(isRead);
});

const packed = {
  gzip: gzipSync(sentence),
  zlib: deflateSync(sentence),
  'zlib at its fastest': deflateSync(sentence, { level: 1 }),
  'zlib at its best': deflateSync(sentence, { level: 9 }),
  deflate: deflateRawSync(sentence),
  Brotli: brotliCompressSync(sentence),
};
test.each(Object.entries(packed))(
  '%s is unpacked out of base64, hexadecimal digits and their halves',
  (name, bytes) => {
    const [base64, hex] = [bytes.toString('base64url'), bytes.toString('hex')];
    expect(tells(`.${base64}`)).toBe(true);
    expect(tells(`.${hex}`)).toBe(true);
    expect(tells(`a${hex}`)).toBe(true);
    // Where its first bytes tell what it is, other digits may stand before it.
    if (/gzip|zlib/.test(name)) expect(tells(`Zz_${base64}`)).toBe(true);
    expect(tells(`.${bytes.subarray(0, -1).toString('base64url')}`)).toBe(true);
  },
);

test('gzip is unpacked out of the bytes of a text, wherever they begin', () => {
  expect(tells(`before ${packed.gzip.toString('latin1')}`)).toBe(true);
});

test('a run that returns is unpacked once', () => {
  const known: Unpacked = new Map();
  const [short, long] = ['ab', 'abc'.repeat(200)].map((text) => Buffer.from(`${sentence}${text}`).toString('base64'));
  said(`${short} ${long}`, known);
  const run = short?.replace(/=+$/, '') ?? '';
  expect([...known.keys()]).toEqual([run]);
  known.set(run, 'remembered');
  expect(said(`${short}`, known)).toEqual(['remembered']);
});

test('of one text a quarter of a megabyte is unpacked of each piece, a megabyte and 64 pieces of all', () => {
  const filled = (size: number, sign = 'k') => gzipSync(sign.repeat(size)).toString('base64url');
  const most = 2 ** 18;
  expect(said(filled(most)).join('')).toContain('k'.repeat(most));
  expect(said(filled(most + 1)).join('')).not.toContain('kkk');
  const last = packed.gzip.toString('base64url');
  const signs = ['k', 'l', 'm', 'n', 'o'];
  const large = said(signs.map((sign) => filled(most, sign)).join(' ')).join('');
  expect(signs.filter((sign) => large.includes(sign.repeat(most))).length).toBeLessThan(signs.length);
  const small = (count: number) => Array.from({ length: count }, (_, at) => filled(20 + at));
  expect(tells([...small(63), last].join(' '))).toBe(true);
  expect(tells([...small(64), last].join(' '))).toBe(false);
});
