import { createHash, randomInt, randomUUID } from 'node:crypto';

export type Answer = Readonly<{
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** It closes the connection without an answer. */
  dropped?: true;
}>;

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

export const rejection = (status: number, code: string, message: string, more: Record<string, unknown> = {}): Answer =>
  json(status, { error: { code, message, ...more } });

export const withAnswerHeaders = (answer: Answer, headers: Record<string, string>): Answer => ({
  ...answer,
  headers: { ...answer.headers, ...headers },
});

export const withAnswerBody = (answer: Answer, body: unknown): Answer => ({ ...answer, body: JSON.stringify(body) });

export type Account = Readonly<ReturnType<typeof openAccount>>;

export type Customer = Readonly<Record<string, unknown> & { id: string | number; created_at: string }>;

export type Tenant = Readonly<{
  id: string;
  apiKey: string;
  publicKey: string;
  revokedKey: string;
  accounts: readonly Account[];
  customers: Map<string, Customer>;
}>;

/** The honest identity is `uuid`. */
type Origin = Readonly<{
  uuid: string;
  /** 0 or 1. */
  tenant: number;
  /** Customers that the tenant has already. */
  count: number;
  email: unknown;
  idempotencyKey: string;
}>;

/** What a server stores. No key is valid at two servers. */
export interface State {
  readonly tenants: readonly [Tenant, Tenant];
  /** By `slot(tenant, key)`. */
  readonly writes: Map<string, Readonly<{ body: string; answer: Promise<Answer> }>>;
  newCustomerId(tenant: Tenant, sent: Pick<Origin, 'email' | 'idempotencyKey'>): Customer['id'];
  tenantsOf(key: string): readonly Tenant[];
}

/** Certificate, address, and the form of keys and identities. */
export type Shape = Readonly<{
  certificate?: 'unknown authority' | 'expired' | 'other host';
  /** Begins and ends with a slash; `/v1/` by default. */
  basePath?: string;
  secretKey?: () => string;
  /** By position, 0 or 1. */
  tenantId?: (position: number) => string;
  oneKey?: boolean;
  customerId?: (origin: Origin) => Customer['id'];
  /** An account's identity. @param count of its tenant's earlier accounts */
  accountId?: (account: Account, count: number) => Account['id'];
}>;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export const letters = (length: number) =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

const digits = (length: number) => Array.from({ length }, () => randomInt(10)).join('');

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Digits that stand for an identity, without a leading zero. */
export const digitsOf = (id: string, length: number) =>
  `7${BigInt(`0x${hashOf(id).toString('hex')}`)}`.slice(0, length);

/** The name of a write: its scope is the tenant. */
export const slot = (tenant: Tenant, idempotencyKey: string) => `${tenant.id} ${idempotencyKey}`;

/** What a client needs to act as two tenants; the other one's key only if it differs. */
export const credentialsOf = ({ id: tenantId, apiKey, publicKey, revokedKey }: Tenant, other: Tenant) => ({
  apiKey,
  tenantId,
  publicKey,
  revokedKey,
  otherApiKey: other.apiKey === apiKey ? undefined : other.apiKey,
  otherTenantId: other.id,
});

export const openAccount = (position: number) => ({
  id: `acc_${letters(18)}` as string | number,
  iban: `DE${randomInt(10, 99)}${digits(18)}`,
  currency: ['EUR', 'USD', 'GBP'][position % 3],
  bank_code: '50010517',
  product: position % 2 === 0 ? 'current' : 'savings',
  status: 'active',
  balance: `${randomInt(10, 100_000)}.${randomInt(10, 99)}`,
  created_at: new Date(Date.now() - randomInt(1, 400) * 86_400_000).toISOString(),
});

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
