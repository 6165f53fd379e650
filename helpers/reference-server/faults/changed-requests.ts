import type { FsapiOperation } from '../../../schemas/fsapi/operations.js';
import type { Variation } from '../../../suites/variation.js';
import { sentBy, withHeader } from '../asked.js';
import type { Request } from '../service.js';
import type { Tenant } from '../state.js';

/** What a row changes, as far as a request shows it. */
export type Changed = Exclude<Variation['change'], (...target: never) => unknown>;

/** A run's configuration, as a row reads it: one tenant asks, the other is the second. */
const configured = (own: Tenant, other: Tenant) => ({
  ...{ apiKey: own.apiKey, tenantId: own.id, publicKey: own.publicKey, revokedKey: own.revokedKey },
  ...{ otherApiKey: other.apiKey, otherTenantId: other.id },
});

/** The change of a row; undefined for one that needs a run to be made, or follows from the seed: a story serves it. */
export function changeOf({ change, when }: Variation, own: Tenant, other: Tenant): Changed | undefined {
  const make = (seed: number): unknown => {
    const configuration = { ...configured(own, other), seed } as never;
    if (when && !when(configuration)) return undefined;
    return typeof change === 'function' ? change({ configuration } as never) : change;
  };
  try {
    const [made, again] = [make(1), make(2)];
    // A promise needs a run: what becomes of it is of no interest.
    if (made instanceof Promise) void Promise.allSettled([made, again]);
    else if (JSON.stringify(made) === JSON.stringify(again)) return made as Changed | undefined;
  } catch {}
  return undefined;
}

/** Whether a request has what a change makes of a valid one. */
export function isChangedSo(asked: Request, change: Changed, { path, method }: FsapiOperation): boolean {
  const { query, contentType } = change;
  const target = `/v1/${change.path ?? path.slice(1)}${query === undefined ? '' : `?${query}`}`;
  const isSent = (name: string, value: string | null | undefined) =>
    value === undefined || (value === null ? !asked.headers.has(name) : asked.headers.get(name) === value);
  const pairs = asked.rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [`${name.toLowerCase()}: ${asked.rawHeaders[at + 1]}`] : [],
  );
  return (
    asked.target === target &&
    asked.method === (change.method ?? method) &&
    isSent('api-key', change.apiKey) &&
    (pairs.includes(`x-tenant-id: ${change.tenant}`) || isSent('x-tenant-id', change.tenant)) &&
    isSent('idempotency-key', change.idempotencyKey) &&
    isSent('content-type', contentType) &&
    (change.headers ?? []).every(([name, value]) => pairs.includes(`${name.toLowerCase()}: ${value}`)) &&
    (change.text === undefined || asked.body === change.text)
  );
}

/** The valid request of an operation in the place of a changed one: it is the tenant's that `by` is. */
export function restored(asked: Request, change: Changed, { path, method }: FsapiOperation, by: Tenant): Request {
  const key = change.idempotencyKey === undefined ? asked : withHeader(asked, 'idempotency-key', crypto.randomUUID());
  return { ...sentBy(key, by), path, method, query: new URLSearchParams() };
}
