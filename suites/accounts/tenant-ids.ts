import { context, perRun } from '../../helpers/client/context.js';
import type { Caller, RequestChange, Response } from '../../helpers/client/message.js';
import { isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { readListing } from '../../helpers/identity/listing.js';
import { anotherCharacter } from '../../helpers/redaction/near-miss-keys.js';
import { fixtures } from '../../helpers/runner/fixture.js';
import { seededBytes } from '../../helpers/runner/seeded-random.js';
import { isLoopback } from '../../helpers/settings/loopback.js';
import type { Configuration } from '../../helpers/settings/schema.js';
import { headers, listAccounts } from '../../schemas/fsapi/operations.js';
import { randomOfShape } from '../authentication/invalid-keys.js';
import { callerOf } from '../requests.js';
import { droppedInFront } from '../variation.js';
import { ownListing, pointerOf, type ReadListing, wholeListing } from './listing.js';
import { nextPages } from './next-page.js';

/** Fewest characters of a tenant id that a guess does not hit by chance. */
const long = 12;

/**
 * What is special of a near miss: `long`: it may be a stranger's id where ids are short; `own`: it is the caller's own in
 * another spelling, so that one caller shows it; `open`: a service may take it, and give the caller's own accounts, so that
 * it is not compared with a random id; `one`, `two`: how many tenants must be configured for it.
 */
type Kind = 'long' | 'own' | 'open' | 'one' | 'two';

/** A tenant id that names no tenant, and resembles one that does. */
export interface NearMiss {
  readonly name: string;
  /** Null for no header at all. @param own the caller's id @param other the other tenant's */
  readonly make: (own: string, other: string) => string | null;
  readonly is: readonly Kind[];
}

const near = (name: string, make: NearMiss['make'], ...is: readonly Kind[]): NearMiss => ({ name, make, is });
const changed = (id: string) => id.slice(0, -1) + anotherCharacter(id.at(-1) ?? 'a');
const half = (id: string) => id.slice(0, Math.ceil(id.length / 2));
const inOtherCase = (id: string) => (id === id.toUpperCase() ? id.toLowerCase() : id.toUpperCase());
const encoded = (id: string) => `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;

export const nearMissTenantIds: readonly NearMiss[] = [
  near('the caller’s id with its last character changed', changed, 'long'),
  near('the caller’s id with one more character', (own) => `${own}x`, 'long', 'own'),
  near('the caller’s id without its last character', (own) => own.slice(0, -1), 'long', 'own'),
  near('the caller’s id in quotes', (own) => `"${own}"`, 'own'),
  near('the caller’s id cut to half and a wildcard', (own) => `${half(own)}*`),
  near('the caller’s id cut to half and a percent sign', (own) => `${half(own)}%`),
  near('a quote that ends a query', () => "' OR '1'='1"),
  near('a wildcard', () => '*'),
  near('the word all', () => 'all', 'open'),
  near('the word undefined', () => 'undefined', 'open'),
  near('a percent sign', () => '%'),
  near('the other’s id with its last character changed', (_, other) => changed(other), 'long', 'two'),
  near('the other’s id cut to half and a wildcard', (_, other) => `${half(other)}*`, 'two'),
  near('the other’s id cut to half and a percent sign', (_, other) => `${half(other)}%`, 'two'),
  near('the other’s id with an underscore for its last character', (_, id) => `${id.slice(0, -1)}_`, 'long', 'two'),
  near('the other’s id without its last character', (_, other) => other.slice(0, -1), 'long', 'two'),
  near('the other’s id with one more character', (_, other) => `${other}x`, 'long', 'two'),
  near('both ids in a list', (own, other) => `${own},${other}`, 'two'),
  near('no id', () => null, 'open'),
  near('an empty id', () => '', 'open'),
  near('the other’s id in another letter case', (_, other) => inOtherCase(other), 'two', 'open'),
  near('the other’s id with an encoded character', (_, other) => encoded(other), 'two', 'open'),
  near('the other’s id in quotes', (_, other) => `"${other}"`, 'two', 'open'),
  near('the caller’s id twice in a list', (own) => `${own},${own}`, 'one'),
];

/** An id of the first tenant's shape that names no tenant: the same in one run, and in all of one seed. */
export const randomTenantId = perRun(({ configuration }) => {
  const { tenantId } = configuration;
  const more = seededBytes(configuration, `more than ${tenantId}`, 6).toString('hex');
  return randomOfShape(tenantId) + (tenantId.length >= long ? '' : `-${more}`);
});

/** Whether the configuration has the tenants that a near miss needs, with ids that it is none of. */
export function canMake({ is, make }: NearMiss, { tenantId = '', otherTenantId }: Configuration): boolean {
  if (is.includes(otherTenantId === undefined ? 'two' : 'one')) return false;
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
const tenantNames = [
  ...['tenant_id', 'tenantId', 'tenant', headers.tenant],
  ...'business_id businessId organization_id organizationId org_id merchant_id'.split(' '),
];
const otherHeaders = 'X-Tenant Tenant-Id X-TenantId X-Business-Id X-Organization-Id X-Org-Id X-On-Behalf-Of'.split(' ');

/** Members that name a tenant, besides those of a valid body. */
export const tenantMembers = (id: string) => Object.fromEntries(tenantNames.map((name) => [name, id]));

type Naming = (other: string, own: string) => RequestChange;
/** Names a tenant in the query, besides the caller's own id. */
export const tenantInQuery = (id: string): RequestChange => ({
  query: new URLSearchParams(tenantMembers(id)).toString(),
});
/** Names a tenant in a second header, besides the caller's own id. */
export const tenantInSecondHeader = (id: string): RequestChange => ({ headers: [[headers.tenant, id]] });
const inOtherHeaders: Naming = (other) => ({ headers: otherHeaders.map((name) => [name, other]) });
const inCookie: Naming = (id) => ({ headers: [['Cookie', tenantNames.map((name) => `${name}=${id}`).join('; ')]] });
const inHeaderBefore: Naming = (other, own) => ({ tenant: other, ...tenantInSecondHeader(own) });

/** Where a caller names the other tenant, in place of its own id or besides; something in `front` may drop the request. */
export const namings: readonly { where: string; change: Naming; isInPlace?: true; front?: true }[] = [
  { where: 'in the tenant header', change: (tenant) => ({ tenant }), isInPlace: true },
  { where: 'in the query', change: tenantInQuery },
  { where: 'in headers of other names', change: inOtherHeaders },
  { where: 'in a cookie', change: inCookie, front: true },
  { where: 'in a second header', change: tenantInSecondHeader, front: true },
  { where: 'in a header before it', change: inHeaderBefore, front: true },
];

/** Lists accounts with an id that names no tenant; null for none. */
export async function guess(caller: Caller, tenant: string | null, name: string): Promise<Response> {
  // Evidence keeps of the response what it holds already: so it has to hold both tenants' own accounts.
  await Promise.allSettled([wholeListing('first'), wholeListing('second')]);
  const { tenant: header } = headers;
  const purpose = tenant ? `with an ${header} that names no tenant: ${name}` : `with ${name} in ${header}`;
  const response = send(listAccounts, { caller, tenant, guess: true, purpose });
  return /[^\w-]/.test(tenant ?? '') ? response.catch(droppedInFront) : response;
}

// Ways to another tenant's accounts that name none.

/** Parameters that listings take elsewhere: one that changes the query must not take the tenant out of it. */
const parameters = [
  'limit=1',
  'page=1&per_page=100&offset=0&limit=100',
  'filter=&sort=id&q=a',
  'search=a&order=asc&all=true',
  'status=active&include=all&expand=all&include_closed=true',
  'created_after=2000-01-01&from=2000-01-01&sort=created_at',
  'page=2',
];

/** Names under which services take an account in a query: as a filter, besides those of its own members; to search; as a cursor. */
const filters = ['id', 'ids', 'account_id', 'accountId', 'account'];
const searches = ['q', 'search', 'query', 'keyword'];
const cursors = ['cursor', 'after', 'starting_after'];
/** At most so many values of an account are searched for. */
const mostSearches = 6;

type Pair = readonly [name: string, value: string];

/** A query of pairs, all of which come from a response. */
function query(pairs: readonly Pair[]): RequestChange {
  return { query: new URLSearchParams(Object.fromEntries(pairs)).toString(), taken: pairs.map(([, value]) => value) };
}

/**
 * Listings in which a service may forget the tenant, each of a kind for which it may have a statement of its own; those
 * that name something name what stands in another tenant's listing.
 */
export async function waysToAnothersAccount(others: ReadListing) {
  const [item] = others.items;
  const id = item?.leaves.get(pointerOf([others])) ?? '';
  const pages = await secondPages(callerOf(others.response));
  const members = [...(item?.leaves ?? [])].filter(([at]) => at !== '{}');
  const ranked = new Set(item?.ranks.map(({ pointer }) => pointer));
  const nameLast = ([at, value]: Pair): Pair => [at.split('/').at(-1) ?? '', value];
  const own = members.filter(([at]) => ranked.has(at)).map(nameLast);
  const isWord = ([at, value]: Pair) => !ranked.has(at) && /^[A-Za-z][\w -]{1,23}$/.test(value);
  const words = members.filter(isWord).map(nameLast);
  const values = [...new Set([...own, ...words].map(([, value]) => value))].slice(0, mostSearches);
  const under = (names: readonly string[], value: string) => names.map((name): Pair => [name, value]);
  return [
    ...parameters.map((parameter) => ({ name: `?${parameter}`, change: { query: parameter } })),
    { name: 'filters by an account of the other tenant', change: query([...under(filters, id), ...own]) },
    { name: 'filters by the words of such an account', change: query(words) },
    ...values.map((one) => ({ name: 'a search for what such an account shows', change: query(under(searches, one)) })),
    { name: 'an account of the other tenant as the cursor', change: query(under(cursors, id)) },
    ...pages.map((change) => ({ name: 'what leads to the other tenant’s next page', change })),
    { name: 'Accept: text/csv', change: { headers: [['Accept', 'text/csv'] as const] } },
  ];
}

const oneAccount = fixtures<Response>();

/** What leads from a tenant's first page, of one account where that is possible, to the second: a cursor may hold the tenant. */
export async function secondPages(caller: Caller): Promise<RequestChange[]> {
  const purpose = `for the ${caller} tenant, with ?limit=1`;
  const short = await oneAccount(purpose, () => send(listAccounts, { caller, query: 'limit=1', purpose }));
  const page = isSuccess(short) ? short : await ownListing(caller);
  return isSuccess(page) ? nextPages(page, readListing(page)?.items.length ?? 0).slice(0, 4) : [];
}
