import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { anotherCharacter } from '../shared/near-misses.js';
import { misreadKeys, nearMissKeys, nearMissSecrets, splice } from './near-miss-keys.js';

const key = 'sk_Ab3x-Qz9==';

test('a near miss differs from the key as its name says', () => {
  expect(Object.fromEntries(nearMissKeys(key).map(({ name, value }) => [name, value]))).toEqual({
    'one character short at the front': 'k_Ab3x-Qz9==',
    'one character short in the middle': 'sk_Ab3-Qz9==',
    'one character short at the end': 'sk_Ab3x-Qz==',
    'one character longer at the front': 'Osk_Ab3x-Qz9==',
    'one character longer in the middle': 'sk_Ab3Tx-Qz9==',
    'one character longer at the end': 'sk_Ab3x-Qz91==',
    'another character at the front': 'Ok_Ab3x-Qz9==',
    'another character in the middle': 'sk_Ab3T-Qz9==',
    'another character at the end': 'sk_Ab3x-Qz1==',
    reversed: '==9zQ-x3bA_ks',
    'letter case swapped': 'SK_aB3X-qZ9==',
  });
});

test('a key of one character has no near miss that is empty', () => {
  expect(nearMissKeys('g').map(({ value }) => value)).toEqual(['Cg', 'Cg', 'gC', 'C', 'C', 'C', 'g', 'G']);
});

test('a misread key stands in a pattern, a literal, a list or a path', () => {
  const misread = misreadKeys('abc');
  const words = `ab* ab% "abc" 'abc'`.split(' ');
  const texts = [...words, 'abc, x', 'abc x', 'Bearer abc', `abc-${'x'.repeat(255)}`, 'x/abc', './abc', '../keys/abc'];
  expect(misread.map(({ value }) => value)).toEqual(texts);
  expect(misread.every(({ isOdd }) => isOdd)).toBe(true);
});

test.each([
  ['sk_test_Ab3x', 'sk_live_Ab3x'],
  ['SANDBOX-Ab3x', 'LIVE-Ab3x'],
  ['sk_prod_test', 'sk_test_test'],
  ['sk_tested_Ab3x', undefined],
  ['sk_one_0123456789abcdef', '0123456789abcdef', 'without its prefix'],
  ['sk_0123456789abcde', undefined, 'without its prefix'],
  ['0123456789abcdef', undefined, 'without its prefix'],
])('a near miss of %s is %s', (key, expected, kind = 'the name of another environment in it') => {
  expect(nearMissKeys(key).find(({ name }) => name === kind)?.value).toBe(expected);
});

test('a shell makes each of them of the configured keys', () => {
  const other = 'sk_Cd5y-Wv8==';
  const expectMade = (own: string, more: ReturnType<typeof misreadKeys> = []) => {
    // Not every system has the program that reverses a line.
    const keys = [...nearMissKeys(own).filter(({ name }) => name !== 'reversed'), ...more];
    const env = { PATH: process.env.PATH, CONFORMANCE_API_KEY: own, CONFORMANCE_OTHER_API_KEY: other };
    const script = keys.map(({ shell }) => `printf '%s\\n' "${shell}"`).join('\n');
    const printed = execFileSync('sh', ['-c', script], { env, encoding: 'utf8' });
    expect(printed.split('\n')).toEqual([...keys.map(({ value }) => value), '']);
  };
  expectMade(key, [...misreadKeys(key), splice(key, other)]);
  for (const one of ['sk_one_0123456789abcdef', 'g']) expectMade(one);
});

test('in the place of a character stands another of its kind, never the same letter in another case', () => {
  for (const [character = '', other] of '08 7f 80 a2 f7 A2 F7 Gm Z5 gC zV -x éx'.split(' '))
    expect(anotherCharacter(character), character).toBe(other);
});

test.each([
  ['a UUID', true, ['key_wxyzwxyzwxyzwxyz_6e2f4c1a-8d3b-4f5e-9a7c-1b2d3e4f5a6b']],
  ['a UUID with a short group', false, ['key_wxyzwxyzwxyzwxyz_6e2f4c1a-8d3b-4f5e-9-1b2d3e4f5a6b']],
  ['hexadecimal digits behind a word', true, ['sk_live_0123456789abcdef', 'sk_ABCDEF012345']],
  ['a longer word behind hexadecimal digits', false, ['0123abcd--wordswords', 'x0123456789abcdef']],
  ['a ULID', true, ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'id_01arz3ndektsv4rrffq69g5fav']],
  ['no ULID', false, ['81ARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEKTSV4RRFFQ69G5FAU', '01ARZ3NDEKTSV4RRFFQ69G5FAVZ']],
])('of %s, letter case may not count: %s', (_, isCaseless, keys) => {
  const swapped = keys.map((key) => nearMissKeys(key).some(({ name }) => name === 'letter case swapped'));
  expect(swapped).toEqual(keys.map(() => !isCaseless));
});

test.each([
  ['behind the last separator', 'sk_one_aaaa', 'sk_two_bbbb', 'sk_one_bbbb'],
  ['in the middle, where that would be the other key', 'k_aabbcc', 'k_ddeeff', 'k_aaeeff'],
  ['in the middle, where nothing is behind the separator', 'aabbccd-', 'eeffggh-', 'aabbggh-'],
  ['nowhere, where both share the first half', 'sk_aabb', 'sk_ccdd', 'sk_aabb'],
])('two keys are spliced %s', (_, one, other, value) => {
  expect(splice(one, other).value).toBe(value);
});

test('near misses of a key are secrets of their own, and the key itself is none', () => {
  const secrets = nearMissSecrets('rstuvwxy', 3, 'zyxwvuts');
  expect(secrets.map(({ value }) => value.length)).toEqual([7, 7, 7, 9, 9, 9, 8, 8, 8, 8, 8, 8]);
  expect(secrets.every(({ common }) => common === 3)).toBe(true);
  expect(secrets.at(-1)).toMatchObject({
    value: 'rstuvuts',
    label: expect.stringMatching(/^‹a near miss of the key: the b/),
  });
  expect(nearMissSecrets('rstuvwxy').map(({ label }) => label)).not.toContain(secrets.at(-1)?.label);
});
