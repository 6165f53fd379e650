import { Reading } from './reading.js';

/** Where Unicode has characters that are compatible (NFKC) with a single letter, digit or sign of ASCII. */
const compatible =
  '[\\u00aa-\\u00ba\\u017f\\u02b0-\\u02b8\\u02e1-\\u02e3\\u037e\\u1d2c-\\u1d65\\u1d9c-\\u1dbb\\u1fef\\u2024\\u2070-\\u209c' +
  '\\u2102-\\u217f\\u2460-\\u2468\\u24b6-\\u24ea\\u2c7c\\u2c7d\\ua7f1-\\ua7f4\\ufb29\\ufe10-\\ufe6b\\uff01-\\uff5e' +
  '\\u{107a5}\\u{1ccd6}-\\u{1ccf9}\\u{1d400}-\\u{1d6a3}\\u{1d7ce}-\\u{1d7ff}\\u{1f12b}-\\u{1f149}\\u{1fbf0}-\\u{1fbf9}]';
/** Bytes of UTF-8 that were taken for characters each, as in headers and behind percent signs. */
const asBytes = '[\\xe0-\\xef][\\x80-\\xbf]{2}|[\\xf0-\\xf4][\\x80-\\xbf]{3}';
/** A cheap question first: the dashes, quotes and dots of ordinary texts are none of these. */
export const mayBeCompatible = /[^\0-\xa9\u2010-\u2023\u2025-\u203a]/;
const either = new RegExp(`${asBytes}|${compatible}`, 'gu');

function ascii(written: string): string | undefined {
  const isBytes = written.length > 2;
  const plain = (isBytes ? Buffer.from(written, 'latin1').toString('utf8') : written).normalize('NFKC');
  return plain.length === 1 && plain > ' ' && plain < '\x7f' ? plain : undefined;
}

/** Full-width, mathematical, circled and raised letters and digits as the plain ones. */
export function decodeCompatible(from: Reading): Reading | undefined {
  const into = new Reading();
  let done = 0;
  for (const { 0: written, index } of from.text.matchAll(either)) {
    const plain = ascii(written);
    if (plain === undefined) continue;
    into.copy(from, done, index);
    into.add(plain, from.leafAt(index));
    done = index + written.length;
  }
  if (done === 0) return undefined;
  into.copy(from, done, from.text.length);
  return into;
}
