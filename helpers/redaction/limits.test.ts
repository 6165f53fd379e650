import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createRedactor } from './redactor.js';

/** The forms that docs/limits.md lists as not found. If the redactor learns one of them, remove it there. */
const key = 'sk_sandbox_q7TfW2nYb9LzK4mXc8VdR5pH';
const redactor = createRedactor([{ value: key, label: '$KEY' }]);

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** A number in digits of another base, the most significant first. */
function digits(value: bigint, alphabet: string): string {
  const base = BigInt(alphabet.length);
  return value === 0n ? '' : digits(value / base, alphabet) + alphabet[Number(value % base)];
}

/** Four bytes as five digits, as Ascii85 has them. */
function base85(bytes: Buffer): string {
  const signs = Array.from({ length: 85 }, (_, at) => String.fromCharCode(33 + at)).join('');
  const groups = bytes.toString('hex').match(/.{1,8}/g) ?? [];
  return groups.map((four) => digits(BigInt(`0x${four.padEnd(8, '0')}`), signs)).join('');
}

test.each<[form: string, written: string]>([
  ['base58', digits(BigInt(`0x${Buffer.from(key).toString('hex')}`), base58)],
  ['base85', base85(Buffer.from(key))],
  ['rot47', key.replace(/[!-~]/g, (sign) => String.fromCharCode(33 + ((sign.charCodeAt(0) - 33 + 47) % 94)))],
  [
    'rot13',
    key.replace(/[a-z]/gi, (sign) =>
      String.fromCharCode((((sign.charCodeAt(0) & 31) + 12) % 26) + (sign < 'a' ? 65 : 97)),
    ),
  ],
  ['reversed', [...key].reverse().join('')],
  ['base32', digits(BigInt(`0x${Buffer.from(key).toString('hex')}`), 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')],
  ['a hash', createHash('sha256').update(key).digest('hex')],
  ['with letters strewn in', [...key].join('w')],
  ['split', key.replace(/.{9}/g, '$& ')],
  ['compressed', gzipSync(`{"key":"${key}"}`).toString('base64')],
  ['one form within another', Buffer.from(Buffer.from(key).toString('hex')).toString('base64')],
  ['nineteen characters of its middle', key.slice(12, 31)],
])('%s', (_, written) => {
  expect(redactor.finds(`"${written}"`)).toEqual([]);
});
