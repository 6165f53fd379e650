import { createCustomer, listAccounts } from '../../schemas/fsapi/operations.js';
import { isObject } from '../../schemas/is-object.js';
import { type Request, wrongMembers } from './service.js';
import { type Customer, type State, slot, type Tenant } from './state.js';

export type Members = Readonly<Record<string, unknown>>;

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

export const isCreation = ({ method, path }: Request): boolean => method === 'POST' && path === createCustomer.path;
export const isListing = ({ method, path }: Request): boolean => method === 'GET' && path === listAccounts.path;

/** A header of the request; empty where it has none of that name, in lower case. */
export const header = (asked: Request, name: string): string => asked.headers.get(name) ?? '';
export const keyOf = (asked: Request): string => header(asked, 'idempotency-key');
export const withoutApiKey = (asked: Request): boolean => !asked.headers.has('api-key');

/** The same request with a header set, or left out. */
export function withHeader(asked: Request, name: string, value: string | undefined): Request {
  const headers = new Map(asked.headers);
  if (value === undefined) headers.delete(name);
  else headers.set(name, value);
  return { ...asked, headers };
}

export const withBody = (asked: Request, body: unknown): Request => ({ ...asked, body: JSON.stringify(body) });

/** The same request as a tenant sends it: with its key and its id. */
export const sentBy = (asked: Request, { apiKey, id }: Tenant): Request =>
  withHeader(withHeader(asked, 'api-key', apiKey), 'x-tenant-id', id);

/** The tenant whose id the request carries, whoever asks. */
export const namedTenant = (asked: Request, world: State): Tenant | undefined =>
  world.tenants.find(({ id }) => id === asked.headers.get('x-tenant-id'));

/** The tenant of the key, whatever the request names. */
export const owner = (asked: Request, world: State): Tenant | undefined =>
  world.tenantsOf(asked.headers.get('api-key')).at(0);

/** The same request with the tenant of its key, whatever it names. */
export function ofItsKey(asked: Request, world: State): Request {
  const tenant = owner(asked, world);
  return tenant ? withHeader(asked, 'x-tenant-id', tenant.id) : asked;
}

export const otherThan = (tenant: Tenant | undefined, world: State): Tenant =>
  tenant === world.tenants[0] ? world.tenants[1] : world.tenants[0];

/** The tenant that asks: it is named, and the key acts for it. */
export const caller = (asked: Request, world: State): Tenant | undefined =>
  world.tenantsOf(asked.headers.get('api-key')).find(({ id }) => id === asked.headers.get('x-tenant-id'));

/** Tenant and Idempotency-Key of a creation that the key allows; undefined for everything else. */
export function slotOf(asked: Request, world: State): string | undefined {
  const tenant = caller(asked, world);
  const key = asked.headers.get('idempotency-key');
  return isCreation(asked) && tenant && key ? slot(tenant, key) : undefined;
}

/** The customer of a tenant who has the same value of a member as the one that a request sends. */
export function customerWith(member: string, asked: Request, { customers }: Tenant): Customer | undefined {
  const sent = membersOf(asked.body)?.[member];
  return [...customers.values()].find((customer) => customer[member] === sent);
}

/** Whether the Idempotency-Key has a write of the tenant named. */
export function isUsed(asked: Request, world: State): boolean {
  const tenant = namedTenant(asked, world);
  return tenant !== undefined && world.writes.has(slot(tenant, keyOf(asked)));
}

/**
 * Whether the Api-Key alone decides about a request: all the rest is as it should be, and no other part of it holds
 * a key. Faults that ask this leave alone what is wrong in more ways than one.
 */
export function onlyTheKeyDecides(asked: Request, world: State): boolean {
  const rest = [asked.target, asked.body, ...[...asked.headers].filter(([name]) => name !== 'api-key').flat()];
  const decoded = rest.concat(rest.map((text) => Buffer.from(text.replace(/^Basic /i, ''), 'base64').toString()));
  const holdsKey = world.tenants.some(({ apiKey }) => decoded.some((text) => text.includes(apiKey)));
  if (holdsKey || !namedTenant(asked, world) || asked.target.includes('?')) return false;
  if (isListing(asked)) return true;
  const isValid = isJson(asked) && wrongMembers(membersOf(asked.body)).length === 0;
  return isCreation(asked) && isValid && keyOf(asked) !== '' && !isUsed(asked, world);
}

export const isJson = (asked: Request): boolean => /^application\/json/i.test(header(asked, 'content-type'));
