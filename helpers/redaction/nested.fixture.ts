import fc from 'fast-check';
import { expect } from 'vitest';
import { forms } from './forms.fixture.js';
import { createRedactor } from './redactor.js';

const random = (signs: string, minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...signs), minLength, maxLength });
const words = 'correct horse battery staple amber quartz violin meadow lantern copper walnut glacier'.split(' ');

/** What keys look like: hexadecimal digits, base64, UUIDs, words with signs between them. */
const secrets = fc
  .oneof(
    random('0123456789abcdef', 24, 64),
    fc.uint8Array({ minLength: 18, maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64')),
    fc.uuid(),
    fc
      .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom('-', '.', '_', '!', '#')), {
        minLength: 4,
        maxLength: 6,
      })
      .map((pairs) => pairs.flat().join('')),
  )
  .filter((secret) => new Set(secret).size > 7);

/** Forms in which no digit can be read any more once they are split, or their letter case is changed. */
const fragile = /^(.* in base64|.* in base64url|gzip in .*)$/;
/** An escape that was torn is read only where every character was escaped. */
const torn =
  /^(named entities|percent-encoded|percent-encoded in capitals|JSON escapes|decimal entities|hexadecimal entities|.* with leading zeros)$/;
/** Two forms by themselves. */
const twofold =
  /^(percent-encoded twice|separated hexadecimal digits|base64 in lines|.* in base64|.* in base64url|gzip in .*)$/;
const splits = /^(members of an array|split .*|one by one|UTF-16|base64 in lines)$/;
const cases = /^(upper|lower) case$/;

const names = Object.keys(forms);
const pairs = names.flatMap((outer) =>
  names
    .filter((inner) => !(fragile.test(inner) && (splits.test(outer) || cases.test(outer))))
    .filter((inner) => !(torn.test(inner) && splits.test(outer)))
    .filter((inner) => !(twofold.test(inner) && (twofold.test(outer) || splits.test(outer))))
    .filter((inner) => !/^(base64 in lines|separated hexadecimal digits)$/.test(outer) || inner === 'raw')
    .map((inner) => ({ outer, inner })),
);

/** Expects every secret to be found and masked in any form within any other, whole or a run of twenty of its characters. */
export function expectFoundNested(seed: number, numRuns: number): void {
  const property = fc.property(
    secrets,
    fc.constantFrom(...pairs),
    fc.nat(100),
    fc.boolean(),
    (secret, { outer, inner }, number, isCut) => {
      const start = number % Math.max(1, secret.length - 20);
      const part = isCut ? secret.slice(start, start + 20) : secret;
      if (isCut && part.replace(/[^0-9A-Za-z]/g, '').length < 12) return;
      const written = forms[outer]?.(forms[inner]?.(part, number) ?? '', number) ?? '';
      const redactor = createRedactor([{ value: secret, label: '$SECRET' }]);
      const text = `{"echo":${JSON.stringify(written)}}`;
      expect(redactor.finds(text)).toEqual([{ label: '$SECRET' }]);
      const redacted = redactor.redact(text);
      expect(redacted).toContain('$SECRET');
      expect(redactor.finds(redacted)).toEqual([]);
      const deep = redactor.redactDeep({ response: { body: written } }, new Set());
      expect(redactor.finds(JSON.stringify(deep))).toEqual([]);
    },
  );
  fc.assert(property, { seed, numRuns });
}

/** Expects texts without a secret to stay as they are. */
export function expectUntouched(seed: number, numRuns: number): void {
  const texts = fc.oneof(
    fc.lorem({ maxCount: 40 }),
    fc.json(),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.webUrl(),
  );
  const property = fc.property(secrets, texts, fc.constantFrom(...Object.values(forms)), (secret, text, form) => {
    const redactor = createRedactor([{ value: secret, label: '$SECRET' }]);
    const written = form(text, text.length);
    expect(redactor.redact(written)).toBe(written);
    expect(redactor.finds(written)).toEqual([]);
  });
  fc.assert(property, { seed, numRuns });
}
