import { context, perRun } from '../../helpers/client/context.js';
import type { Caller, RequestChange, Response } from '../../helpers/client/message.js';
import { send } from '../../helpers/client/send.js';
import { anotherCharacter } from '../../helpers/redaction/near-miss-keys.js';
import { seededBytes } from '../../helpers/runner/seeded-random.js';
import { isLoopback } from '../../helpers/settings/loopback.js';
import type { Configuration } from '../../helpers/settings/settings.js';
import { headers, listAccounts } from '../../schemas/fsapi/operations.js';
import { randomOfShape } from '../authentication/invalid-keys.js';
import { droppedInFront } from '../variation.js';
import { wholeListing } from './listing.js';

/** Fewest characters of a tenant id that a guess does not hit by chance. */
const long = 12;

/** The header of the tenant id, as the version under test spells it. */
export const tenantHeader = (): string => headers.tenant;

/** A tenant id that names no tenant, and resembles one that does. */
interface UnknownTenantId {
  readonly name: string;
  /** Null for no header at all. @param own the caller's id @param other the other tenant's */
  readonly make: (own: string, other: string) => string | null;
  /** Whether it may be a stranger's id where ids are short. */
  readonly needsLongIds?: true;
  /** How many tenants must be configured for it; any number unless given. */
  readonly tenants?: 1 | 2;
  /** It is the caller's own in another spelling, so that one caller shows it. */
  readonly isOwn?: true;
  /** Whether a service may take it, and give the caller's own accounts: then it is not compared with a random id. */
  readonly mayBeOpen?: true;
}

const changed = (id: string) => id.slice(0, -1) + anotherCharacter(id.at(-1) ?? 'a');
const half = (id: string) => id.slice(0, Math.ceil(id.length / 2));
const inOtherCase = (id: string) => (id === id.toUpperCase() ? id.toLowerCase() : id.toUpperCase());
const encoded = (id: string) => `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;

const near = (
  name: string,
  make: UnknownTenantId['make'],
  more: Omit<UnknownTenantId, 'name' | 'make'> = {},
): UnknownTenantId => ({
  name,
  make,
  ...more,
});

export const nearMissTenantIds: readonly UnknownTenantId[] = [
  near('the caller’s id with its last character changed', changed, { needsLongIds: true }),
  near('the caller’s id with one more character', (own) => `${own}x`, { needsLongIds: true, isOwn: true }),
  near('the caller’s id without its last character', (own) => own.slice(0, -1), { needsLongIds: true, isOwn: true }),
  near('the caller’s id in quotes', (own) => `"${own}"`, { isOwn: true }),
  near('the caller’s id cut to half and a wildcard', (own) => `${half(own)}*`),
  near('the caller’s id cut to half and a percent sign', (own) => `${half(own)}%`),
  near('a quote that ends a query', () => "' OR '1'='1"),
  near('a wildcard', () => '*'),
  near('the word all', () => 'all', { mayBeOpen: true }),
  near('the word undefined', () => 'undefined', { mayBeOpen: true }),
  near('a percent sign', () => '%'),
  near('the other’s id with its last character changed', (_, other) => changed(other), {
    needsLongIds: true,
    tenants: 2,
  }),
  near('the other’s id cut to half and a wildcard', (_, other) => `${half(other)}*`, { tenants: 2 }),
  near('the other’s id cut to half and a percent sign', (_, other) => `${half(other)}%`, { tenants: 2 }),
  near('the other’s id with an underscore for its last character', (_, other) => `${other.slice(0, -1)}_`, {
    needsLongIds: true,
    tenants: 2,
  }),
  near('the other’s id without its last character', (_, other) => other.slice(0, -1), {
    needsLongIds: true,
    tenants: 2,
  }),
  near('the other’s id with one more character', (_, other) => `${other}x`, { needsLongIds: true, tenants: 2 }),
  near('both ids in a list', (own, other) => `${own},${other}`, { tenants: 2 }),
  near('no id', () => null, { mayBeOpen: true }),
  near('an empty id', () => '', { mayBeOpen: true }),
  near('the other’s id in another letter case', (_, other) => inOtherCase(other), { tenants: 2, mayBeOpen: true }),
  near('the other’s id with an encoded character', (_, other) => encoded(other), { tenants: 2, mayBeOpen: true }),
  near('the other’s id in quotes', (_, other) => `"${other}"`, { tenants: 2, mayBeOpen: true }),
  near('the caller’s id twice in a list', (own) => `${own},${own}`, { tenants: 1 }),
];

/** An id of the first tenant's shape that names no tenant: the same in one run, and in all of one seed. */
export const randomTenantId = perRun(({ configuration }) => {
  const { tenantId } = configuration;
  const more = seededBytes(configuration, `more than ${tenantId}`, 6).toString('hex');
  return randomOfShape(tenantId) + (tenantId.length >= long ? '' : `-${more}`);
});

/** Whether the configuration has the tenants that a near miss needs, with ids that it is none of. */
export function canMake({ tenants, make }: UnknownTenantId, { tenantId = '', otherTenantId }: Configuration): boolean {
  if (tenants !== undefined && tenants !== (otherTenantId === undefined ? 1 : 2)) return false;
  const ids = [tenantId, otherTenantId ?? tenantId] as const;
  return [ids, [...ids].reverse() as [string, string]].every(([own, other]) => !ids.includes(make(own, other) ?? ''));
}

/** Whether the run may send near misses: its ids are long, or a short one can be nobody's, on loopback and of a mock. */
export function mayGuess(): boolean {
  const { configuration, connection } = context();
  const { tenantId, otherTenantId, environment } = configuration;
  if (environment === 'mock' || isLoopback(connection.base.hostname)) return true;
  return [tenantId, otherTenantId ?? tenantId].every((id) => id.length >= long);
}

/** The id of a tenant; of the first where no second is configured. */
export function tenantOf(caller: Caller): string {
  const { tenantId, otherTenantId } = context().configuration;
  return caller === 'second' ? (otherTenantId ?? tenantId) : tenantId;
}

/** Names under which services read a tenant from a query or a body. */
const tenantNames = () =>
  ['tenant_id', 'tenantId', 'tenant', headers.tenant].concat(
    'business_id businessId organization_id organizationId org_id merchant_id'.split(' '),
  );

/** Members that name a tenant, besides those of a valid body. */
export const tenantMembers = (id: string) => Object.fromEntries(tenantNames().map((name) => [name, id]));
/** Names a tenant in the query, besides the caller's own id. */
export const tenantInQuery = (id: string): RequestChange => ({
  query: new URLSearchParams(tenantMembers(id)).toString(),
});
/** Names a tenant in a second header, besides the caller's own id. */
export const tenantInSecondHeader = (id: string): RequestChange => ({ headers: [[headers.tenant, id]] });

const otherHeaders = 'X-Tenant Tenant-Id X-TenantId X-Business-Id X-Organization-Id X-Org-Id X-On-Behalf-Of'.split(' ');

/** Where a caller names the other tenant: in place of its own id, or besides. */
export const namings: readonly {
  readonly where: string;
  readonly change: (other: string, own: string) => RequestChange;
  readonly isInPlace?: true;
  /** Something in front may drop it. */
  readonly front?: true;
}[] = [
  { where: 'in the tenant header', change: (tenant) => ({ tenant }), isInPlace: true },
  { where: 'in the query', change: tenantInQuery },
  { where: 'in headers of other names', change: (other) => ({ headers: otherHeaders.map((name) => [name, other]) }) },
  {
    where: 'in a cookie',
    front: true,
    change: (other) => ({
      headers: [
        [
          'Cookie',
          tenantNames()
            .map((name) => `${name}=${other}`)
            .join('; '),
        ],
      ],
    }),
  },
  { where: 'in a second header', change: tenantInSecondHeader, front: true },
  {
    where: 'in a header before it',
    front: true,
    change: (other, own) => ({ tenant: other, ...tenantInSecondHeader(own) }),
  },
];

/** Lists accounts with an id that names no tenant; null for none. */
export async function guess(caller: Caller, tenant: string | null, name: string): Promise<Response> {
  // Evidence keeps of the response what it holds already: so it has to hold both tenants' own accounts.
  await Promise.allSettled([wholeListing.first(), wholeListing.second()]);
  const purpose = tenant
    ? `with an ${tenantHeader()} that names no tenant: ${name}`
    : `with ${name} in ${tenantHeader()}`;
  const response = send(listAccounts, { caller, tenant, guess: true, purpose });
  return /[^\w-]/.test(tenant ?? '') ? response.catch(droppedInFront) : response;
}
