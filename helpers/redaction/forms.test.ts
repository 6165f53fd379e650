import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forms } from './forms.fixture.js';
import { createRedactor } from './redactor.js';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const random = (signs: string, minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...signs), minLength, maxLength });

const keys = fc
  .oneof(
    random(alphabet, 24, 48).map((own) => `sk_sandbox_${own}`),
    random(alphabet, 8, 19),
    random(`${alphabet}-_`, 40, 64).filter((key) => /\w{8}/.test(key)),
    random('0123456789abcdef', 32, 64),
    fc.uuid(),
  )
  .filter((key) => new Set(key).size > 6);

const surroundings = fc.constantFrom<[string, string]>(
  ['', ''],
  ['{"echo":"', '","status":401}'],
  ['https://localhost/v1?key ', '&page=2'],
  ['Unknown key <b>', '</b>.'],
  ['line\\n', '\\n'],
  ['Bearer ', ', "\ud800\0'],
);

const redactorFor = (key: string) => createRedactor([{ value: key, label: '‹key›' }]);

function expectRedacted(key: string, text: string, written: string): void {
  const redactor = redactorFor(key);
  expect(redactor.finds(text)).not.toEqual([]);
  const redacted = redactor.redact(text);
  expect(redacted).toContain('‹key›');
  expect(redacted).not.toContain(written);
  expect(redactor.finds(redacted)).toEqual([]);
  const response = redactor.withhold({ body: text, json: JSON.stringify({ echo: [text] }) });
  expect(redactor.finds(JSON.stringify(response))).toEqual([]);
  expect(JSON.parse(response.json)).toEqual({ echo: [expect.stringContaining('‹key›')] });
  expect(redactor.redact(redacted)).toBe(redacted);
}

describe.each(Object.entries(forms))('a key is found: %s', (_, form) => {
  it.each([
    ['whole', keys, (key: string) => key],
    [
      'cut to a run of twenty',
      keys.filter((key) => key.length > 20),
      (key: string, random: number) => key.slice(random % (key.length - 20)).slice(0, 20 + (random % 2)),
    ],
  ])('%s', (_name, some, part) => {
    fc.assert(
      fc.property(some, surroundings, fc.nat(100), (key, [before, after], random) => {
        const written = form(part(key, random), random);
        expectRedacted(key, before + written + after, written);
      }),
      { seed: 1, numRuns: 10 },
    );
  });
});

describe('any text', () => {
  it('is left as it is where it holds no key', () => {
    fc.assert(
      fc.property(keys, fc.string({ unit: 'binary', maxLength: 300 }), fc.json(), (key, text, json) => {
        const redactor = redactorFor(key);
        for (const one of [text, json, JSON.stringify(json)]) expect(redactor.redact(one)).toBe(one);
      }),
      { seed: 4, numRuns: 50 },
    );
  });

  it('is read without an error, however broken its escapes are', () => {
    const signs = '% \\ \\u \\u{ \\x & &# &#x ; = 0x < > \x1b[ 7 s \ud800 \uffff \0 \n'.split(' ');
    fc.assert(
      fc.property(keys, fc.array(fc.constantFrom(...signs), { maxLength: 200 }), (key, text) => {
        expect(redactorFor(key).redact(text.join(''))).toBe(text.join(''));
      }),
      { seed: 5, numRuns: 100 },
    );
  });
});
