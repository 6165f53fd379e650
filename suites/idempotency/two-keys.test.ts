import { expect, test } from 'vitest';
import { freshKey } from '../shared/valid-requests.js';
import { differences } from './two-keys.js';

test('of keys that differ in letters alone no part agrees, wherever a random key has its letters', () => {
  const { near } = differences['in a letter, and in no digit'];
  for (let at = 0; at < 100; at += 1) {
    const key = freshKey();
    // Without the places of a version, of a variant, and those that other differences change.
    const parts = (text: string) => [text.slice(1, 14), text.slice(20, 35)];
    for (const other of [0, 4].map((attempt) => near(key, attempt))) {
      expect(other.replace(/[a-f]/g, '')).toBe(key.replace(/[a-f]/g, ''));
      parts(other).forEach((part, index) => {
        const own = parts(key)[index] ?? '';
        expect([...part].filter((sign, place) => /[a-f]/.test(sign) && sign === own[place])).toEqual([]);
      });
    }
  }
});
