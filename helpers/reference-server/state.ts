import { randomInt, randomUUID } from 'node:crypto';

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The connection is closed in the place of an answer. */
  readonly dropped?: true;
}

export type Account = Readonly<Omit<ReturnType<typeof openAccount>, 'id'> & { id: string | number }>;

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

/** What the identity of a customer may be made from. */
interface Origin {
  /** What the honest service takes. */
  readonly uuid: string;
  /** Position of its tenant, 0 and 1, and how many customers that has before it. */
  readonly tenant: number;
  readonly count: number;
  /** What the request sent. */
  readonly email: unknown;
  readonly idempotencyKey: string;
}

/** Everything that one server knows. Made anew for each, so that no key is ever valid twice. */
export interface State {
  readonly tenants: readonly [Tenant, Tenant];
  /** Writes by `slot(tenant, key)`. */
  readonly writes: Map<string, Write>;
  /** An identity for one more customer of a tenant. */
  newCustomerId(tenant: Tenant, sent: Pick<Origin, 'email' | 'idempotencyKey'>): Customer['id'];
  /** The tenants that a key may act for: none where it is missing or unknown. */
  tenantsOf(key: string): readonly Tenant[];
}

/** What lies below a service: its certificate and address, the form of keys and identities. */
export interface Shape {
  readonly certificate?: 'unknown authority' | 'expired' | 'other host';
  /** Begins and ends with a slash. Default `/v1/`. */
  readonly basePath?: string;
  readonly secretKey?: () => string;
  /** By position, 0 and 1. */
  readonly tenantId?: (position: number) => string;
  /** Whether one key serves both tenants. */
  readonly oneKey?: boolean;
  /** The identity that a customer is stored under, and shown with wherever it is shown. */
  readonly customerId?: (origin: Origin) => Customer['id'];
  /** The identity that an account is stored under. @param count how many accounts its tenant has before it */
  readonly accountId?: (account: Account, count: number) => Account['id'];
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Letters and digits at random, from the system's secure source. */
export const letters = (length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

const digits = (length: number): string => Array.from({ length }, () => randomInt(10)).join('');

/** The name under which a write is kept: its scope is the tenant. */
export const slot = (tenant: Tenant, idempotencyKey: string): string => `${tenant.id} ${idempotencyKey}`;

/** What a client needs to act as a tenant, and as another one, which has no key of its own where one serves both. */
export const credentialsOf = (own: Tenant, other: Tenant) => ({
  ...{ apiKey: own.apiKey, tenantId: own.id, publicKey: own.publicKey, revokedKey: own.revokedKey },
  ...{ otherApiKey: other.apiKey === own.apiKey ? undefined : other.apiKey, otherTenantId: other.id },
});

/** An account. Currency, bank code and product come from a short list, so that tenants share them. */
export const openAccount = (position: number) => ({
  id: `acc_${letters(18)}`,
  iban: `DE${randomInt(10, 99)}${digits(18)}`,
  currency: ['EUR', 'USD', 'GBP'][position % 3],
  bank_code: '50010517',
  product: position % 2 === 0 ? 'current' : 'savings',
  status: 'active',
  balance: `${randomInt(10, 100_000)}.${randomInt(10, 99)}`,
  created_at: new Date(Date.now() - randomInt(1, 400) * 86_400_000).toISOString(),
});

/** A new world of two tenants. */
export function createState(shape: Shape = {}): State {
  const { secretKey = () => `sk_sandbox_${letters(40)}`, tenantId = () => `tnt_${letters(20)}` } = shape;
  const tenant = (position: number, key: string, accounts: number): Tenant => ({
    id: tenantId(position),
    apiKey: key,
    publicKey: `pk_sandbox_${letters(40)}`,
    revokedKey: `sk_sandbox_${letters(40)}`,
    accounts: Array.from({ length: accounts }, (_, at) => {
      const account = openAccount(at);
      return { ...account, id: shape.accountId?.(account, at) ?? account.id };
    }),
    customers: new Map(),
  });
  const first = tenant(0, secretKey(), 3);
  const tenants = [first, tenant(1, shape.oneKey ? first.apiKey : secretKey(), 4)] as const;
  return {
    tenants,
    writes: new Map(),
    newCustomerId: (own, sent) => {
      const origin = { uuid: randomUUID(), tenant: own === first ? 0 : 1, count: own.customers.size, ...sent };
      return shape.customerId?.(origin) ?? origin.uuid;
    },
    tenantsOf: (key) => tenants.filter(({ apiKey }) => apiKey === key),
  };
}
