import { afterAll, expect, test } from 'vitest';
import { american } from '../../suites/customers/customers.fixture.js';
import { startReferenceServer } from './server.js';
import { customer, talkOf } from './testing/talk.js';

const server = await startReferenceServer({ https: false });
const { create, list } = talkOf(server);
afterAll(() => server.close());

test('a tenant that is missing is 400, and another one 403', async () => {
  expect((await list({ headers: { 'x-tenant-id': undefined } })).status).toBe(400);
  expect((await list({ headers: { 'x-tenant-id': server.credentials.otherTenantId } })).status).toBe(403);
});

test('other paths are not found, other methods not allowed', async () => {
  for (const path of ['/nothing', '//accounts', '/accounts/']) expect((await list({ path })).status).toBe(404);
  expect((await list({ method: 'DELETE' })).status).toBe(405);
  const head = await list({ method: 'HEAD' });
  expect([head.status, head.body]).toEqual([200, '']);
});

test('a valid customer is stored and shown', async () => {
  const body = customer({ nickname: 'ignored' });
  const answer = await create({ body });
  const { nickname: _, ...kept } = body;
  expect(answer.status).toBe(201);
  expect(answer.data).toEqual({ ...kept, id: expect.any(String), created_at: expect.any(String) });
  expect(answer.headers.get('location')).toBe(`/v1/customers/${Reflect.get(Object(answer.data), 'id')}`);
});

test.each([
  ['email', customer({ email: 'ada' })],
  ['address.state', customer({ address: { ...american.address, state: 'LND' } })],
  ['last_name', { first_name: 'Ada', email: 'ada@example.com' }],
  ['body', []],
])('an invalid %s is rejected by its name', async (member, body) => {
  const answer = await create({ body });
  expect(answer.status).toBe(422);
  expect(answer.data).toHaveProperty('error.members', [member]);
});

test('a write that is no JSON, too large or without a key is rejected', async () => {
  expect((await create({ body: '{"first_name":' })).status).toBe(400);
  expect((await create({ headers: { 'Content-Type': 'text/plain' } })).status).toBe(415);
  expect((await create({ headers: { 'Idempotency-Key': undefined } })).status).toBe(400);
  expect((await create({ body: 'x'.repeat(2_000_000) })).status).toBe(413);
});

test('a repeat is marked, and another body under the key is 422', async () => {
  const again = { body: customer(), headers: { 'Idempotency-Key': 'order-1' } };
  await create(again);
  expect((await create(again)).headers.get('idempotency-replayed')).toBe('true');
  expect((await create({ ...again, body: customer() })).status).toBe(422);
});
