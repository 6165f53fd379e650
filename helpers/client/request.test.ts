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
