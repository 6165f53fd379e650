import { context, perRun } from '../../helpers/client/context.js';
import type { Caller, RequestChange, Response } from '../../helpers/client/message.js';
import { Skipped } from '../../helpers/client/verdicts.js';
import { headers } from '../../schemas/fsapi/operations.js';
import { randomOfShape, seededBytes } from './near-misses.js';

export const callerOf = ({ request }: Response): Caller => request.change.caller ?? 'first';

export const otherThan = (caller: Caller): Caller => (caller === 'first' ? 'second' : 'first');

/** @param why as a sentence @throws Skipped if only one tenant is configured */
export function needsSecondTenant(why = 'This check needs a second tenant.'): void {
  if (context().configuration.otherTenantId !== undefined) return;
  throw new Skipped(`${why} Set \`CONFORMANCE_OTHER_TENANT_ID\` and \`CONFORMANCE_OTHER_API_KEY\`.`, 'second-tenant');
}

export const hasOwnKeys = (): boolean => context().configuration.otherApiKey !== undefined;

/** @throws Skipped if only one tenant is configured, or both share a key */
export function requireKeysApart(): void {
  needsSecondTenant();
  if (!hasOwnKeys())
    throw new Skipped('Both tenants share a key, as they may. This needs another: set `CONFORMANCE_OTHER_API_KEY`.');
}

/** The tenant of a caller: the first one if no second is configured. */
export function tenantOf(caller: Caller): string {
  const { tenantId, otherTenantId } = context().configuration;
  return caller === 'second' ? (otherTenantId ?? tenantId) : tenantId;
}

/** Fewest characters of a tenant id that a guess does not hit by chance. */
export const unguessableLength = 12;

/** An id of the first tenant's shape that names no tenant: the same in one run, and in all of one seed. */
export const randomTenantId = perRun(({ configuration }) => {
  const { tenantId } = configuration;
  const more = seededBytes(configuration, `more than ${tenantId}`, 6).toString('hex');
  return randomOfShape(tenantId) + (tenantId.length >= unguessableLength ? '' : `-${more}`);
});

/** Names under which services read a tenant from a query or a body. */
export const tenantNames: readonly string[] = [
  headers.tenant,
  ...'tenant_id tenantId tenant business_id businessId organization_id organizationId org_id merchant_id'.split(' '),
];

/** Members that name a tenant, besides those of a valid body. */
export const tenantMembers = (id: string, names = tenantNames) => Object.fromEntries(names.map((name) => [name, id]));

export const tenantInQuery = (id: string): RequestChange => ({ query: `${new URLSearchParams(tenantMembers(id))}` });
export const tenantInSecondHeader = (id: string): RequestChange => ({ headers: [[headers.tenant, id]] });
