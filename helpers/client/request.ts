import { randomUUID } from 'node:crypto';
import type { Header } from '../../schemas/exchange.js';
import { isIdempotentByKey, type Operation } from '../../schemas/operation.js';
import { programName } from '../../schemas/suite-version.js';
import { isNamedByData, leavesOf } from '../json/json-leaves.js';
import type { RunContext } from './context.js';
import type { BodyMakers, BuiltRequest, Caller, RequestChange } from './message.js';

/** The key and the tenant id of a caller. Without a key of its own the second tenant uses the first one's. */
export function credentials(
  { configuration }: Pick<RunContext, 'configuration'>,
  caller: Caller,
): { apiKey: string; tenant: string } {
  const { apiKey, tenantId, otherApiKey, otherTenantId } = configuration;
  if (caller === 'first') return { apiKey, tenant: tenantId };
  if (otherTenantId === undefined) throw new Error('the request needs a second tenant, and none is configured');
  return { apiKey: otherApiKey ?? apiKey, tenant: otherTenantId };
}

/**
 * Builds the request of an operation with one change.
 * @param makers give the body of a request that names none
 * @throws Error for a parameter of the path without a value
 */
export async function buildRequest(
  run: RunContext,
  operation: Operation,
  change: RequestChange,
  makers: BodyMakers,
): Promise<BuiltRequest> {
  const caller = credentials(run, change.caller ?? 'first');
  const apiKey = change.apiKey === undefined ? caller.apiKey : change.apiKey;
  const tenant = change.tenant === undefined ? caller.tenant : change.tenant;
  const names = run.specification.headers;
  const keyed = isIdempotentByKey(operation) && names.idempotencyKey !== undefined;
  const idempotencyKey = change.idempotencyKey === undefined ? (keyed ? randomUUID() : null) : change.idempotencyKey;
  const value = await bodyOf(run, operation, change, makers);
  const body = operation.body === undefined ? undefined : (change.text ?? JSON.stringify(value));
  const contentType = change.contentType === undefined ? 'application/json' : change.contentType;

  const spell = change.spell ?? ((name: string) => name);
  const given: readonly (readonly [string | undefined, string | null])[] = [
    [names.credential, apiKey],
    [names.tenant, tenant],
    [names.idempotencyKey, idempotencyKey],
  ];
  const headers = [
    ...given.flatMap(([name, value]): Header[] => (name === undefined || value === null ? [] : [[spell(name), value]])),
    ...(body === undefined || contentType === null ? [] : [['Content-Type', contentType] as const]),
    ['Accept', 'application/json'] as const,
    ['User-Agent', userAgent(run)] as const,
    ...(change.headers ?? []),
  ];
  const path = (change.path ?? pathOf(operation, change)) + (change.query === undefined ? '' : `?${change.query}`);
  const outgoing = { method: change.method ?? operation.method, path, headers, body };
  return {
    operation,
    change,
    apiKey,
    tenant,
    idempotencyKey,
    body: value,
    resource: run.resources[operation.resource],
    raw: outgoing,
  };
}

/** The value of the body: what the change gives, else a valid one. Undefined where the change has a text alone. */
async function bodyOf(
  run: RunContext,
  { body: schema }: Operation,
  { body, text, purpose, apiKey, caller }: RequestChange,
  makers: BodyMakers,
): Promise<object | undefined> {
  if (schema === undefined || body !== undefined || text !== undefined) return schema === undefined ? undefined : body;
  const make = makers[schema];
  if (!make) throw new Error(`the tests make no body of the schema ${schema}`);
  const made = make(purpose, apiKey === undefined ? 'stored' : 'rejected', caller ?? 'first');
  if (made instanceof Promise) noteTaken(run, await made);
  return made;
}

/** What a maker took from responses, so that no curl line shows it where evidence holds no values. */
function noteTaken({ responses, taken }: RunContext, body: object): void {
  const shown = new Set(responses.flatMap(({ json }) => leavesOf(json).map(({ value }) => value)));
  const isData = (value: unknown) => isNamedByData(String(value)) && !(typeof value === 'number' && value < 1000);
  for (const { value } of leavesOf(body)) if (shown.has(value) && isData(value)) taken.add(value);
}

/** The operation's path with its parameters filled in, relative to the base address. */
function pathOf({ name, path }: Operation, { parameters = {} }: RequestChange): string {
  return path.slice(1).replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = parameters[parameter];
    if (value === undefined) throw new Error(`${name}: the path parameter ${parameter} has no value`);
    return encodeURIComponent(value);
  });
}

/** Names the suite and a contact, for the operators of the target. */
function userAgent({ suiteVersion, configuration, specification: { headers } }: RunContext): string {
  const contact = (configuration.operator ?? `holder of the ${headers.credential}`).replace(
    /[^\x20-\x7e]|[()\\]/g,
    '?',
  );
  return `${programName}/${suiteVersion} (conformance test suite; contact: ${contact})`;
}
