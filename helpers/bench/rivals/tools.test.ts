import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { openapiDocument } from '../../../reports/openapi/document.js';
import { validator } from '../../../schemas/validate.js';
import { casesFor, customer } from './cases.js';
import { rivals } from './tools.js';

/** A comparison is only fair where the others are given what is right: their documents and their cases. */
const target = {
  baseUrl: 'http://127.0.0.1:1/v1/',
  apiKey: 'sk_one',
  tenantId: 'tnt_one',
  otherApiKey: 'sk_two',
  otherTenantId: 'tnt_two',
};
const stated = openapiDocument(undefined);
const cases = casesFor(target);

test('a right customer is well-formed, and fresh each time', () => {
  const [one, other] = [customer(), customer()];
  expect(validator('customer')(one)).toBe(true);
  expect(one.email).not.toBe(other.email);
});

test.each(cases.flatMap(({ name, steps }) => steps.map((step) => ({ name, step }))))(
  'what is sent in "$name" is malformed if and only if a refusal is expected for it',
  ({ step }) => {
    if (step.body === undefined) return expect(step.operation).toBe('listAccounts');
    return expect(validator('customer')(step.body)).toBe(step.expects !== '4XX');
  },
);

test('each case has an Idempotency-Key of its own, and only the retry has one that was there before', () => {
  const keys = cases.flatMap(({ steps }) => steps.flatMap(({ headers }) => headers['Idempotency-Key'] ?? []));
  expect(keys.length - new Set(keys).size).toBe(1);
});

describe.each(rivals)('$name', (rival) => {
  test('is pinned to versions', () => {
    for (const name of rival.packages) expect(name).toMatch(/.@\d+\.\d+\.\d+$/);
  });

  test('gets a valid document, with the operations of the specification', async () => {
    const text = rival.files(target, stated)['openapi.json'];
    if (text === undefined) return expect(rival.from).not.toContain('document');
    const outside = new Validator();
    expect(await outside.validate(JSON.parse(text))).toEqual({ valid: true });
    const { paths } = JSON.parse(text);
    return expect(paths).toMatchObject({
      '/customers': { post: { operationId: 'createCustomer' } },
      '/accounts': { get: { operationId: 'listAccounts' } },
    });
  });
});
