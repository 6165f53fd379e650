import { readdirSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { packageRoot } from './common/package-root.js';
import type { SchemaName } from './types.js';
import { complaint, complaints, schemas, settledBy, validator } from './validate.js';

const names = readdirSync(new URL('schemas/', packageRoot))
  .filter((name) => name.endsWith('.schema.json'))
  .map((name) => name.replace('.schema.json', '') as SchemaName);

test('every schema of the folder compiles under strict rules, and is one by the meta-schema', () => {
  const ajv = new Ajv2020();
  formats.default(ajv);
  expect(names.length).toBeGreaterThan(3);
  for (const name of names) {
    expect(validator(name), name).toBeTypeOf('function');
    expect(ajv.validateSchema(schemas[name]), name).toBe(true);
  }
});

test('a schema is compiled once, and references between schemas hold', () => {
  const customer = validator('customer');
  expect(validator('customer')).toBe(customer);
  expect(customer({ address: { country: 'NG', state: 'NG-LA' } })).toBe(true);
  expect(customer({ address: { country: 'ng' } })).toBe(false);
  expect(complaint(customer.errors)).toBe('address.country must match pattern "^[A-Z]{2}$"');
});

test('a definition has a validator of its own', () => {
  const check = validator('report', 'check');
  expect(check({ name: 'n', verdict: 'pass', exchanges: [] })).toBe(false);
  expect(complaint(check.errors)).toBe('it lacks durationMs');
  expect(check({ name: 7, verdict: 'fine', exchanges: [], durationMs: 1 })).toBe(false);
  expect(complaint(check.errors)).toBe('name must be string');
});

test('what is not there is rejected', () => {
  expect(() => validator('missing' as SchemaName)).toThrow(RangeError);
  expect(() => validator('customer', 'missing')).toThrow(RangeError);
});

test('a complaint names the member and the rule, never the value', () => {
  const entry = validator('decisions', 'entry');
  entry({ kind: 'secret-value', 'other-member': 1 });
  expect(complaint(entry.errors)).toMatch(/ \(and \d+ more\)$/);
  const said = complaints(entry.errors).split('; ');
  expect(said).toContain('kind must be one of waive, attest, settle, accept, lack');
  expect(said).toContain('it has an unknown member: other-member');
  expect(said.join()).not.toContain('secret-value');
  expect(complaint(null)).toBe('nothing is wrong');
});

test('a schema that a person wrote stands alone, and what is none is rejected', () => {
  const ours = { $id: 'urn:example:ours', $defs: { day: { $id: 'urn:example:ours:day', format: 'date' } } };
  const [one, two] = [settledBy({ ...ours, const: 1 }), settledBy({ ...ours, $ref: 'urn:example:ours:day' })];
  expect([one(1), one(2), two('2026-02-28'), two('2026-02-31')]).toEqual([true, false, true, false]);
  const [unknown, nowhere] = [{ $schema: 'urn:example:unknown' }, { $ref: 'urn:example:nowhere' }];
  for (const wrong of [{ type: 'word' }, { required: 'status' }, unknown, nowhere])
    expect(() => settledBy(wrong), JSON.stringify(wrong)).toThrow();
});
