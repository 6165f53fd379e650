import { describe, expect, test } from 'vitest';
import { expectLinear } from '../../schemas/testing/growth.js';
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

test.each(['`', '``', '` ', '`a', 'a'])('time grows with the number of "%s", and no faster', (part) => {
  expectLinear((size) => part.repeat(size), inline);
});
