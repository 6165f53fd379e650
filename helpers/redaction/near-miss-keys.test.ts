import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import {
  anotherCharacter,
  type InvalidKey,
  misreadKeys,
  misreadNames,
  nearMissKeys,
  nearMissNames,
  nearMissSecrets,
  splice,
  spliced,
} from './near-miss-keys.js';

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
  expect(misread.map(({ value }) => value)).toEqual(['ab*', 'ab%', '"abc"', 'abc, x', 'x/abc', './abc', '../keys/abc']);
  expect(misread.every(({ isOdd }) => isOdd)).toBe(true);
  expect(misreadNames).toEqual(misread.map(({ name }) => name));
  const named = 'sk_test_Ab3x-Qz9==';
  expect(new Set(nearMissNames)).toEqual(new Set(nearMissKeys(named).map(({ name }) => name)));
});

test.each([
  ['sk_test_Ab3x', 'sk_live_Ab3x'],
  ['SANDBOX-Ab3x', 'LIVE-Ab3x'],
  ['sk_prod_test', 'sk_test_test'],
  ['sk_tested_Ab3x', undefined],
])('the twin of %s is %s', (key, twin) => {
  const { value } = nearMissKeys(key).find(({ name }) => name === 'the name of another environment in it') ?? {};
  expect(value).toBe(twin);
});

test('a shell makes each of them of the configured keys', () => {
  const other = 'sk_Cd5y-Wv8==';
  // Not every system has the program that reverses a line.
  const made = [...nearMissKeys(key), ...misreadKeys(key), splice(key, other), ...nearMissKeys('g')].filter(
    ({ name }) => name !== 'reversed' && name !== spliced,
  );
  const printed = (keys: readonly InvalidKey[], env: Record<string, string>) =>
    execFileSync('sh', ['-c', keys.map(({ shell }) => `printf '%s\\n' "${shell}"`).join('\n')], {
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    }).split('\n');
  const long = made.filter(({ value }) => value.length > 2);
  expect(printed(long, { CONFORMANCE_API_KEY: key })).toEqual([...long.map(({ value }) => value), '']);
  const short = made.filter(({ value }) => value.length <= 2);
  expect(printed(short, { CONFORMANCE_API_KEY: 'g' })).toEqual([...short.map(({ value }) => value), '']);
  const both = splice(key, other);
  expect(printed([both], { CONFORMANCE_API_KEY: key, CONFORMANCE_OTHER_API_KEY: other })).toEqual([both.value, '']);
});

test.each([
  ['0', '8'],
  ['7', 'f'],
  ['8', '0'],
  ['a', '2'],
  ['f', '7'],
  ['A', '2'],
  ['F', '7'],
  ['G', 'm'],
  ['Z', '5'],
  ['g', 'C'],
  ['z', 'V'],
  ['-', 'x'],
  ['é', 'x'],
])('in the place of %s stands %s', (character, other) => {
  expect(anotherCharacter(character)).toBe(other);
});

/** A UUID beside a longer part that is not hexadecimal, so that only its form makes letter case not count. */
const uuid = (...groups: readonly string[]) => `key_wxyzwxyzwxyzwxyz_${groups.join('-')}`;
test.each<[says: string, key: string, isCaseless: boolean]>([
  ['a UUID', uuid('6e2f4c1a', '8d3b', '4f5e', '9a7c', '1b2d3e4f5a6b'), true],
  ['a UUID in capitals', uuid('6E2F4C1A', '8D3B', '4F5E', '9A7C', '1B2D3E4F5A6B'), true],
  ['a UUID with a short first group', uuid('_a', '8d3b', '4f5e', '9a7c', '1b2d3e4f5a6b'), false],
  ['a UUID with a short second group', uuid('6e2f4c1a', '8', '4f5e', '9a7c', '1b2d3e4f5a6b'), false],
  ['a UUID with a short third group', uuid('6e2f4c1a', '8d3b', '4', '9a7c', '1b2d3e4f5a6b'), false],
  ['a UUID with a short fourth group', uuid('6e2f4c1a', '8d3b', '4f5e', '9', '1b2d3e4f5a6b'), false],
  ['a UUID with a short last group', uuid('6e2f4c1a', '8d3b', '4f5e', '9a7c', '1'), false],
  ['hexadecimal digits behind a word', 'sk_live_0123456789abcdef', true],
  ['hexadecimal digits in capitals', 'sk_ABCDEF012345', true],
  ['a word behind hexadecimal digits', '0123abcd--wordswords', false],
  ['the first of two parts of one length', 'abcd-wxyz', true],
  ['hexadecimal digits with another letter at the front', 'x0123456789abcdef', false],
  ['hexadecimal digits with another letter at the end', '0123456789abcdefx', false],
  ['a ULID', '01ARZ3NDEKTSV4RRFFQ69G5FAV', true],
  ['a ULID in small letters', 'id_01arz3ndektsv4rrffq69g5fav', true],
  ['a ULID that is too late', '81ARZ3NDEKTSV4RRFFQ69G5FAV', false],
  ['a ULID with a letter that Crockford left out', '01ARZ3NDEKTSV4RRFFQ69G5FAU', false],
  ['a ULID and one more', '01ARZ3NDEKTSV4RRFFQ69G5FAVZ', false],
  ['one more and a ULID', 'Z01ARZ3NDEKTSV4RRFFQ69G5FAV', false],
  ['two characters that could begin a ULID', '0Z', false],
])('of %s, letter case may not count', (_, one, isCaseless) => {
  expect(nearMissKeys(one).every(({ name }) => name !== 'letter case swapped')).toBe(isCaseless);
});

test.each([
  ['behind the last separator', 'sk_one_aaaa', 'sk_two_bbbb', 'sk_one_bbbb'],
  ['in the middle, where that would be the other key', 'k_aabbcc', 'k_ddeeff', 'k_aaeeff'],
  ['in the middle, where there is no separator', 'aabb', 'ccdd', 'aadd'],
  ['in the middle, where nothing is behind the separator', 'aabbccd-', 'eeffggh-', 'aabbggh-'],
  ['nowhere, where both share the first half', 'sk_aabb', 'sk_ccdd', 'sk_aabb'],
])('two keys are spliced %s', (_, one, other, value) => {
  expect(splice(one, other)).toMatchObject({ name: spliced, value });
  expect(splice(one, other).shell === undefined).toBe(value === one);
});

test('near misses of a key are secrets of their own, but for short ones and the key itself', () => {
  const secrets = nearMissSecrets('rstuvwxy', 3, 'zyxwvuts');
  expect(secrets.map(({ value }) => value.length)).toEqual([9, 9, 9, 8, 8, 8, 8, 8, 8]);
  expect(secrets.every(({ common }) => common === 3)).toBe(true);
  expect(secrets.at(-1)).toEqual({ value: 'rstuvuts', label: `‹a near miss of the key: ${spliced}›`, common: 3 });
  expect(nearMissSecrets('rstuvwxy').map(({ label }) => label)).not.toContain(secrets.at(-1)?.label);
  expect(nearMissSecrets('')).toEqual([]);
});
