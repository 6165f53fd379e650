import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReferenceServer, startReferenceServer } from './server.js';
import { clientOf, type Got } from './testing/client.js';
import { address, creation, customer, listing } from './testing/requests.js';

let server: ReferenceServer;
let client: ReturnType<typeof clientOf>;

beforeAll(async () => {
  server = await startReferenceServer();
  client = clientOf(server);
});
afterAll(async () => {
  client.close();
  await server.close();
});

const list = (change = {}, other = false) => client.ask(listing(server.credentials, change, other));
const create = (change = {}, other = false) => client.ask(creation(server.credentials, change, other));
const withKey = (key: string | undefined) => ({ headers: { 'Api-Key': key } });
const idOf = ({ data }: Got) => (data as { id: string }).id;

describe('authentication', () => {
  test('a missing, empty, unknown, public or rotated key returns 401 in JSON', async () => {
    const { publicKey, revokedKey, apiKey } = server.credentials;
    for (const key of [undefined, '', 'undefined', publicKey, revokedKey, `${apiKey}x`, apiKey.slice(0, -1)]) {
      for (const answer of [await list(withKey(key)), await create(withKey(key))]) {
        expect(answer.status).toBe(401);
        expect(answer.data).toHaveProperty('error.code', 'unauthorized');
      }
    }
  });

  test('the key comes before everything else', async () => {
    for (const change of [
      { body: '{' },
      { body: '' },
      { headers: { 'Content-Type': 'text/plain' } },
      { headers: { 'Idempotency-Key': undefined } },
      { headers: { 'x-tenant-id': undefined } },
      { path: '/nothing' },
      { method: 'PUT' },
      { body: 'x'.repeat(2_000_000) },
    ]) {
      const { headers, ...rest } = change as { headers?: Record<string, undefined> };
      expect((await create({ ...rest, headers: { ...headers, 'Api-Key': 'wrong' } })).status).toBe(401);
    }
    expect((await list({ method: 'HEAD', ...withKey(undefined) })).status).toBe(401);
  });

  test('a rejected write leaves its Idempotency-Key unused', async () => {
    const request = creation(server.credentials);
    await client.ask({ ...request, headers: { ...request.headers, 'Api-Key': undefined } });
    const answer = await client.ask(request);
    expect([answer.status, answer.headers['idempotency-replayed']]).toEqual([201, undefined]);
  });
});

describe('listing accounts', () => {
  test('each tenant sees its own, and values but no identities are shared', async () => {
    const [first, second] = [await list(), await list({}, true)].map(({ data }) => (data as { data: object[] }).data);
    expect(first).toHaveLength(3);
    expect(second).toHaveLength(4);
    const of = (accounts: object[] | undefined, name: string) => accounts?.map((account) => Reflect.get(account, name));
    expect(new Set([...(of(first, 'id') ?? []), ...(of(second, 'id') ?? [])]).size).toBe(7);
    expect(of(second, 'currency')).toEqual(expect.arrayContaining(of(first, 'currency') ?? []));
  });

  test('a tenant that is missing, unknown or somebody else’s is rejected', async () => {
    const { otherTenantId, tenantId } = server.credentials;
    expect((await list({ headers: { 'x-tenant-id': undefined } })).status).toBe(400);
    for (const id of [otherTenantId, `${tenantId}x`, '*', `${tenantId},${otherTenantId}`]) {
      expect((await list({ headers: { 'x-tenant-id': id } })).status).toBe(403);
    }
  });

  test('other paths are not found, other methods not allowed', async () => {
    for (const path of ['/nothing', '//accounts', '/accounts/']) expect((await list({ path })).status).toBe(404);
    expect((await list({ method: 'DELETE' })).status).toBe(405);
    const head = await list({ method: 'HEAD' });
    expect([head.status, head.body]).toEqual([200, '']);
  });
});

describe('creating a customer', () => {
  test('a valid one is stored and shown', async () => {
    const body = customer({ nickname: 'ignored' });
    const answer = await create({ body });
    const { nickname: _, ...kept } = body;
    expect(answer.status).toBe(201);
    expect(answer.data).toEqual({ ...kept, id: expect.any(String), created_at: expect.any(String) });
    expect(answer.headers.location).toBe(`/v1/customers/${idOf(answer)}`);
  });

  test.each([
    ['first_name', customer({ first_name: 4 })],
    ['email', customer({ email: 'ada' })],
    ['phone', customer({ phone: '0044 7700 900123' })],
    ['gender', customer({ gender: 'Female' })],
    ['date_of_birth', customer({ date_of_birth: '2023-02-29' })],
    ['address', customer({ address: [] })],
    ['address.state', customer({ address: address({ state: 'LND' }) })],
    ['last_name', { first_name: 'Ada', email: 'ada@example.com' }],
    ['body', []],
  ])('a wrong %s is refused by its name', async (member, body) => {
    const answer = await create({ body });
    expect(answer.status).toBe(422);
    expect(answer.data).toHaveProperty('error.members', [member]);
  });

  test('what is no JSON write is rejected', async () => {
    expect((await create({ body: '{"first_name":' })).status).toBe(400);
    expect((await create({ headers: { 'Content-Type': 'text/plain' } })).status).toBe(415);
    expect((await create({ headers: { 'Idempotency-Key': undefined } })).status).toBe(400);
    expect((await create({ body: 'x'.repeat(2_000_000) })).status).toBe(413);
  });
});

describe('Idempotency-Key', () => {
  test('the same body, members in any order, returns the first answer again', async () => {
    const request = creation(server.credentials);
    const first = await client.ask(request);
    const turned = Object.fromEntries(Object.entries(request.body as object).reverse());
    const again = await client.ask({ ...request, body: JSON.stringify(turned, null, 2), fresh: true });
    expect([again.status, again.data]).toEqual([201, first.data]);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  });

  test('another body is rejected', async () => {
    const request = creation(server.credentials);
    await client.ask(request);
    expect((await client.ask({ ...request, body: customer() })).status).toBe(422);
  });

  test('a burst creates one customer', async () => {
    const request = creation(server.credentials, { fresh: true });
    const answers = await Promise.all(Array.from({ length: 12 }, () => client.ask(request)));
    expect(new Set(answers.map(idOf)).size).toBe(1);
  });

  test('a broken connection creates one customer', async () => {
    const request = creation(server.credentials);
    await client.ask({ ...request, cutAfter: 0 });
    expect(idOf(await client.ask(request))).toBe(idOf(await client.ask(request)));
  });

  test('it is the tenant’s own, and a rejected body leaves it unused', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    expect((await create({ headers, body: {} })).status).toBe(422);
    const body = customer();
    expect(idOf(await create({ headers, body }))).not.toBe(idOf(await create({ headers, body }, true)));
  });
});
