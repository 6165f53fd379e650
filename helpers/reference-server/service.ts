import { createCustomer } from '../../schemas/fsapi/operations.js';
import { isObject } from '../../schemas/is-object.js';
import type { Answer } from './answer.js';
import { memberNames, wrongMembers } from './customer-form.js';
import type { Route } from './routes.js';
import { type State, slot, type Tenant } from './state.js';

/** A request, as the service sees it. */
export interface Request {
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

/** Request in, answer out. It needs no port. */
export type Service = (asked: Request) => Promise<Answer>;

/** A request that key and tenant have opened, at the route of an operation. */
export interface Call {
  readonly asked: Request;
  readonly tenant: Tenant;
  readonly world: State;
  readonly parameters: Route['parameters'];
}

export type Handler = (call: Call) => Answer | Promise<Answer>;

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

/** A refusal: `code` for programs, `message` for people. */
export const refusal = (status: number, code: string, message: string, more: Record<string, unknown> = {}): Answer =>
  json(status, { error: { code, message, ...more } });

/** One text for each JSON value, whatever the order of its members. */
export function canonical(value: unknown): string {
  const sorted = (_: string, item: unknown) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item;
  return JSON.stringify(value, sorted);
}

/** Carries a write out with the JSON value of its body, once under its Idempotency-Key. */
export async function onceUnderItsKey(
  call: Call,
  write: (body: unknown, call: Call, idempotencyKey: string) => Promise<Answer>,
): Promise<Answer> {
  const { asked, tenant, world } = call;
  if (asked.oversized) return refusal(413, 'too_large', 'The body is longer than this service takes.');
  if (!/^application\/json\s*(;|$)/i.test(asked.headers.get('content-type') ?? '')) {
    return refusal(415, 'unsupported_media_type', 'The body has to be application/json.');
  }
  const key = asked.headers.get('idempotency-key');
  if (!key) return refusal(400, 'idempotency_key_missing', 'The header Idempotency-Key is needed.');
  let body: unknown;
  try {
    body = JSON.parse(asked.body);
  } catch {
    return refusal(400, 'malformed_json', 'The body is not well-formed JSON.');
  }

  const print = canonical(body);
  const known = world.writes.get(slot(tenant, key));
  if (known && known.print !== print) {
    return refusal(422, 'idempotency_key_reused', 'This Idempotency-Key came with another body before.');
  }
  if (known) {
    const first = await known.answer;
    return { ...first, headers: { ...first.headers, 'idempotency-replayed': 'true' } };
  }
  // Noted before anything is awaited, so that concurrent tries find it and wait for this one.
  const answer = write(body, call, key);
  world.writes.set(slot(tenant, key), { print, answer });
  if ((await answer).status >= 300) world.writes.delete(slot(tenant, key));
  return answer;
}

export const showAccounts: Handler = ({ tenant }) => json(200, { data: tenant.accounts });

export const storeCustomer: Handler = (call) => onceUnderItsKey(call, create);

async function create(body: unknown, { tenant, world }: Call, idempotencyKey: string): Promise<Answer> {
  const wrong = wrongMembers(body);
  if (wrong.length > 0) return refusal(422, 'invalid', `Not as it should be: ${wrong.join(', ')}.`, { members: wrong });
  const sent = body as Readonly<Record<string, unknown>>;
  const kept = Object.fromEntries(memberNames.filter((name) => name in sent).map((name) => [name, sent[name]]));
  const customer = {
    id: world.newCustomerId(tenant, { email: sent.email, idempotencyKey }),
    ...kept,
    created_at: new Date().toISOString(),
  };
  tenant.customers.set(String(customer.id), customer);
  return json(201, customer, { location: `/v1${createCustomer.path}/${customer.id}` });
}
