/** The service of the specification, as plain as that allows. It needs no port. */

import { randomUUID } from 'node:crypto';
import { isObject } from '../../schemas/common/is-object.js';
import { createCustomer, listAccounts } from '../../schemas/fsapi/operations.js';
import { schemas, validator } from '../../schemas/validate.js';
import { parsed, type Request } from './request.js';
import { type Answer, json, rejection, type State, slot, type Tenant, withAnswerHeaders } from './state.js';

export type Service = (asked: Request) => Promise<Answer>;

export function createHonestService(world: State): Service {
  return async (asked) => {
    const answer = await authenticated(asked, world);
    return withAnswerHeaders(answer, { 'x-request-id': randomUUID(), 'cache-control': 'no-store' });
  };
}

const methodsOf: Readonly<Record<string, readonly string[]>> = {
  [createCustomer.path]: ['POST'],
  [listAccounts.path]: ['GET', 'HEAD'],
};

/** Authentication, items 1 and 8: the key comes before everything else. */
async function authenticated(asked: Request, world: State): Promise<Answer> {
  if (!asked.owner) return rejection(401, 'unauthorized', 'A valid Api-Key is needed.');

  const methods = methodsOf[asked.path];
  if (!methods) return rejection(404, 'not_found', 'There is nothing at this address.');
  if (!methods.includes(asked.method)) {
    const answer = rejection(405, 'method_not_allowed', 'This address takes another method.');
    return withAnswerHeaders(answer, { allow: methods.join(', ') });
  }

  // Endpoints, common request headers: x-tenant-id is the identifier of the caller.
  if (!asked.tenantId) return rejection(400, 'tenant_missing', 'The header x-tenant-id is needed.');
  const tenant = asked.caller;
  if (!tenant) return rejection(403, 'tenant_forbidden', 'This key does not act for that tenant.');

  return asked.path === listAccounts.path ? json(200, { data: tenant.accounts }) : write(asked, tenant, world);
}

/** One text for each JSON value, whatever the order of members. */
export function canonical(value: unknown) {
  const sorted = (_: string, item: unknown) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item;
  return JSON.stringify(value, sorted);
}

/** Endpoints, common request headers: a write is JSON, and has an Idempotency-Key. */
async function write(asked: Request, tenant: Tenant, world: State): Promise<Answer> {
  if (asked.oversized) return rejection(413, 'too_large', 'The body is longer than this service takes.');
  if (!/^application\/json\s*(;|$)/i.test(asked.headers.get('content-type') ?? ''))
    return rejection(415, 'unsupported_media_type', 'The body has to be application/json.');
  const key = asked.idempotencyKey;
  if (!key) return rejection(400, 'idempotency_key_missing', 'The header Idempotency-Key is needed.');
  const body = parsed(asked.body);
  if (body === undefined) return rejection(400, 'malformed_json', 'The body is not well-formed JSON.');
  return onceUnderItsKey(key, body, tenant, world);
}

/** Endpoints, common request headers: a write is carried out once under its Idempotency-Key. */
async function onceUnderItsKey(key: string, body: unknown, tenant: Tenant, world: State): Promise<Answer> {
  const name = slot(tenant, key);
  const text = canonical(body);
  const earlier = world.writes.get(name);
  if (earlier && earlier.body !== text)
    return rejection(422, 'idempotency_key_reused', 'This Idempotency-Key came with another body before.');
  if (earlier) return withAnswerHeaders(await earlier.answer, { 'idempotency-replayed': 'true' });
  // The write is noted before anything is awaited, so that concurrent tries wait for it.
  const answer = create(body, tenant, world, key);
  world.writes.set(name, { body: text, answer });
  if ((await answer).status >= 300) world.writes.delete(name);
  return answer;
}

/** The members of a customer and of its address that are kept. */
export const memberNames = Object.keys(Object(schemas.customer.properties));
export const addressMemberNames = Object.keys(Object(schemas.address.properties));

/** A customer with no more than is required. */
export const anyone = { first_name: 'Any', last_name: 'Any', email: 'any@example.com' };

/** Invalid or missing members of a customer, as dotted paths; `body` if it is no object. */
export function wrongMembers(customer: unknown) {
  const validate = validator('customer');
  const malformed = validate(customer) ? [] : (validate.errors ?? []);
  const paths = malformed.map(({ instancePath }) => instancePath.slice(1).replaceAll('/', '.') || 'body');
  const missing = paths.includes('body')
    ? []
    : Object.keys(anyone).filter((name) => !Object.hasOwn(Object(customer), name));
  return [...new Set([...paths, ...missing])].sort();
}

/** Resources: a customer is stored with the members of the table. */
async function create(body: unknown, tenant: Tenant, world: State, idempotencyKey: string): Promise<Answer> {
  const wrong = wrongMembers(body);
  if (wrong.length > 0)
    return rejection(422, 'invalid', `Not as it should be: ${wrong.join(', ')}.`, { members: wrong });
  const sent = body as Readonly<Record<string, unknown>>;
  const kept = Object.fromEntries(memberNames.filter((name) => name in sent).map((name) => [name, sent[name]]));
  const id = world.newCustomerId(tenant, { email: sent.email, idempotencyKey });
  const customer = { id, ...kept, created_at: new Date().toISOString() };
  tenant.customers.set(String(id), customer);
  return json(201, customer, { location: `/v1${createCustomer.path}/${id}` });
}
