import { expect, test } from 'vitest';
import { fsapi } from '../../schemas/fsapi/fsapi.js';
import { createCustomer, listAccounts } from '../../schemas/fsapi/operations.js';
import type { Operation } from '../../schemas/operation.js';
import type { RunContext } from './context.js';
import { buildRequest } from './request.js';

const run = {
  specification: fsapi,
  resources: {},
  suiteVersion: '1.0.0',
  configuration: { apiKey: 'sk_0123456789abcdef', tenantId: 'tnt_1' },
} as unknown as RunContext;
const makers = { customer: (purpose?: string) => ({ first_name: purpose ?? 'Ada' }) };
const build = (operation: Operation, change = {}) => buildRequest(run, operation, change, makers);
const namesOf = ({ raw }: Awaited<ReturnType<typeof build>>) => raw.headers.map(([name]) => name);
const reading: Operation = { ...listAccounts, path: '/customers/{id}', effect: 'reads' };

test('a POST has an Idempotency-Key and the body that its schema names, a GET has neither', async () => {
  const write = await build(createCustomer, { purpose: 'Grace' });
  expect(namesOf(write)).toEqual(expect.arrayContaining(['Idempotency-Key', 'Content-Type']));
  expect([write.raw.path, write.raw.body, write.body]).toEqual([
    'customers',
    '{"first_name":"Grace"}',
    { first_name: 'Grace' },
  ]);
  const read = await build(listAccounts);
  expect(namesOf(read)).not.toContain('Idempotency-Key');
  expect([read.raw.path, read.raw.body, read.idempotencyKey]).toEqual(['accounts', undefined, null]);
});

test('a maker learns which tenant sends the body', async () => {
  const named = { customer: (_purpose?: string, _destiny?: string, caller?: string) => ({ of: caller }) };
  expect((await buildRequest(run, createCustomer, {}, named)).body).toEqual({ of: 'first' });
  const two = { ...run, configuration: { ...run.configuration, otherTenantId: 'tnt_2' } };
  expect((await buildRequest(two, createCustomer, { caller: 'second' }, named)).body).toEqual({ of: 'second' });
});

test('a text stands in the place of the body, and no value is made up beside it', async () => {
  const { raw, body } = await build(createCustomer, { text: '{' });
  expect([raw.body, body]).toEqual(['{', undefined]);
});

test('parameters of a path are filled in and escaped; one without a value is an error of the suite', async () => {
  expect((await build(reading, { parameters: { id: 'a/b c' } })).raw.path).toBe('customers/a%2Fb%20c');
  expect((await build(reading, { path: 'elsewhere' })).raw.path).toBe('elsewhere');
  await expect(build(reading)).rejects.toThrow('the path parameter id has no value');
});

test('headers name the caller, the key and the kind of body, each unless the request leaves it out', async () => {
  const second = {
    ...run,
    configuration: { ...run.configuration, otherTenantId: 'tnt_2', otherApiKey: 'sk_2', operator: 'Ada (é) \\ <a@b>' },
  } as RunContext;
  const of = async (change: object, on: RunContext = second, operation: Operation = createCustomer) =>
    Object.fromEntries((await buildRequest(on, operation, change, makers)).raw.headers);
  const plain = { Accept: 'application/json', 'User-Agent': expect.stringMatching(/contact: Ada \?\?\? \? <a@b>\)$/) };
  const uuid = expect.stringMatching(/^[\da-f-]{36}$/);
  const whole = {
    ...plain,
    ...{ 'Api-Key': 'sk_0123456789abcdef', 'x-tenant-id': 'tnt_1', 'Idempotency-Key': uuid },
    'Content-Type': 'application/json',
  };
  expect(await of({})).toEqual(whole);
  expect(await of({ caller: 'second' })).toEqual({ ...whole, 'Api-Key': 'sk_2', 'x-tenant-id': 'tnt_2' });
  expect(await of({ apiKey: null, tenant: null, idempotencyKey: null, contentType: null })).toEqual(plain);
  expect(await of({ apiKey: 'a', tenant: 'b', idempotencyKey: 'c', contentType: 'd', headers: [['X', 'e']] })).toEqual({
    ...plain,
    ...{ 'Api-Key': 'a', 'x-tenant-id': 'b', 'Idempotency-Key': 'c', 'Content-Type': 'd', X: 'e' },
  });
  const { 'Idempotency-Key': _, 'Content-Type': __, ...ofReading } = whole;
  expect(await of({}, second, listAccounts)).toEqual(ofReading);
  expect(Object.keys(await of({ spell: (name: string) => name.toUpperCase() }))).toContain('API-KEY');
  const unnamed = { ...fsapi, headers: { credential: 'Api-Key' } } as unknown as RunContext['specification'];
  expect(Object.keys(await of({}, { ...second, specification: unnamed }))).toEqual([
    ...['Api-Key', 'Content-Type', 'Accept', 'User-Agent'],
  ]);
  expect((await of({}, run))['User-Agent']).toContain('1.0.0 (conformance test suite; contact: holder of the Api-Key)');
});

test('the second tenant is one that is configured, and has the key of the first unless it has its own', async () => {
  await expect(build(createCustomer, { caller: 'second' })).rejects.toThrow('the request needs a second tenant');
  const two = { ...run, configuration: { ...run.configuration, otherTenantId: 'tnt_2' } };
  const { apiKey, tenant } = await buildRequest(two, createCustomer, { caller: 'second' }, makers);
  expect([apiKey, tenant]).toEqual(['sk_0123456789abcdef', 'tnt_2']);
});

test('a body is made for what becomes of it, and of its schema', async () => {
  const named = { customer: (_?: string, destiny?: string) => ({ is: destiny }) };
  expect((await buildRequest(run, createCustomer, {}, named)).body).toEqual({ is: 'stored' });
  expect((await buildRequest(run, createCustomer, { apiKey: null }, named)).body).toEqual({ is: 'rejected' });
  await expect(buildRequest(run, createCustomer, {}, {})).rejects.toThrow('no body of the schema customer');
  expect((await buildRequest(run, listAccounts, { body: { a: 1 } }, named)).body).toBeUndefined();
  const both = await buildRequest(run, createCustomer, { body: { a: 1 }, text: '{"a":1,"a":1}' }, named);
  expect([both.body, both.raw.body]).toEqual([{ a: 1 }, '{"a":1,"a":1}']);
});

test('a method and a query are taken as they are', async () => {
  const { raw } = await build(listAccounts, { method: 'HEAD', query: 'a=%00' });
  expect([raw.method, raw.path]).toEqual(['HEAD', 'accounts?a=%00']);
  expect((await build(listAccounts)).raw.method).toBe('GET');
});
