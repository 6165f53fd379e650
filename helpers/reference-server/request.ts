import { createCustomer, listAccounts } from '../../schemas/fsapi/operations.js';
import { isObject } from '../../schemas/is-object.js';
import { type Customer, type State, slot, type Tenant, type Write } from './state.js';

export type Members = Readonly<Record<string, unknown>>;

/** A request as it was received. */
export interface Received {
  readonly method: string;
  /** The request target as it was sent. */
  readonly target: string;
  /** The path below the base address, `/customers` for example; empty where the target lies outside of it. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
  /** True where the body went beyond the limit and was dropped. */
  readonly oversized: boolean;
  readonly connection: number;
  /** Aborted once the client went away before its answer was written. */
  readonly gone: AbortSignal;
  /** Aborted once the connection is closed, at whatever time. */
  readonly closed: AbortSignal;
}

/** A request, and what it says to a service about tenants, keys and customers. */
export interface Request extends Received {
  readonly isCreation: boolean;
  readonly isListing: boolean;
  /** Whether it has no Api-Key at all. */
  readonly isKeyless: boolean;
  /** Headers; empty where there is none. */
  readonly apiKey: string;
  readonly tenantId: string;
  readonly idempotencyKey: string;
  header(name: string): string;
  /** The JSON object of the body, if it holds one. */
  readonly members: Members | undefined;
  /** The tenant whose id it carries, whoever asks. */
  readonly named: Tenant | undefined;
  /** The tenant of the key, whatever is named. */
  readonly owner: Tenant | undefined;
  /** The tenant that asks: it is named, and the key acts for it. */
  readonly caller: Tenant | undefined;
  /** Tenant and Idempotency-Key of a creation that the key allows; undefined for everything else. */
  readonly slot: string | undefined;
  /** What the tenant named has, by now, under the Idempotency-Key. */
  known(): Write | undefined;
  /** The same request, changed: the rest follows from what it then holds. */
  with(change: Partial<Received>): Request;
  withHeader(name: string, value: string | undefined): Request;
  withBody(body: unknown): Request;
  /** The same request as a tenant sends it: with its key and its id. */
  by(tenant: Tenant): Request;
}

/** What a request says in a world of tenants. */
export function requestOf(received: Received, world: State): Request {
  const { method, path, headers, body } = received;
  const header = (name: string) => headers.get(name) ?? '';
  const [apiKey, tenantId] = [header('api-key'), header('x-tenant-id')];
  const idempotencyKey = header('idempotency-key');
  const isCreation = method === 'POST' && path === createCustomer.path;
  const named = world.tenants.find(({ id }) => id === tenantId);
  const owners = world.tenantsOf(apiKey);
  const caller = owners.find(({ id }) => id === tenantId);
  const withHeaders = (changes: Readonly<Record<string, string | undefined>>) => {
    const changed = Object.entries({ ...Object.fromEntries(headers), ...changes });
    return self.with({
      headers: new Map(changed.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    });
  };
  const self: Request = {
    ...received,
    ...{ apiKey, tenantId, idempotencyKey, header, isCreation, named, caller },
    isListing: method === 'GET' && path === listAccounts.path,
    isKeyless: !headers.has('api-key'),
    members: membersOf(body),
    owner: owners.at(0),
    slot: isCreation && caller && idempotencyKey ? slot(caller, idempotencyKey) : undefined,
    known: () => named && world.writes.get(slot(named, idempotencyKey)),
    with: (change) => requestOf({ ...received, ...change }, world),
    withHeader: (name, value) => withHeaders({ [name]: value }),
    withBody: (value) => self.with({ body: JSON.stringify(value) }),
    by: ({ apiKey: key, id }) => withHeaders({ 'api-key': key, 'x-tenant-id': id }),
  };
  return self;
}

/** The JSON value of a text; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The JSON object that a text holds, if it does. */
export function membersOf(text = ''): Members | undefined {
  const value = parsed(text);
  return isObject(value) ? value : undefined;
}

/** A customer with its values changed, those of its address too. */
export const withValues = (members: Members, change: (value: unknown, name: string) => unknown): Members =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      isObject(value) ? withValues(value, change) : change(value, name),
    ]),
  );

export const otherThan = (tenant: Tenant | undefined, { tenants: [first, second] }: State): Tenant =>
  tenant === first ? second : first;

/** The customer of a tenant who has the same value of a member as the one that a request sends. */
export const customerWith = (member: string, { members }: Request, { customers }: Tenant): Customer | undefined =>
  [...customers.values()].find((customer) => customer[member] === members?.[member]);
