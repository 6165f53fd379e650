import { randomUUID } from 'node:crypto';
import type { Header } from '../../schemas/exchange.js';
import { type Operation, writes } from '../../schemas/operation.js';
import { programName, suiteVersion } from '../../schemas/suite-version.js';
import type { RunContext } from './context.js';
import type { BodyMakers, BuiltRequest, Caller, RequestChange } from './message.js';

/** Without a key of its own the second tenant uses the first one's. */
function credentials({ configuration }: RunContext, caller: Caller) {
  const { apiKey, tenantId, otherApiKey, otherTenantId } = configuration;
  if (caller === 'first') return { apiKey, tenant: tenantId };
  if (otherTenantId === undefined) throw new Error('the request needs a second tenant, and none is configured');
  return { apiKey: otherApiKey ?? apiKey, tenant: otherTenantId };
}

export function buildRequest(run: RunContext, operation: Operation, change: RequestChange): BuiltRequest {
  const caller = credentials(run, change.caller ?? 'first');
  const names = run.specification.headers;
  const isKeyed = writes(operation) && names.idempotencyKey !== undefined;
  const { apiKey = caller.apiKey, tenant = caller.tenant, idempotencyKey = isKeyed ? randomUUID() : null } = change;
  const { contentType = 'application/json', spell = (name: string) => name } = change;
  const { body: schema } = operation;
  const value = schema === undefined ? undefined : bodyOf(schema, change, run.bodies);
  const body = change.text ?? (schema && JSON.stringify(value));
  const given = [
    [names.credential, apiKey],
    [names.tenant, tenant],
    [names.idempotencyKey, idempotencyKey],
  ] as const;
  const headers = [
    ...given.flatMap(([name, value]): Header[] => (name === undefined || value === null ? [] : [[spell(name), value]])),
    ...(body === undefined || contentType === null ? [] : [['Content-Type', contentType] as const]),
    ['Accept', 'application/json'] as const,
    ['User-Agent', userAgent(run)] as const,
    ...(change.headers ?? []),
  ];
  const path = (change.path ?? operation.path.slice(1)) + (change.query === undefined ? '' : `?${change.query}`);
  const raw = { method: change.method ?? operation.method, path, headers, body, encoding: change.encoding };
  return { operation, change, apiKey, tenant, idempotencyKey, body: value, raw };
}

/** The value that a change gives, or a new valid one; undefined for a text. */
function bodyOf(schema: string, { purpose, apiKey, body, text }: RequestChange, makers: BodyMakers) {
  if (body !== undefined || text !== undefined) return body;
  const make = makers[schema];
  if (!make) throw new Error(`the tests make no body of the schema ${schema}`);
  return make(purpose, apiKey === undefined ? 'stored' : 'rejected');
}

/** Names the suite and a contact, for the operators of the target. */
function userAgent({ configuration, specification: { headers } }: RunContext) {
  const contact = configuration.operator ?? `holder of the ${headers.credential}`;
  const written = contact.replace(/[^\x20-\x7e]|[()\\]/g, '?');
  return `${programName}/${suiteVersion} (conformance test suite; contact: ${written})`;
}
