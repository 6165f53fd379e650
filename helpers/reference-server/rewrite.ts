import { setTimeout as wait } from 'node:timers/promises';
import { isObject } from '../../schemas/is-object.js';
import { createCustomer, isIdempotentByKey, listAccounts, type Operation } from '../../schemas/operations.js';
import { validator } from '../../schemas/validate.js';
import type { Answer } from './answer.js';
import { wrongMembers } from './customer-form.js';
import type { Middleware } from './middleware.js';
import { routesAt } from './routes.js';
import type { Request } from './service.js';
import { type State, slot, type Tenant } from './state.js';

/** A JSON object. */
export type Members = Readonly<Record<string, unknown>>;

/** The operation that a request is of; undefined where its method or its path is none of the service. */
export const operationOf = (asked: Request): Operation | undefined =>
  routesAt(asked.path).find(({ operation }) => operation.method === asked.method)?.operation;

export const isRequestOf =
  (operation: Operation) =>
  (asked: Request): boolean =>
    operationOf(asked) === operation;
export const isCreation = isRequestOf(createCustomer);
export const isListing = isRequestOf(listAccounts);
export const succeeded = ({ status }: Answer): boolean => status >= 200 && status < 300;
/** Whether the honest service rejected for a reason of which the specification states no status. */
export const refused = ({ unstated }: Answer): boolean => unstated === true;

/** Milliseconds. */
export const pause = (milliseconds: number): Promise<void> => wait(milliseconds);

/** A header of the request; empty where it has none of that name, in lower case. */
export const header = (asked: Request, name: string): string => asked.headers.get(name) ?? '';
export const keyOf = (asked: Request): string => header(asked, 'idempotency-key');
/** Whether the request has no Api-Key at all. */
export const withoutApiKey = (asked: Request): boolean => !asked.headers.has('api-key');

/** The same request with a header set, or left out. */
export function withHeader(asked: Request, name: string, value: string | undefined): Request {
  const headers = new Map(asked.headers);
  if (value === undefined) headers.delete(name);
  else headers.set(name, value);
  return { ...asked, headers };
}

/** The same request with another JSON body. */
export const withBody = (asked: Request, body: unknown): Request => ({ ...asked, body: JSON.stringify(body) });

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

/** The same answer with headers added. */
export const withAnswerHeaders = (answer: Answer, headers: Record<string, string>): Answer => ({
  ...answer,
  headers: { ...answer.headers, ...headers },
});

/** The same answer without one of its headers. */
export function withoutAnswerHeader(answer: Answer, name: string): Answer {
  return {
    ...answer,
    headers: Object.fromEntries(Object.entries(answer.headers ?? {}).filter(([key]) => key !== name)),
  };
}

/** The same answer with another JSON body. */
export const withAnswerBody = (answer: Answer, body: unknown): Answer => ({ ...answer, body: JSON.stringify(body) });

/** Changes answers after the honest service gave them: where `when` holds, `change` applies. */
export const afterwards =
  (
    when: (asked: Request, answer: Answer) => boolean,
    change: (answer: Answer, asked: Request, world: State) => Answer,
  ): Middleware =>
  (honest, world) =>
  async (asked) => {
    const answer = await honest(asked);
    return when(asked, answer) ? change(answer, asked, world) : answer;
  };

/** Changes requests before the honest service sees them. */
export const beforehand =
  (change: (asked: Request, world: State) => Request): Middleware =>
  (honest, world) =>
  (asked) =>
    honest(change(asked, world));

/** Where `when` holds, takes the tenant from its header, and asks of the key only that it is somebody's. */
export const believingTheHeader = (when: (asked: Request, world: State) => boolean): Middleware =>
  beforehand((asked, world) => {
    const named = when(asked, world) && owner(asked, world) ? namedTenant(asked, world) : undefined;
    return named ? withHeader(asked, 'api-key', named.apiKey) : asked;
  });

/** When a customer was created, or its creation answered again. */
export const created = (asked: Request, answer: Answer): boolean => isCreation(asked) && succeeded(answer);
/** When accounts were listed. */
export const listed = (asked: Request, answer: Answer): boolean => isListing(asked) && succeeded(answer);
/** When the key was rejected. */
export const unauthorized = (_: Request, answer: Answer): boolean => answer.status === 401;

/** The tenant whose name the request carries, whoever asks. */
export const namedTenant = (asked: Request, world: State): Tenant | undefined =>
  world.tenants.find(({ id }) => id === asked.headers.get('x-tenant-id'));

/** The tenant of the key, whatever the request names. */
export const owner = (asked: Request, world: State): Tenant | undefined =>
  world.tenantsOf(asked.headers.get('api-key')).at(0);

/** The other of the two tenants. */
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

/** Whether the Idempotency-Key is one that the named tenant has used. */
export function isUsed(asked: Request, world: State): boolean {
  const tenant = namedTenant(asked, world);
  return tenant !== undefined && world.writes.has(slot(tenant, asked.headers.get('idempotency-key') ?? ''));
}

/**
 * Whether the Api-Key alone decides about a request: all the rest is as it should be, and no other part of it holds
 * a key. Faults that ask this leave alone what is wrong in more ways than one.
 */
export function onlyTheKeyDecides(asked: Request, world: State): boolean {
  const rest = [asked.target, asked.body, ...[...asked.headers].filter(([name]) => name !== 'api-key').flat()];
  const decoded = rest.concat(rest.map((text) => Buffer.from(text.replace(/^Basic /i, ''), 'base64').toString()));
  if (!namedTenant(asked, world) || asked.target.includes('?')) return false;
  if (world.tenants.some(({ apiKey }) => decoded.some((text) => text.includes(apiKey)))) return false;
  const operation = operationOf(asked);
  if (!operation) return false;
  const isFresh = asked.headers.has('idempotency-key') && !isUsed(asked, world);
  return (!isIdempotentByKey(operation) || isFresh) && hasValidBody(asked, operation);
}

function hasValidBody(asked: Request, { body }: Operation): boolean {
  if (body === undefined) return true;
  if (!/^application\/json/i.test(asked.headers.get('content-type') ?? '')) return false;
  const sent = membersOf(asked.body);
  return body === 'customer' ? wrongMembers(sent).length === 0 : validator(body)(sent);
}
