import type { Socket } from 'node:net';
import { isObject } from '../../schemas/common/is-object.js';
import { createCustomer, listAccounts } from '../../schemas/fsapi/operations.js';
import { type State, slot, type Tenant } from './state.js';

export type Members = Readonly<Record<string, unknown>>;

export type Received = Readonly<{
  method: string;
  target: string;
  /** Below the base address, as `/customers`; empty outside of it. */
  path: string;
  query: URLSearchParams;
  /** Names in lower case. */
  headers: ReadonlyMap<string, string>;
  /** Names and values in turn, as sent. */
  rawHeaders: readonly string[];
  body: string;
  /** The body was too long, and dropped. */
  oversized: boolean;
  /** Destroyed before the answer if the client went away. */
  socket: Socket;
}>;

/** What a request says. A header that is not there is empty. */
function readingOf({ method, path, headers, body }: Received, world: State) {
  const header = (name: string) => headers.get(name) ?? '';
  const apiKey = header('api-key');
  const tenantId = header('x-tenant-id');
  const idempotencyKey = header('idempotency-key');
  const owners = world.tenantsOf(apiKey);
  const isCreation = method === 'POST' && path === createCustomer.path;
  const named = world.tenants.find(({ id }) => id === tenantId);
  const caller = owners.find(({ id }) => id === tenantId);
  return {
    header,
    apiKey,
    tenantId,
    idempotencyKey,
    isCreation,
    isListing: method === 'GET' && path === listAccounts.path,
    isKeyless: !headers.has('api-key'),
    members: membersOf(body),
    /** The tenant whose id it carries. */
    named,
    /** The tenant of the key. */
    owner: owners.at(0),
    /** The tenant named, if the key acts for it. */
    caller,
    /** Tenant and Idempotency-Key of a creation that the key allows. */
    slot: isCreation && caller && idempotencyKey ? slot(caller, idempotencyKey) : undefined,
    /** What the named tenant, or another one, has sent under the Idempotency-Key. */
    earlierWrite: (tenant = named) => tenant && world.writes.get(slot(tenant, idempotencyKey)),
  };
}

export interface Request extends Received, ReturnType<typeof readingOf> {
  /** The request, changed: the rest follows from that. */
  with(change: Partial<Received>): Request;
  withHeader(name: string, value: string | undefined): Request;
  withBody(body: unknown): Request;
  /** As that tenant sends it: with its key and id. */
  by(tenant: Tenant): Request;
}

export function requestOf(received: Received, world: State): Request {
  const changed = (change: Partial<Received>) => requestOf({ ...received, ...change }, world);
  const withHeaders = (changes: Readonly<Record<string, string | undefined>>) => {
    const headers = Object.entries({ ...Object.fromEntries(received.headers), ...changes });
    return changed({
      headers: new Map(headers.filter((header): header is [string, string] => header[1] !== undefined)),
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

/** undefined if a text is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function membersOf(text = '') {
  const value = parsed(text);
  return isObject(value) ? value : undefined;
}

export const withValues = (members: Members, change: (value: unknown, name: string) => unknown): Members =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      return [name, isObject(value) ? withValues(value, change) : change(value, name)];
    }),
  );

export const otherThan = (tenant: Tenant | undefined, { tenants: [first, second] }: State): Tenant =>
  tenant === first ? second : first;

/** The tenant's customer that has the same value of a member as a request. */
export function customerWith(member: string, { members }: Request, { customers }: Tenant) {
  const value = members?.[member];
  return value === undefined ? undefined : [...customers.values()].find((customer) => customer[member] === value);
}
