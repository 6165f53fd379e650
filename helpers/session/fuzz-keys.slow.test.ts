import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Format, formats } from '../../reports/formats/formats.js';
import { readHar } from '../../reports/formats/har-reader.js';
import { sample } from '../../reports/testing/sample.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { fsapi } from '../fsapi/fsapi.js';
import { nearMissSecrets } from '../redaction/near-miss-keys.js';
import { createRedactor, ownButObserved, ownShape, type Redactor } from '../redaction/redactor.js';

/** Names, words and numbers of records of our own: whoever has one of them for a key breaks none of them. */
function wordsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(wordsOf);
  if (value !== null && typeof value === 'object')
    return Object.entries(value).flatMap(([name, one]) => [name, ...wordsOf(one)]);
  return String(value).split(/[\s"{}]+/);
}

const { report, evidence } = sample();
const few = evidence.slice(0, 30);
const words = [...new Set([...wordsOf(report), ...wordsOf(few)])].filter((word) => word.length > 2).sort();
function redactorFor(key: string): Redactor {
  const redactor = createRedactor();
  for (const { value, label } of [{ value: key, label: '$CONFORMANCE_API_KEY' }, ...nearMissSecrets(key)])
    redactor.addSecret(value, label);
  return redactor;
}

/** The members of a record, without what their texts are. */
const shapeOf = (record: unknown): unknown =>
  JSON.parse(JSON.stringify(record), (_, value: unknown) => (typeof value === 'string' ? '' : value));

const valid = validator('report');
const keys = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...words) },
  // What a key is made of besides: a run of the record's own text, however it falls.
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.nat(60_000), fc.integer({ min: 3, max: 60 }))
      .map(([at, size]) => JSON.stringify(report).slice(at, at + size)),
  },
);

/** Such as have broken something, or would have. */
const telling = [
  'sandbox',
  'pass',
  'conformant',
  'stated',
  'first',
  'entry',
  'headers',
  'identity',
  '86400',
  'localhost',
];

test('no key, though it is a word of our own, breaks a record or a format', async () => {
  for (const key of [...telling, ...fc.sample(keys, { seed: 20_251_121, numRuns: 50 })]) {
    const redactor = redactorFor(key);
    const clean = redactor.redactDeep(report, ownButObserved) as Report;
    expect(valid(clean), `${key}: ${complaint(valid.errors)}`).toBe(true);
    const exchanges = few.map((exchange) => redactor.redactDeep(exchange, ownShape)) as Exchange[];
    expect(shapeOf(exchanges), key).toEqual(shapeOf(few));
    expect(exchanges.map(({ id }) => id)).toEqual(few.map(({ id }) => id));
    for (const { name, render } of formats as readonly Format[]) {
      if (name === 'pdf' || name === 'html') continue;
      const text = render(clean, exchanges, fsapi);
      if (name === 'har') expect(readHar(text).evidence, key).toEqual(JSON.parse(JSON.stringify(exchanges)));
    }
  }
}, 300_000);
