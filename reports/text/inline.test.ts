import { expect, test } from 'vitest';
import { inline, plain } from './inline.js';

test('names in backticks are code, and a backtick without a partner is itself', () => {
  expect(inline('the `email` is')).toEqual([
    { kind: 'text', text: 'the ' },
    { kind: 'code', text: 'email' },
    { kind: 'text', text: ' is' },
  ]);
  expect(inline('`a``b`').map(({ kind }) => kind)).toEqual(['code', 'code']);
  expect([inline(''), plain('a ` b'), plain('`a` is `b`')]).toEqual([[], 'a ` b', 'a is b']);
});
