import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { variants } from '../all.js';
import { startReferenceServer } from '../server.js';
import { customer, type Got, type Talk, talkOf } from '../testing/talk.js';
import { pairwise } from './freedoms.js';

const at = ({ data }: Got, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((value, name) => Object(value)[name], data);
const invalid = { body: customer({ last_name: 4 }) };

test('every variant has an id of its own and names one freedom', () => {
  expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length);
  for (const { id, freedom } of variants) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(freedom.length, id).toBeGreaterThan(id === 'combination-1' ? -1 : 10);
  }
});

test('each two levels of two dimensions meet in a combination', () => {
  const pairs = pairwise(['a1 a2 a3', 'bx by', 'cp cq'].map((levels) => levels.split(' ')));
  const levelOf = (choice: readonly string[], name: string) => choice.find((level) => level.startsWith(name));
  const met = (one: string, other: string) =>
    new Set(pairs.map((choice) => `${levelOf(choice, one)}${levelOf(choice, other)}`)).size;
  expect([met('a', 'b'), met('a', 'c'), met('b', 'c')]).toEqual([6, 6, 4]);
  expect(pairs.length).toBeLessThan(9);
});

/** What proves that a freedom is used, where no observation of a run differs (`variants.slow.test.ts`). */
const proofs: Readonly<Record<string, (talk: Talk) => Promise<void>>> = {
  'concurrent-tries-409': async ({ create }) => {
    const seen = new Set<number>();
    // Connections that open late find the first try done, so one burst may not be enough.
    for (let burst = 0; burst < 20 && seen.size < 2; burst += 1) {
      const again = { body: customer(), headers: { 'Idempotency-Key': randomUUID() } };
      for (const { status } of await Promise.all([1, 2, 3, 4].map(() => create(again)))) seen.add(status);
    }
    expect([...seen].sort()).toEqual([201, 409]);
  },
  'refusals-kept-under-the-key': async ({ create }) => {
    const headers = { 'Idempotency-Key': randomUUID() };
    expect([(await create({ ...invalid, headers })).status, (await create({ headers })).status]).toEqual([422, 422]);
  },
  'listing-empty-for-one-tenant': async ({ list }) =>
    expect([at(await list(), 'data', 'length'), at(await list({}, true), 'data', 'length')]).toEqual([3, 0]),
  'account-opened-in-the-middle-of-the-run': async ({ list }) => {
    const sizes: unknown[] = [];
    for (let reading = 0; reading < 9; reading += 1) sizes.push(at(await list(), 'data', 'length'));
    expect(sizes).toEqual([3, 3, 3, 3, 3, 3, 3, 4, 4]);
  },
  'one-key-for-both-tenants': async ({ server }) => expect(server.credentials.otherApiKey).toBeUndefined(),
  'short-tenant-ids': async ({ server }) => expect(server.credentials.tenantId).toMatch(/^\d{5}$/),
  'numbers-read-as-strings': async ({ create }) => {
    expect(at(await create(invalid), 'last_name')).toBe('4');
    expect((await create({ body: customer({ email: 4 }) })).status).toBe(422);
  },
  'one-customer-for-each-address': async ({ create }) => {
    const body = customer();
    const first = await create({ body });
    const again = await create({ body: { ...customer(), email: body.email } });
    expect([again.status, at(again, 'id')]).toEqual([200, at(first, 'id')]);
  },
  'rate-limit-met-now-and-then': async ({ list }) => {
    const statuses: number[] = [];
    for (let reading = 0; reading < 80; reading += 1) statuses.push((await list()).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  },
};

test.each(Object.entries(proofs))('a freedom is used: %s', async (variant, prove) => {
  const server = await startReferenceServer({ variant, https: false });
  await prove(talkOf(server)).finally(() => server.close());
});
