import { randomUUID } from 'node:crypto';
import type { Header } from '../../schemas/exchange.js';
import { type BodySchema, headerNames, isIdempotentByKey, type Operation } from '../../schemas/operations.js';
import type { Customer } from '../../schemas/types.js';
import type { RunContext } from './context.js';
import type { Response } from './response.js';
import type { RawRequest } from './transport.js';

/** Which of the two tenants asks, each with its own id and key. */
export type Caller = 'first' | 'second';

/** One of many generated requests: too many for each to stay in the evidence. */
export interface Generated {
  /** Whether this exchange stays; without an answer, of one that broke. Those that do not are counted. */
  keep(response?: Response): boolean;
  /** Whom the answer is about, for the list of what was created. */
  identify(response: Response): string | undefined;
}

/** What differs from a right request of the operation. Everything left out is as it should be. */
export interface RequestChange {
  /** The bend in words that follow "POST /customers": `without Api-Key`. */
  readonly purpose?: string;
  readonly caller?: Caller;
  /** Another key than the caller's; null for no header at all. */
  readonly apiKey?: string | null;
  readonly tenant?: string | null;
  /** A fresh UUID unless given. */
  readonly idempotencyKey?: string | null;
  /** Value of the JSON body, where that is a customer: of what `text` writes, where both are given. */
  readonly customer?: Customer;
  /** Value of the JSON body of any other kind. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** The body exactly, in place of its value. */
  readonly text?: string;
  readonly contentType?: string | null;
  readonly headers?: readonly Header[];
  /** Writes the names of the specification's headers differently. */
  readonly spell?: (name: string) => string;
  readonly method?: string;
  /** Values of the parameters in the operation's path. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Another path than the operation's, relative to the base address. */
  readonly path?: string;
  /** Without the question mark. */
  readonly query?: string;
  /** On a connection of its own. */
  readonly fresh?: boolean;
  /** Names something that may be a stranger’s: the values of the answer never enter the evidence. */
  readonly guess?: boolean;
  /** Before other requests that wait: for a chain that has to pause on purpose. */
  readonly urgent?: boolean;
  readonly generated?: Generated;
  /** What stands in a curl line for an Api-Key that is not a configured one: a shell word. */
  readonly shellKey?: string;
}

/** A change with everything filled in: what was sent, in the terms of the specification. */
export interface BuiltRequest {
  readonly operation: Operation;
  readonly change: RequestChange;
  readonly apiKey: string | null;
  readonly tenant: string | null;
  readonly idempotencyKey: string | null;
  /** The value of the body, where that is a customer. */
  readonly customer?: Customer;
  readonly raw: RawRequest;
}

/** The key and the tenant id of a caller. Without a key of its own the second tenant asks with the first one's. */
export function credentials(
  { configuration }: Pick<RunContext, 'configuration'>,
  caller: Caller,
): { apiKey: string; tenant: string } {
  const { apiKey, tenantId, otherApiKey, otherTenantId } = configuration;
  if (caller === 'first') return { apiKey, tenant: tenantId };
  if (otherTenantId === undefined) throw new Error('a second tenant asks, and none is configured');
  return { apiKey: otherApiKey ?? apiKey, tenant: otherTenantId };
}

/** Valid bodies by the schema that an operation names. */
type BodyMakers = Readonly<Record<BodySchema, (purpose?: string) => Readonly<Record<string, unknown>>>>;

/**
 * Builds the request of an operation with one change.
 * @param makers give the body of a request that names none
 * @throws Error where a parameter of the path was given no value
 */
export function buildRequest(
  run: RunContext,
  operation: Operation,
  change: RequestChange,
  makers: BodyMakers,
): BuiltRequest {
  const caller = credentials(run, change.caller ?? 'first');
  const apiKey = change.apiKey === undefined ? caller.apiKey : change.apiKey;
  const tenant = change.tenant === undefined ? caller.tenant : change.tenant;
  const keyed = isIdempotentByKey(operation);
  const idempotencyKey = change.idempotencyKey === undefined ? (keyed ? randomUUID() : null) : change.idempotencyKey;
  const value = bodyOf(operation, change, makers);
  const customer = operation.body === 'customer' ? value : undefined;
  const body = operation.body === undefined ? undefined : (change.text ?? JSON.stringify(value));
  const contentType = change.contentType === undefined ? 'application/json' : change.contentType;

  const spell = change.spell ?? ((name: string) => name);
  const given: readonly (readonly [string, string | null])[] = [
    [spell(headerNames.apiKey), apiKey],
    [spell(headerNames.tenant), tenant],
    [spell(headerNames.idempotencyKey), idempotencyKey],
    [headerNames.contentType, body === undefined ? null : contentType],
  ];
  const headers = [
    ...given.flatMap(([name, value]): Header[] => (value === null ? [] : [[name, value]])),
    ['Accept', 'application/json'] as const,
    ['User-Agent', userAgent(run)] as const,
    ...(change.headers ?? []),
  ];
  const path = (change.path ?? pathOf(operation, change)) + (change.query === undefined ? '' : `?${change.query}`);
  const outgoing = { method: change.method ?? operation.method, path, headers, body };
  return { operation, change, apiKey, tenant, idempotencyKey, customer, raw: outgoing };
}

/** The value of the body: what the change gives, else a valid one. Undefined where the change has a text alone. */
function bodyOf(
  { body: schema }: Operation,
  { customer, body, text, purpose }: RequestChange,
  makers: BodyMakers,
): Readonly<Record<string, unknown>> | undefined {
  if (schema === undefined) return undefined;
  return customer ?? body ?? (text === undefined ? makers[schema](purpose) : undefined);
}

/** The operation's path with its parameters filled in, relative to the base address. */
function pathOf({ name, path }: Operation, { parameters = {} }: RequestChange): string {
  return path.slice(1).replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = parameters[parameter];
    if (value === undefined) throw new Error(`${name}: the path parameter ${parameter} was given no value`);
    return encodeURIComponent(value);
  });
}

/** Names the suite, so that whoever watches the target can tell what these requests are and whom to ask. */
function userAgent({ suiteVersion, configuration }: RunContext): string {
  const contact = (configuration.operator ?? 'holder of the Api-Key').replace(/[^\x20-\x7e]|[()\\]/g, '?');
  return `fsapi-conformance/${suiteVersion} (conformance test suite; contact: ${contact})`;
}
