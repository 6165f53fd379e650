import { describe, expect, test } from 'vitest';
import { inline, plain } from './inline.js';

describe('the spans of a sentence', () => {
  test.each([
    ['no mark', [['text', 'no mark']]],
    ['`Api-Key`', [['code', 'Api-Key']]],
    [
      'the service accepted `"29.02.1990"` for `date_of_birth`.',
      [
        ['text', 'the service accepted '],
        ['code', '"29.02.1990"'],
        ['text', ' for '],
        ['code', 'date_of_birth'],
        ['text', '.'],
      ],
    ],
    [
      'holds `a``b` and a `` alone',
      [
        ['text', 'holds '],
        ['code', 'a`b'],
        ['text', ' and a ` alone'],
      ],
    ],
    ['one ` without a partner', [['text', 'one ` without a partner']]],
    ['', []],
  ])('%s', (sentence, spans) => {
    expect(inline(sentence).map((span) => [span.kind, span.text])).toEqual(spans);
  });

  test('plain words lose the marks and nothing else', () => {
    expect(plain('`GET /accounts` returned ``x`` with `a``b`')).toBe('GET /accounts returned `x` with a`b');
  });
});

test('a megabyte of marks is read at once', () => {
  const began = performance.now();
  for (const part of ['`', '``', '` ', '`a', 'a']) inline(part.repeat(1_000_000));
  expect(performance.now() - began).toBeLessThan(3000);
});
