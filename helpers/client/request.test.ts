import { expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import { createCustomer, listAccounts } from '../../schemas/fsapi/operations.js';
import type { Operation } from '../../schemas/operation.js';
import { suiteVersion } from '../../schemas/suite-version.js';
import type { RunContext } from './context.js';
import { buildRequest } from './request.js';

const run = {
  specification: fsapi,
  configuration: { apiKey: 'sk_0123456789abcdef', tenantId: 'tnt_1' },
  bodies: { customer: (purpose?: string) => ({ first_name: purpose ?? 'Ada' }) },
} as unknown as RunContext;
const build = (operation: Operation, change = {}, on = run) => buildRequest(on, operation, change);
const namesOf = ({ raw }: ReturnType<typeof build>) => raw.headers.map(([name]) => name);

test('a POST has an Idempotency-Key and the body that its schema names, a GET has neither', () => {
  const write = build(createCustomer, { purpose: 'Grace' });
  expect(namesOf(write)).toEqual(expect.arrayContaining(['Idempotency-Key', 'Content-Type']));
  const body = { first_name: 'Grace' };
  expect([write.raw.path, write.raw.body, write.body]).toEqual(['customers', JSON.stringify(body), body]);
  const read = build(listAccounts);
  expect(namesOf(read)).not.toContain('Idempotency-Key');
  expect([read.raw.path, read.raw.body, read.idempotencyKey]).toEqual(['accounts', undefined, null]);
});

test('a text stands in the place of the body, and no value is made up beside it', () => {
  const { raw, body } = build(createCustomer, { text: '{' });
  expect([raw.body, body]).toEqual(['{', undefined]);
});

test('headers name the caller, the key and the kind of body, each unless the request leaves it out', () => {
  const second = {
    ...run,
    configuration: { ...run.configuration, otherTenantId: 'tnt_2', otherApiKey: 'sk_2', operator: 'Ada (é) \\ <a@b>' },
  } as RunContext;
  const of = (change: object, on: RunContext = second, operation: Operation = createCustomer) =>
    Object.fromEntries(build(operation, change, on).raw.headers);
  const plain = { Accept: 'application/json', 'User-Agent': expect.stringMatching(/contact: Ada \?\?\? \? <a@b>\)$/) };
  const uuid = expect.stringMatching(/^[\da-f-]{36}$/);
  const whole = {
    ...plain,
    ...{ 'Api-Key': 'sk_0123456789abcdef', 'x-tenant-id': 'tnt_1', 'Idempotency-Key': uuid },
    'Content-Type': 'application/json',
  };
  expect(of({})).toEqual(whole);
  expect(of({ caller: 'second' })).toEqual({ ...whole, 'Api-Key': 'sk_2', 'x-tenant-id': 'tnt_2' });
  expect(of({ apiKey: null, tenant: null, idempotencyKey: null, contentType: null })).toEqual(plain);
  expect(of({ apiKey: 'a', tenant: 'b', idempotencyKey: 'c', contentType: 'd', headers: [['X', 'e']] })).toEqual({
    ...plain,
    ...{ 'Api-Key': 'a', 'x-tenant-id': 'b', 'Idempotency-Key': 'c', 'Content-Type': 'd', X: 'e' },
  });
  const { 'Idempotency-Key': _, 'Content-Type': __, ...ofReading } = whole;
  expect(of({}, second, listAccounts)).toEqual(ofReading);
  expect(Object.keys(of({ spell: (name: string) => name.toUpperCase() }))).toContain('API-KEY');
  const unnamed = { ...fsapi, headers: { credential: 'Api-Key' } } as unknown as RunContext['specification'];
  const names = ['Api-Key', 'Content-Type', 'Accept', 'User-Agent'];
  expect(Object.keys(of({}, { ...second, specification: unnamed }))).toEqual(names);
  const named = `${suiteVersion} (conformance test suite; contact: holder of the Api-Key)`;
  expect(of({}, run)['User-Agent']).toContain(named);
});

test('the second tenant is one that is configured, and has the key of the first unless it has its own', () => {
  expect(() => build(createCustomer, { caller: 'second' })).toThrow('the request needs a second tenant');
  const two = { ...run, configuration: { ...run.configuration, otherTenantId: 'tnt_2' } };
  const { apiKey, tenant } = build(createCustomer, { caller: 'second' }, two);
  expect([apiKey, tenant]).toEqual(['sk_0123456789abcdef', 'tnt_2']);
});

test('a body is made for what becomes of it, and of its schema', () => {
  const named = { ...run, bodies: { customer: (_?: string, destiny?: string) => ({ is: destiny ?? '' }) } };
  expect(build(createCustomer, {}, named).body).toEqual({ is: 'stored' });
  expect(build(createCustomer, { apiKey: null }, named).body).toEqual({ is: 'rejected' });
  expect(() => build(createCustomer, {}, { ...run, bodies: {} })).toThrow('no body of the schema customer');
  expect(build(listAccounts, { body: { a: 1 } }, named).body).toBeUndefined();
  const both = build(createCustomer, { body: { a: 1 }, text: '{"a":1,"a":1}' }, named);
  expect([both.body, both.raw.body]).toEqual([{ a: 1 }, '{"a":1,"a":1}']);
});

test('a method and a query are taken as they are', () => {
  const { raw } = build(listAccounts, { method: 'HEAD', query: 'a=%00' });
  expect([raw.method, raw.path]).toEqual(['HEAD', 'accounts?a=%00']);
  expect(build(listAccounts).raw.method).toBe('GET');
});
