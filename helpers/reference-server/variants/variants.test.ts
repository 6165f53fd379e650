import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { variants } from '../all.js';
import type { Got, Sent } from '../testing/client.js';
import { address, customer } from '../testing/requests.js';
import { type Talk, talkTo } from '../testing/talk.js';

const against = (variant: string, talk: (to: Talk) => Promise<void>) => talkTo({ variant, https: false }, talk);

/** Customers for services whose own rules leave out the one that the other tests send. */
const fitting: Readonly<Record<string, () => Record<string, unknown>>> = {
  'types-in-capitals': () => customer({ type: 'INDIVIDUAL' }),
  'genders-in-one-letter': () => customer({ gender: 'f' }),
  'one-country': () => customer({ address: address({ country: 'NG', state: 'NG-LA', city: 'Lagos' }) }),
  'one-country-and-its-phones': () =>
    customer({ phone: '+33639980001', address: address({ country: 'FR', state: 'FR-IDF', city: 'Paris' }) }),
  'no-reserved-domains': () => customer({ email: `ada.${randomUUID()}@bank.example` }),
  'no-fictional-phones': () => customer({ phone: '+447123456789' }),
};

const isSuccess = ({ status }: Got) => status >= 200 && status < 300;
/** The body of an answer, whatever it is, for looking into it. */
const at = ({ data }: Got, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((value, name) => Object(value)[name], data);
const invalid = { body: customer({ last_name: 4 }) };
const replay = async ({ create }: Talk, change: Sent = {}) => {
  const again = { body: customer(), headers: { 'Idempotency-Key': randomUUID() } };
  return [await create(again), await create({ ...again, ...change })] as const;
};

test('every variant has an id of its own and names one freedom', () => {
  expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length);
  for (const { id, freedom } of variants) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(freedom, id).toMatch(/^(?:[A-Z]|x-tenant-id).{20,}\.$/);
  }
});

describe('every variant', () => {
  test.each(variants.map(({ id }) => id))('%s', async (id) => {
    await against(id, async ({ create, list }) => {
      const suitable = fitting[id] ?? customer;
      // Services that are busy now and then answer so once in many requests, and not the first ones.
      for (const other of [false, true]) {
        expect(await create({ body: suitable() }, other)).toSatisfy(isSuccess);
        expect(await list({}, other)).toSatisfy(isSuccess);
      }
      for (const key of [undefined, '', 'undefined', `sk_sandbox_${'a'.repeat(40)}`]) {
        expect((await create({ headers: { 'Api-Key': key } })).status).toBe(401);
        expect((await list({ headers: { 'Api-Key': key } })).status).toBe(401);
      }
    });
  });
});

/** What proves that a freedom is used, beside its id. */
const proofs: Readonly<Record<string, (talk: Talk) => Promise<void>>> = {
  'creation-204': async ({ create }) => expect(await create()).toMatchObject({ status: 204, body: '' }),
  'creation-201-with-a-location-only': async ({ create }) => {
    const answer = await create();
    expect([answer.status, answer.body]).toEqual([201, '']);
    expect(answer.headers.location).toMatch(/customers\/./);
  },
  'customer-id-in-the-query-of-the-location': async ({ create }) =>
    expect((await create()).headers.location).toMatch(/[?&]id=[0-9a-f-]{36}$/),
  'customer-uuid-in-camel-case': async ({ create }) =>
    expect(at(await create(), 'data', 'customer')).toMatchObject({ uuid: expect.any(String), firstName: 'Ada' }),
  'customer-id-as-a-bare-string': async ({ create }) => expect((await create()).data).toBeTypeOf('string'),
  'creation-tells-no-identity': async ({ create }) => {
    const answer = await create();
    expect([answer.data, answer.headers.location]).toEqual([{ status: 'ok' }, undefined]);
  },
  'customer-ids-are-numbers-beyond-double-precision': async ({ create }) => {
    const [first, second] = [await create(), await create()];
    expect(first.body).not.toBe(second.body);
    expect(at(first, 'id')).toBe(at(second, 'id'));
  },
  'customer-ids-counted-in-each-tenant': async ({ create }) => {
    const answers = [await create(), await create({}, true), await create()];
    expect(answers.map((answer) => at(answer, 'id'))).toEqual([1, 1, 2]);
  },
  'replay-204': async (talk) => expect((await replay(talk)).map(({ status }) => status)).toEqual([201, 204]),
  'replay-425': async (talk) => expect((await replay(talk)).map(({ status }) => status)).toEqual([201, 425]),
  'replay-with-the-time-as-created-at': async (talk) => {
    const began = Date.now();
    const [first, second] = await replay(talk);
    expect(at(first, 'id')).toBe(at(second, 'id'));
    expect(Date.parse(String(at(second, 'created_at')))).toBeGreaterThanOrEqual(began - 1000);
  },
  'replay-with-another-body-answered-as-the-first': async (talk) => {
    const [first, second] = await replay(talk, { body: customer() });
    expect(second.data).toEqual(first.data);
  },
  'concurrent-tries-409': async ({ create }) => {
    const seen = new Set<number>();
    // Connections that open late find the first try done, so one burst may not be enough.
    for (let burst = 0; burst < 20 && seen.size < 2; burst += 1) {
      const again = { body: customer(), headers: { 'Idempotency-Key': randomUUID() }, fresh: true };
      for (const { status } of await Promise.all([1, 2, 3, 4].map(() => create(again)))) seen.add(status);
    }
    expect([...seen].sort()).toEqual([201, 409]);
  },
  'refusals-kept-under-the-key': async ({ create }) => {
    const headers = { 'Idempotency-Key': randomUUID() };
    expect([(await create({ ...invalid, headers })).status, (await create({ headers })).status]).toEqual([422, 422]);
  },
  'refusals-418': async ({ create }) => expect((await create(invalid)).status).toBe(418),
  'refusals-without-a-body': async ({ create }) => expect((await create(invalid)).body).toBe(''),
  'refusals-as-an-array': async ({ create }) => expect((await create(invalid)).data).toBeInstanceOf(Array),
  'refusals-200-success-false': async ({ create }) =>
    expect(await create(invalid)).toMatchObject({ status: 200, data: { success: false } }),
  'unauthorized-without-a-body': async ({ list }) =>
    expect(await list({ headers: { 'Api-Key': 'wrong' } })).toMatchObject({ status: 401, body: '' }),
  'listing-as-a-bare-array': async ({ list }) => expect((await list()).data).toHaveLength(3),
  'listing-paged-by-a-link-in-header-and-body': async ({ list }) => {
    const [first, second] = [await list(), await list({ path: '/accounts?page=2' })];
    expect([at(first, 'data', 'length'), at(second, 'data', 'length')]).toEqual([2, 1]);
    expect(first.headers.link).toMatch(/rel="next"/);
    expect(second.headers.link).toBeUndefined();
  },
  'listing-in-any-order': async ({ list }) => {
    const orders = new Set<string>();
    for (let reading = 0; reading < 20; reading += 1) orders.add(JSON.stringify((await list()).data));
    expect(orders.size).toBeGreaterThan(1);
  },
  'listing-empty-for-one-tenant': async ({ list }) =>
    expect([at(await list(), 'data', 'length'), at(await list({}, true), 'data', 'length')]).toEqual([3, 0]),
  'accounts-with-live-balances': async ({ list }) => {
    const [first, second] = [await list(), await list()];
    expect(at(first, 'data', 0, 'id')).toBe(at(second, 'data', 0, 'id'));
    expect(first.body).not.toBe(second.body);
  },
  'account-opened-in-the-middle-of-the-run': async ({ list }) => {
    const sizes: unknown[] = [];
    for (let reading = 0; reading < 9; reading += 1) sizes.push(at(await list(), 'data', 'length'));
    expect(sizes).toEqual([3, 3, 3, 3, 3, 3, 3, 4, 4]);
  },
  'tenant-taken-from-the-key': async ({ list }) => {
    const own = await list();
    for (const id of [undefined, 'unknown'])
      expect((await list({ headers: { 'x-tenant-id': id } })).data).toEqual(own.data);
  },
  'tenant-optional-in-creations': async ({ create }) => {
    expect((await create({ headers: { 'x-tenant-id': undefined } })).status).toBe(201);
    expect((await create({ headers: { 'x-tenant-id': 'unknown' } })).status).toBe(403);
  },
  'unknown-tenant-lists-nothing': async ({ list }) =>
    expect((await list({ headers: { 'x-tenant-id': 'unknown' } })).data).toEqual({ data: [] }),
  'one-key-for-both-tenants': async ({ server }) => expect(server.credentials.otherApiKey).toBeUndefined(),
  'short-tenant-ids': async ({ server }) => expect(server.credentials.tenantId).toMatch(/^\d{5}$/),
  'key-in-hexadecimal-capitals': async ({ list, server }) => {
    const { apiKey } = server.credentials;
    expect((await list({ headers: { 'Api-Key': apiKey.toLowerCase() } })).status).toBe(200);
    expect((await list({ headers: { 'Api-Key': `${apiKey}0` } })).status).toBe(401);
  },
  'secret-key-in-base64': async ({ list, server }) => {
    const { apiKey } = server.credentials;
    const last = apiKey.charCodeAt(42);
    // Three of four spellings of the last character differ in spare bits only; one of its neighbours does for certain.
    const neighbours = [last - 1, last + 1].map((code) => `${apiKey.slice(0, 42)}${String.fromCharCode(code)}=`);
    const statuses: number[] = [];
    for (const key of neighbours) statuses.push((await list({ headers: { 'Api-Key': key } })).status);
    expect(statuses).toContain(200);
    expect((await list({ headers: { 'Api-Key': `${apiKey}x` } })).status).toBe(401);
  },
  'idempotency-key-optional': async ({ create }) =>
    expect((await create({ headers: { 'Idempotency-Key': undefined } })).status).toBe(201),
  'idempotency-key-has-to-be-a-uuid-v4': async ({ create }) =>
    expect((await create({ headers: { 'Idempotency-Key': 'order-1' } })).status).toBe(400),
  'idempotency-key-of-64-characters-at-most': async ({ create }) =>
    expect((await create({ headers: { 'Idempotency-Key': 'k'.repeat(65) } })).status).toBe(400),
  'idempotency-key-read-as-a-uuid': async ({ create }) => {
    const key = randomUUID();
    const again = { body: customer(), headers: { 'Idempotency-Key': key } };
    const upper = { ...again, headers: { 'Idempotency-Key': key.toUpperCase() } };
    expect(at(await create(again), 'id')).toBe(at(await create(upper), 'id'));
  },
  'country-and-state-put-in-upper-case': async ({ create }) => {
    const answer = await create({ body: customer({ address: address({ country: 'gb' }) }) });
    expect(at(answer, 'address', 'country')).toBe('GB');
  },
  'phone-with-00-put-right': async ({ create }) =>
    expect(at(await create({ body: customer({ phone: '00447700900123' }) }), 'phone')).toBe('+447700900123'),
  'numbers-read-as-strings': async ({ create }) => {
    expect(at(await create(invalid), 'last_name')).toBe('4');
    expect((await create({ body: customer({ email: 4 }) })).status).toBe(422);
  },
  'gender-put-in-lower-case': async ({ create }) =>
    expect(at(await create({ body: customer({ gender: 'FEMALE' }) }), 'gender')).toBe('female'),
  'email-unique': async ({ create }) => {
    const body = customer();
    const statuses = [await create({ body }), await create({ body }), await create({ body }, true)];
    expect(statuses.map(({ status }) => status)).toEqual([201, 409, 201]);
  },
  'names-of-letters-only': async ({ create }) =>
    expect((await create({ body: customer({ first_name: 'R2D2' }) })).status).toBe(422),
  'all-members-required': async ({ create }) =>
    expect((await create({ body: customer({ middle_name: undefined }) })).status).toBe(422),
  'adults-only': async ({ create }) =>
    expect((await create({ body: customer({ date_of_birth: '1900-02-28' }) })).status).toBe(422),
  'request-scoped-values-in-every-answer': async ({ create, list }) => {
    for (const answer of [await create(), await list(), await create(invalid)]) {
      expect(answer.data).toHaveProperty('trace.span.id');
      expect(answer.data).toHaveProperty('debug.served.by.request_id');
    }
  },
  'answers-of-json-api-type': async ({ list }) =>
    expect((await list()).headers['content-type']).toBe('application/vnd.api+json'),
  'connection-closed-after-each-answer': async ({ list }) => expect((await list()).headers.connection).toBe('close'),
  'plain-http-on-loopback': async ({ server }) => expect(server.baseUrl).toMatch(/^http:/),
  'rate-limit-met-now-and-then': async ({ list }) => {
    const statuses: number[] = [];
    for (let reading = 0; reading < 80; reading += 1) statuses.push((await list()).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  },
};

describe('a freedom is used', () => {
  test.each(Object.entries(proofs))('%s', (id, prove) => against(id, prove));
});
