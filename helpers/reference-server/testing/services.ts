import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Listener } from '../../api/listener.js';
import { parsed } from '../request.js';

/** Keys and tenants that every service here knows. */
export const known = {
  apiKey: 'sk_mock_9c41f0a7d2b84e63',
  tenantId: 'tenant-4f0c7a91d2',
  otherApiKey: 'sk_mock_51e7d3c08f2a96b4',
  otherTenantId: 'tenant-b83e05d6c7',
} as const;
const keys: readonly unknown[] = [known.apiKey, known.otherApiKey];
export const tenants: readonly string[] = [known.tenantId, known.otherTenantId];

/** A request of a tenant, as a service sees it. */
export interface Asked {
  readonly tenant: string;
  readonly named?: string;
  readonly query: URLSearchParams;
  readonly idempotencyKey?: string;
  /** Tenant and Idempotency-Key: what a retry repeats. */
  readonly write: string;
  readonly sent: string;
  /** What was sent, as JSON; undefined where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: nobody here knows what is sent
  readonly body: any;
}
export type Reply = readonly [status: number, body: unknown];

export interface Service {
  readonly tenantOf?: (headers: IncomingHttpHeaders) => string | undefined;
  readonly list?: (asked: Asked) => Reply;
  /** Under what a customer is kept: another request with the same gets that one. */
  readonly slotOf?: (asked: Asked) => string;
  readonly create?: (asked: Asked) => Reply | Promise<Reply>;
  readonly isValid?: (body: unknown, sent: string) => boolean;
  readonly type?: string;
}

/** A service that knows neither the suites nor the honest server: it validates, and keeps a customer for each key. */
export function serving(own: Service): Listener {
  const customers = new Map<string, object>();
  const made = ({ body }: Asked) => ({ id: randomUUID(), ...body });
  const once = (asked: Asked): Reply => [201, kept(customers, slotOf(asked), () => made(asked))];
  const accounts = ({ tenant }: Asked): Reply => [200, { data: [1, 2].map((at) => ({ id: `acc-${tenant}-${at}` })) }];
  const ownerOf = (headers: IncomingHttpHeaders) => tenants[keys.indexOf(headers['api-key'])];
  const { tenantOf = ownerOf, list = accounts, slotOf = ({ write }) => write, create = once } = own;
  const { isValid = valid, type = 'application/json' } = own;

  return async (request, response) => {
    const answer = ([status, body]: Reply) =>
      response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body));
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://service');
    const tenant = tenantOf(request.headers);
    if (tenant === undefined) return answer([401, { error: 'unauthorized' }]);
    const { 'x-tenant-id': named, 'idempotency-key': idempotencyKey } = request.headers as Record<string, string>;
    const sent = await text(request);
    const write = JSON.stringify([tenant, idempotencyKey ?? randomUUID()]);
    const asked = { tenant, named, query, idempotencyKey, write, sent, body: parsed(sent) } as Asked;
    if (request.method === 'GET' && pathname === '/v1/accounts') return answer(list(asked));
    if (request.method !== 'POST' || pathname !== '/v1/customers') return answer([404, { error: 'not found' }]);
    return answer(isValid(asked.body, sent) ? await create(asked) : [422, { error: 'invalid' }]);
  };
}

export function kept<T>(all: Map<string, T>, key: string, make: () => T): T {
  const one = all.get(key) ?? make();
  all.set(key, one);
  return one;
}

/** By the names of members, those of the address too. */
export type Rules = Readonly<Record<string, (value: unknown) => boolean>>;
const word = (value: unknown) => typeof value === 'string' && value !== '';
export const like = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);
const object = (rules: Rules) => (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(([name, member]) => member === null || (rules[name]?.(member) ?? true));
const isDay = (value: unknown) =>
  like(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/)(value) && new Date(value as string).toJSON()?.slice(0, 10) === value;

/** Whether a body is a customer of the specification's table. @param own rules in place of these */
export const validBy = (own: Rules) =>
  object({
    ...{ first_name: word, last_name: word, middle_name: word, type: word, gender: like(/^[a-z]+$/) },
    ...{ email: like(/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/), phone: like(/^\+[1-9][0-9]{6,14}$/), date_of_birth: isDay },
    address: object({
      ...{ address_line1: word, city: word, postal_code: word },
      ...{ country: like(/^[A-Z]{2}$/), state: like(/^[A-Z]{2}-[A-Z0-9]{1,3}$/), ...own },
    }),
    ...own,
  });
const valid = validBy({});
