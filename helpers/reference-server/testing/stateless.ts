import { createHash, randomUUID } from 'node:crypto';
import type { Listener } from '../../api/listener.js';
import { type Asked, known, type Reply, type Service, serving } from './services.js';

const account = (id: string) => {
  return { id, currency: 'EUR', iban: `DE${id.replace(/\D/g, '').padEnd(20, '7').slice(0, 20)}` };
};
const listing = (...ids: readonly string[]): Reply => [200, { data: ids.map(account) }];
const customer = (id: unknown): Reply => [201, { id, status: 'active' }];

const isOther = ({ named }: Asked) => named === known.otherTenantId;
const ownListing = (asked: Asked) =>
  isOther(asked) ? listing('acc_40f6a8', 'acc_93c5d1') : listing('acc_71d0c2', 'acc_88e3b9');
/** Whose accounts are listed follows from the key, so that tenants are kept apart. */
const ownAccounts = (asked: Asked): Reply =>
  isOther(asked) === (asked.tenant === known.otherTenantId) ? ownListing(asked) : [403, { error: 'forbidden' }];
const randomAccounts = () => listing(`acc_${randomUUID()}`, `acc_${randomUUID()}`);
const noIds = (): Reply => [200, { data: ['EUR', 'USD'].map((currency) => ({ currency, balance: '10.00' })) }];
const cannedAccounts = () => listing('acc_71d0c2', 'acc_88e3b9');

const pool = ['cus_5d1f7c20', 'cus_e2b90417', 'cus_90ab3e6d', 'cus_17c8f4a3', 'cus_c46e02b9'];
const fromPool = (at: number) => customer(pool[at % pool.length]);
const cannedCustomer = () => fromPool(0);
const numberOf = (key: unknown) => createHash('md5').update(String(key)).digest().readUInt32BE();

function oneOfMany(turn: number): Reply {
  const digits = createHash('md5').update(`a customer ${numberOf(turn) % 64}`);
  return customer(digits.digest('hex').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5'));
}

function inTurn(answer: (turn: number) => Reply): () => Reply {
  let turns = 0;
  return () => {
    turns += 1;
    return answer(turns);
  };
}
/** The customers of a pool by the key, and the next one at each repeat. */
function byTheTry(): NonNullable<Service['create']> {
  const tries = new Map<unknown, number>();
  return ({ idempotencyKey: key }) => {
    tries.set(key, (tries.get(key) ?? 0) + 1);
    return fromPool(numberOf(key) + (tries.get(key) ?? 0));
  };
}
/** A conflict for each key that was used before; nothing but these keys is kept. */
function cannedOnce(): NonNullable<Service['create']> {
  const used = new Set<unknown>();
  return ({ idempotencyKey: key }) => {
    if (used.has(key)) return [409, { error: 'conflict' }];
    used.add(key);
    return cannedCustomer();
  };
}

/** A pass that is withheld everywhere would satisfy the table as well: these are not. */
export const keys = ['AUTH-01', 'AUTH-02', 'AUTH-03', 'AUTH-04', 'AUTH-05', 'AUTH-06'];
/** What a mock that compares keys and answers both operations does show. */
const basics = [...keys, 'AUTH-07', 'HTTP-06', 'CUST-01', 'ACCT-01', 'VER-01'];
const isolated = [...basics, 'ACCT-02', 'ACCT-03', 'ACCT-04', 'ACCT-05'];
const ofKeys = ['IDEM-01', 'IDEM-04'];

/** A mock without state, or nearly: what it may pass, and what it does break. */
interface Stateless {
  readonly listener: Listener;
  readonly passes: readonly string[];
  readonly fails: readonly string[];
  /** Fails with pointers alone. */
  readonly pointed?: string;
  readonly byChance?: string;
}

function mock(
  create: NonNullable<Service['create']>,
  list: NonNullable<Service['list']>,
  [passes, fails]: readonly [passes: readonly string[], fails: readonly string[]],
  { takesAll = false, ...more }: Pick<Stateless, 'pointed' | 'byChance'> & { takesAll?: boolean } = {},
): Stateless {
  const isValid = (_: unknown, sent: string) => takesAll || sent.endsWith('}');
  return { listener: serving({ create, list, isValid }), passes, fails, ...more };
}

const always = (status: number, body: object, fails: readonly string[] = []): Stateless => ({
  listener: (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
  ...{ passes: [], fails },
});

/** Kinds of mocks, as teams build or generate them, and an address where nothing is. */
export const statelessTargets: Readonly<Record<string, Stateless>> = {
  // Both tenants get one listing, and every key gets one customer.
  canned: mock(cannedCustomer, cannedAccounts, [
    [...basics, 'ACCT-05'],
    ['IDEM-04', 'ACCT-02'],
  ]),
  // It does keep the tenants’ listings apart, and goes by x-tenant-id alone.
  'canned by tenant': mock((asked) => fromPool(isOther(asked) ? 1 : 0), ownListing, [
    [...basics, 'ACCT-02', 'ACCT-05'],
    ['IDEM-04', 'ACCT-03', 'ACCT-04'],
  ]),
  // What keys do shows; whose customer a response is about does not.
  'canned, repeats rejected': mock(cannedOnce(), ownAccounts, [isolated, ['IDEM-04']]),
  // So short an id may be anything's, until a pointer says that it is the customer's.
  'canned number': mock(() => customer(1), ownAccounts, [isolated, []], { pointed: 'IDEM-04' }),
  // A repeat shows another customer, which another key has shown.
  'a few in turn': mock(inTurn(fromPool), ownAccounts, [isolated, ofKeys]),
  'a few by the try, anything accepted': mock(byTheTry(), ownAccounts, [isolated, ofKeys], { takesAll: true }),
  'a few by the key': mock((asked) => fromPool(numberOf(asked.idempotencyKey)), ownAccounts, [isolated, ['IDEM-04']]),
  // Few of 64 agree, and whether keys do is chance.
  'one of many': mock(inTurn(oneOfMany), ownAccounts, [[...isolated, 'IDEM-04'], ['IDEM-01']], { byChance: 'IDEM-04' }),
  // A repeat shows a new customer, a listing new accounts.
  random: mock(() => customer(`cus_${randomUUID()}`), randomAccounts, [basics, ['IDEM-01', 'ACCT-05']]),
  // Its creations follow from the key, as idempotent ones do.
  'random listing': mock(({ idempotencyKey }) => [201, { id: `cus_${idempotencyKey}` }], randomAccounts, [
    [...basics, 'AUTH-08', 'IDEM-01', 'IDEM-02', 'IDEM-03', 'IDEM-04', 'IDEM-05', 'CUST-23'],
    ['ACCT-05'],
  ]),
  echo: mock(({ body }) => [201, body ?? {}], cannedAccounts, [[...basics, 'ACCT-05'], ['ACCT-02']]),
  'no id': mock(() => [201, { status: 'created' }], noIds, [basics, []]),
  'always 401': always(401, { error: 'unauthorized' }),
  'nothing there': always(404, { error: 'not found' }),
  'always 200': always(200, {}, ['AUTH-01', 'AUTH-02', 'AUTH-03', 'AUTH-04']),
};

export const listenerOf = (name: keyof typeof statelessTargets): Listener =>
  (statelessTargets[name] as Stateless).listener;
