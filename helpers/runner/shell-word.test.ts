import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellWord } from './shell-word.js';

const key = 'sk_test_a1B2c3D4e5F6';
const odd = 'sk "odd" $key\\ with/all+of=it';
const known = new Map([
  ['KEY', key],
  ['ODD', odd],
]);

/** What a shell makes of a word, without the line feed that would be lost at its end. */
const expanded = (word: string) =>
  execFileSync('sh', ['-c', `printf '%s.' ${word}`], { env: { PATH: process.env.PATH, KEY: key, ODD: odd } })
    .toString()
    .slice(0, -1);
const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each<[name: string, text: string, word?: string]>([
  ['no key', "it's $plain", String.raw`'it'\''s $plain'`],
  ['nothing', '', "''"],
  ['a key alone', key, '"$KEY"'],
  ['a key behind a scheme', `Authorization: Bearer ${key}`, '"Authorization: Bearer $KEY"'],
  ['a key before a letter', `${key}x`, ['"$', '{KEY}x"'].join('')],
  ['keys in a query', `http://127.0.0.1/v1/accounts?key=${key}&token=${key}`],
  ['keys side by side', `${key}${key}`, '"$KEY$KEY"'],
  ['a key in JSON', JSON.stringify({ a: "it's", key }), `'{"a":"it'\\''s","key":"'"$KEY"'"}'`],
  ['a key in Basic credentials', `Authorization: Basic ${base64(`${key}:${key}`)}`],
  [
    'no key in base64',
    `Authorization: Basic ${base64('somebody:else')}`,
    `'Authorization: Basic ${base64('somebody:else')}'`,
  ],
  ['a key before a sign', `${key}-x`, '"$KEY-x"'],
  ['a key over several lines', `first\n${key}\n`],
  ['a key of odd characters', odd, '"$ODD"'],
  ['a key of odd characters in a query', `?key=${encodeURIComponent(odd)}&x`],
  ['a key of odd characters in JSON', JSON.stringify({ key: odd, more: key })],
  ['a key of odd characters in Basic credentials', `Authorization: Basic ${base64(`${odd}:${odd}`)}`],
])('a word with %s holds no key, and a shell reads the text again', (_, text, word) => {
  const made = shellWord(text, known);
  if (word !== undefined) expect(made).toBe(word);
  for (const value of [key, odd, encodeURIComponent(odd), base64(`${key}:${key}`), base64(`${odd}:${odd}`)])
    expect(made).not.toContain(value);
  expect(expanded(made)).toBe(text);
});
