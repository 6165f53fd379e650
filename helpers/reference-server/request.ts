import type { Socket } from 'node:net';
import { createCustomer, listAccounts } from '../../schemas/fsapi/operations.js';
import { isObject } from '../../schemas/is-object.js';
import { type Customer, type State, slot, type Tenant } from './state.js';

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
  /** Its connection: where that is destroyed before the answer, the client went away. */
  readonly socket: Socket;
}

/** What a request says about tenants, keys and customers. Headers are empty where there is none. */
function readingOf({ method, path, headers, body }: Received, world: State) {
  const header = (name: string) => headers.get(name) ?? '';
  const [apiKey, tenantId, idempotencyKey] = [header('api-key'), header('x-tenant-id'), header('idempotency-key')];
  const owners = world.tenantsOf(apiKey);
  const isCreation = method === 'POST' && path === createCustomer.path;
  const named = world.tenants.find(({ id }) => id === tenantId);
  const caller = owners.find(({ id }) => id === tenantId);
  return {
    ...{ header, apiKey, tenantId, idempotencyKey, isCreation },
    isListing: method === 'GET' && path === listAccounts.path,
    /** Whether it has no Api-Key at all. */
    isKeyless: !headers.has('api-key'),
    /** The JSON object of the body, if it holds one. */
    members: membersOf(body),
    /** The tenant whose id it carries, whoever asks. */
    named,
    /** The tenant of the key, whatever is named. */
    owner: owners.at(0),
    /** The tenant that asks: it is named, and the key acts for it. */
    caller,
    /** Tenant and Idempotency-Key of a creation that the key allows; undefined for everything else. */
    slot: isCreation && caller && idempotencyKey ? slot(caller, idempotencyKey) : undefined,
    /** The write that the tenant named has, by now, under the Idempotency-Key. */
    known: () => named && world.writes.get(slot(named, idempotencyKey)),
  };
}

/** A request, and what it says to a service. */
export interface Request extends Received, ReturnType<typeof readingOf> {
  /** The same request, changed: the rest follows from what it then holds. */
  with(change: Partial<Received>): Request;
  withHeader(name: string, value: string | undefined): Request;
  withBody(body: unknown): Request;
  /** The same request as a tenant sends it: with its key and its id. */
  by(tenant: Tenant): Request;
}

/** What a request says in a world of tenants. */
export function requestOf(received: Received, world: State): Request {
  const changed = (change: Partial<Received>) => requestOf({ ...received, ...change }, world);
  const withHeaders = (changes: Readonly<Record<string, string | undefined>>) => {
    const headers = Object.entries({ ...Object.fromEntries(received.headers), ...changes });
    return changed({
      headers: new Map(headers.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    });
  };
  return {
    ...received,
    ...readingOf(received, world),
    with: changed,
    withHeader: (name, value) => withHeaders({ [name]: value }),
    withBody: (value) => changed({ body: JSON.stringify(value) }),
    by: ({ apiKey, id }) => withHeaders({ 'api-key': apiKey, 'x-tenant-id': id }),
  };
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
