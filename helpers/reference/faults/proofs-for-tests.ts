import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Got, Sent } from '../client-for-tests.js';
import { address, customer } from '../requests-for-tests.js';
import type { Talk } from '../talk-for-tests.js';

/** Something that a server does, in a form that compares: another value than the honest server's proves a fault. */
export type Proof = (talk: Talk) => Promise<unknown>;

type Key = (of: Talk['of']) => string | undefined;
const status = ({ status }: Got) => status;
const type = ({ headers }: Got) => headers['content-type'];
const isJson = ({ data }: Got) => data !== undefined;
const listed =
  (change: Sent = {}, look: (got: Got) => unknown = status): Proof =>
  async ({ list }) =>
    look(await list(change));
const creates =
  (change: Sent = {}, look: (got: Got) => unknown = status): Proof =>
  async ({ create }) =>
    look(await create(change));
const withHeaders = (headers: Record<string, string | undefined>) => ({ headers });
const without = withHeaders({ 'Api-Key': undefined });
const empty = withHeaders({ 'Api-Key': '' });

/** Keys other than the right one, on either operation. */
const keyLists =
  (key: Key): Proof =>
  async ({ list, of }) =>
    status(await list(withHeaders({ 'Api-Key': key(of) })));
const keyCreates =
  (key: Key): Proof =>
  async ({ create, of }) =>
    status(await create(withHeaders({ 'Api-Key': key(of) })));
const keyOnBoth =
  (key: Key): Proof =>
  async (talk) => [await keyLists(key)(talk), await keyCreates(key)(talk)];
const swapped = (text: string, at: number) => text.slice(0, at) + (text[at] === 'x' ? 'y' : 'x') + text.slice(at + 1);
const stranger = () => `sk_sandbox_${'a1B2'.repeat(10)}`;

/** The key elsewhere than in its header. */
const elsewhere =
  (change: (key: string) => Sent): Proof =>
  async ({ create, of }) => {
    const { headers, ...rest } = change(of.apiKey);
    return status(await create({ ...rest, headers: { ...headers, 'Api-Key': undefined } }));
  };
const spelt =
  (name: string, as: string): Proof =>
  async ({ list, of }) => {
    const value = name === 'Api-Key' ? of.apiKey : of.tenantId;
    return status(await list(withHeaders({ [name]: undefined, [as]: value })));
  };

/** A 401, or a side door, beside what the tenant owns: whether something of that stands in the answer. */
const tells =
  (change: Sent | ((talk: Talk) => Sent), before?: (talk: Talk) => Promise<unknown>): Proof =>
  async (talk) => {
    const accounts = JSON.stringify((await talk.list()).data).match(/acc_\w+/g) ?? [];
    await before?.(talk);
    const got = await talk.list(typeof change === 'function' ? change(talk) : change);
    const text = JSON.stringify(got.headers) + got.body;
    return accounts.some((id) => text.includes(id));
  };
const echoes: Proof = async ({ create }) => {
  const got = await create(withHeaders({ 'Api-Key': stranger() }));
  return (JSON.stringify(got.headers) + got.body).includes(stranger());
};

/** A write that is refused, and then sent with the right key. */
const afterRefusal =
  (key: string | undefined): Proof =>
  async ({ create }) => {
    const again = { body: customer(), headers: { 'Idempotency-Key': randomUUID() } };
    await create({ ...again, headers: { ...again.headers, 'Api-Key': key } });
    return status(await create(again));
  };

const identity = ({ data, headers }: Got) => Reflect.get(Object(data), 'id') ?? headers.location;
const same = () => ({ body: customer(), headers: { 'Idempotency-Key': randomUUID() } });
/** How many customers answer to one key, tried so often one after the other. */
const retried =
  (tries: number, wait = 0, change: (body: Record<string, unknown>) => unknown = (body) => body): Proof =>
  async ({ create }) => {
    const again = same();
    const seen = new Set([identity(await create(again))]);
    for (let one = 1; one < tries; one += 1) {
      await pause(wait);
      seen.add(identity(await create({ ...again, body: change(again.body) })));
    }
    return seen.size;
  };
/** Whether one of some bursts made two customers: a short window is not met by each. */
const raced: Proof = async ({ create }) => {
  for (let burst = 1; burst <= 10; burst += 1) {
    const again = { ...same(), fresh: true };
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(again)));
    const made = [...answers, await create(again)].filter(({ status }) => status === 201);
    if (new Set(made.map(identity)).size > 1) return 'two customers';
  }
  return 'one customer';
};
const broken: Proof = async ({ create }) => {
  const again = { ...same(), fresh: true };
  await create({ ...again, cutAfter: 10 });
  const [soon, later] = [await create(again), await create(again)];
  return identity(soon) === identity(later);
};
/** Two keys that differ from the place on: whether they answer for one customer. */
const nearKeys =
  (at: number, length = 36): Proof =>
  async ({ create }) => {
    const key = 'k'.repeat(length);
    const near = `${key.slice(0, at)}q${key.slice(at + 1)}`;
    const [one, other] = [
      await create(withHeaders({ 'Idempotency-Key': key })),
      await create(withHeaders({ 'Idempotency-Key': near })),
    ];
    return identity(one) === identity(other);
  };
/** What the second tenant is told about the first's customer, by a change of the first's own request. */
const acrossTenants =
  (change: (first: { body: Record<string, unknown>; headers: Record<string, string> }) => Sent): Proof =>
  async ({ create }) => {
    const first = same();
    const id = String(identity(await create(first)));
    const told = await create(change(first), true);
    return [status(told), (JSON.stringify(told.headers) + told.body).includes(id)];
  };

const member = (name: string, value: unknown): Proof => creates({ body: customer({ [name]: value }) });
const inAddress = (name: string, value: unknown): Proof =>
  creates({ body: customer({ address: address({ [name]: value }) }) });
const born = (date: unknown): Proof => member('date_of_birth', date);

/** Numbers of accounts that are shown for an id of a tenant. */
const named =
  (id: (of: Talk['of']) => string): Proof =>
  async ({ list, of }) => {
    const got = await list(withHeaders({ 'x-tenant-id': id(of) }));
    return [status(got), got.body.match(/acc_\w+/g)?.length];
  };
const ids = ({ body }: Got): string[] => body.match(/acc_\w+/g) ?? [];
/** Whether the two tenants are shown an account in common, asked by `how`. */
const common =
  (how: (talk: Talk) => Promise<readonly [Got, Got]>): Proof =>
  async (talk) => {
    const [first, second] = (await how(talk)).map(ids);
    return first?.some((id) => second?.includes(id));
  };
const inTurn = async ({ list }: Talk) => [await list(), await list({}, true)] as const;
const atOnce = ({ list }: Talk) => Promise.all([list({ fresh: true }), list({ fresh: true }, true)]);
const readings: Proof = async ({ list }) => {
  const seen = new Set<string>();
  for (let reading = 0; reading < 4; reading += 1) seen.add(ids(await list()).join());
  return seen.size;
};

export const probes = {
  listed,
  creates,
  keyLists,
  keyCreates,
  keyOnBoth,
  elsewhere,
  spelt,
  tells,
  afterRefusal,
  retried,
  nearKeys,
  acrossTenants,
  member,
  inAddress,
  named,
  common,
};
export {
  atOnce,
  born,
  broken,
  echoes,
  empty,
  inTurn,
  isJson,
  raced,
  readings,
  same,
  status,
  stranger,
  swapped,
  type,
  withHeaders,
  without,
};
