import { createHash, randomBytes, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The connection is closed in the place of an answer. */
  readonly dropped?: true;
}

export interface Account {
  readonly id: string | number;
  readonly iban: string;
  readonly currency: string;
  readonly bank_code: string;
  readonly product: string;
  readonly status: string;
  readonly balance: string;
  readonly created_at: string;
}

/** A customer as stored: the members that were sent, its identity and its time of creation. */
export type Customer = Readonly<Record<string, unknown>> & {
  readonly id: string | number;
  readonly created_at: string;
};

/** One business with its key pair, a key that was rotated out, and what it owns. */
export interface Tenant {
  readonly id: string;
  readonly apiKey: string;
  readonly publicKey: string;
  readonly revokedKey: string;
  readonly accounts: readonly Account[];
  /** By identity, as it stands in a path. */
  readonly customers: Map<string, Customer>;
}

/** A write that is known by its Idempotency-Key: the body it came with, in canonical form, and its answer. */
export interface Write {
  readonly print: string;
  readonly answer: Promise<Answer>;
}

/** Everything that one server knows. Made anew for each, so that no key is ever valid twice. */
export interface State {
  readonly tenants: readonly [Tenant, Tenant];
  /** Writes by `slot(tenant, key)`. */
  readonly writes: Map<string, Write>;
  /** An identity for one more customer of a tenant. */
  newCustomerId(tenant: Tenant, sent: Sent): Customer['id'];
  /** The tenants that a key may act for: none where it is missing or unknown. */
  tenantsOf(key: string | undefined): readonly Tenant[];
}

/** What a request to create a customer contains that its identity may be made from. */
export interface Sent {
  readonly email: unknown;
  readonly idempotencyKey: string;
}

/** What a variant may ask of keys and identities: another form of them, or one key that serves both tenants. */
export interface StateShape {
  readonly secretKey?: () => string;
  /** By position, 0 and 1. */
  readonly tenantId?: (position: number) => string;
  readonly oneKey?: boolean;
  /**
   * The identity that a customer is stored under, and shown with wherever it is shown.
   * @param uuid what the honest service takes
   * @param of position of its tenant, 0 and 1, how many customers that tenant has before it, and what the request sent
   */
  readonly customerId?: (
    uuid: string,
    of: { readonly tenant: number; readonly count: number } & Sent,
  ) => Customer['id'];
  /** The identity that an account is stored under. @param count how many accounts its tenant has before it */
  readonly accountId?: (account: Account, count: number) => Account['id'];
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Letters and digits at random, from the system's secure source. */
export const letters = (length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** The name under which a write is kept: its scope is the tenant. */
export const slot = (tenant: Tenant, idempotencyKey: string): string => `${tenant.id} ${idempotencyKey}`;

/** Of a key: digests are compared, so that the time it takes tells nothing about the key. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** An account. Currency, bank code and product come from a short list, so that tenants share them. */
export function openAccount(position: number): Account {
  const number = BigInt(`0x${randomBytes(7).toString('hex')}`)
    .toString()
    .padStart(18, '0')
    .slice(0, 18);
  return {
    id: `acc_${letters(18)}`,
    iban: `DE${randomInt(10, 99)}${number}`,
    currency: ['EUR', 'USD', 'GBP'][position % 3] ?? 'EUR',
    bank_code: '50010517',
    product: position % 2 === 0 ? 'current' : 'savings',
    status: 'active',
    balance: `${randomInt(10, 100_000)}.${randomInt(10, 99)}`,
    created_at: new Date(Date.now() - randomInt(1, 400) * 86_400_000).toISOString(),
  };
}

const makeTenant = (id: string, apiKey: string, accounts: readonly Account[]): Tenant => ({
  id,
  apiKey,
  publicKey: `pk_sandbox_${letters(40)}`,
  revokedKey: `sk_sandbox_${letters(40)}`,
  accounts,
  customers: new Map(),
});

/** A new world of two tenants. @param known ids and keys that they have already, by position */
export function createState(shape: StateShape = {}, known: readonly Partial<Tenant>[] = []): State {
  const secretKey = shape.secretKey ?? (() => `sk_sandbox_${letters(40)}`);
  const tenantId = shape.tenantId ?? (() => `tnt_${letters(20)}`);
  const accounts = (length: number) =>
    Array.from({ length }, (_, at) => {
      const account = openAccount(at);
      return { ...account, id: shape.accountId?.(account, at) ?? account.id };
    });
  const first = { ...makeTenant(tenantId(0), secretKey(), accounts(3)), ...known[0] };
  const second = { ...makeTenant(tenantId(1), shape.oneKey ? first.apiKey : secretKey(), accounts(4)), ...known[1] };
  const tenants: State['tenants'] = [first, second];
  return {
    tenants,
    writes: new Map(),
    newCustomerId: (tenant, sent) => {
      const uuid = randomUUID();
      const of = { tenant: tenants.indexOf(tenant), count: tenant.customers.size, ...sent };
      return shape.customerId?.(uuid, of) ?? uuid;
    },
    tenantsOf: (key) => {
      if (!key) return [];
      const sent = digest(key);
      return tenants.filter(({ apiKey }) => timingSafeEqual(sent, digest(apiKey)));
    },
  };
}
