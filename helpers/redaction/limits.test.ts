import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createRedactor } from './redactor.js';

/** The forms that docs/limits.md lists as not found. If the redactor learns one of them, remove it there. */
const key = 'sk_sandbox_q7TfW2nYb9LzK4mXc8VdR5pH';
const redactor = createRedactor([{ value: key, label: '$KEY' }]);

/** A number in digits of another base, the most significant first. */
function digits(value: bigint, alphabet: string): string {
  const base = BigInt(alphabet.length);
  return value === 0n ? '' : digits(value / base, alphabet) + alphabet[Number(value % base)];
}
const inHex = Buffer.from(key).toString('hex');
const printable = Array.from({ length: 85 }, (_, at) => String.fromCharCode(33 + at)).join('');
const rotated = (text: string, from: string, by: number) =>
  [...text].map((sign) => from[(from.indexOf(sign) + by) % from.length] ?? sign).join('');

test.each<[form: string, written: string]>([
  ['base58', digits(BigInt(`0x${inHex}`), '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')],
  [
    'base85',
    (inHex.match(/.{1,8}/g) ?? []).map((four) => digits(BigInt(`0x${four.padEnd(8, '0')}`), printable)).join(''),
  ],
  ['rot47', rotated(key, `${printable}vwxyz{|}~`, 47)],
  [
    'rot13',
    key.replace(/[a-z]/gi, (sign) =>
      rotated(sign, /[a-z]/.test(sign) ? 'abcdefghijklmnopqrstuvwxyz' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 13),
    ),
  ],
  ['reversed', [...key].reverse().join('')],
  ['base32', digits(BigInt(`0x${inHex}`), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')],
  ['a hash', createHash('sha256').update(key).digest('hex')],
  ['with letters strewn in', [...key].join('w')],
  ['split', key.replace(/.{9}/g, '$& ')],
  ['compressed', gzipSync(`{"key":"${key}"}`).toString('base64')],
  ['one form within another', Buffer.from(inHex).toString('base64')],
  ['nineteen characters of its middle', key.slice(12, 31)],
])('%s', (_, written) => {
  expect(redactor.finds(`"${written}"`)).toEqual([]);
});
