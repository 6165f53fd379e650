import { context } from '../../helpers/client/context.js';
import type { RequestChange } from '../../helpers/client/message.js';
import { isLoopback } from '../../helpers/settings/loopback.js';
import type { Configuration } from '../../helpers/settings/schema.js';
import { headers } from '../../schemas/fsapi/operations.js';
import { anotherCharacter } from '../shared/near-misses.js';
import * as tenants from '../shared/tenants.js';

/**
 * `long`: it may be a stranger's if ids are short; `own`: one caller shows it, as of another spelling of its own id;
 * `open`: a service may take it and give the caller's own accounts; `one`, `two`: the tenants that it needs.
 */
type Kind = 'long' | 'own' | 'open' | 'one' | 'two';

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

export const nearMisses: readonly NearMiss[] = [
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
  near('the word null', () => 'null', 'open', 'own'),
  near('the word public', () => 'public', 'open', 'own'),
  near('the word default', () => 'default', 'open', 'own'),
  near('the number 0', () => '0', 'open', 'own'),
  near('a percent sign', () => '%'),
  near('the other’s id with its last character changed', (_, other) => changed(other), 'long', 'two'),
  near('the other’s id cut to half and a wildcard', (_, other) => `${half(other)}*`, 'two'),
  near('the other’s id cut to half and a percent sign', (_, other) => `${half(other)}%`, 'two'),
  near('the other’s id with an underscore for its last character', (_, id) => `${id.slice(0, -1)}_`, 'long', 'two'),
  near('the other’s id without its last character', (_, other) => other.slice(0, -1), 'long', 'two'),
  near('the other’s id with one more character', (_, other) => `${other}x`, 'long', 'two'),
  near('both ids in a list', (own, other) => `${own},${other}`, 'two', 'open'),
  near('both ids, with a semicolon', (own, other) => `${own};${other}`, 'two', 'open', 'own'),
  near('both ids, with a bar', (own, other) => `${own}|${other}`, 'two', 'open', 'own'),
  near('both ids, with a space', (own, other) => `${own} ${other}`, 'two', 'open', 'own'),
  near('no id', () => null, 'open'),
  near('an empty id', () => '', 'open'),
  near('the other’s id in another letter case', (_, other) => inOtherCase(other), 'two', 'open'),
  near('the other’s id with an encoded character', (_, other) => encoded(other), 'two', 'open'),
  near('the other’s id in quotes', (_, other) => `"${other}"`, 'two', 'open'),
  near('the caller’s id twice in a list', (own) => `${own},${own}`, 'one'),
];

/** Whether a configuration has the tenants that it needs, and it is none of their ids. */
export const canMake =
  ({ is, make }: NearMiss) =>
  ({ tenantId: id = '', otherTenantId: other = id }: Configuration): boolean =>
    !is.includes(other === id ? 'two' : 'one') &&
    ![make(id, other), make(other, id)].some((guessed) => [id, other].includes(guessed ?? ''));

/** Whether no near miss can be a stranger's id: ids are long, or the target is on loopback or a mock. */
export function mayGuess(): boolean {
  const { environment } = context().configuration;
  if (environment === 'mock' || isLoopback(context().connection.base.hostname)) return true;
  return (
    tenants.tenantOf('first').length >= tenants.unguessableLength &&
    tenants.tenantOf('second').length >= tenants.unguessableLength
  );
}

const holders =
  'Tenant Org Organization Organisation Company Business Merchant Partner Account Client Customer Workspace Platform-Tenant';
/** Headers from which services take a tenant; behind a proxy it may be the first label of a host. */
const otherHeaders = [
  ...holders.split(' ').flatMap((holder) => [holder, `${holder}-Id`, `X-${holder}`, `X-${holder}-Id`]),
  ...'X-TenantId X_Tenant_Id X-Tenant-Name X-On-Behalf-Of X-Impersonate-Tenant X-Act-As Stripe-Account'.split(' '),
  ...['X-Forwarded-Host', 'X-Original-Host', 'Forwarded'],
].filter((name) => name.toLowerCase() !== headers.tenant);
const inOtherHeaders: Naming = (id, _, names = otherHeaders) => {
  const host = `${id}.example.com`;
  const hosts: Readonly<Record<string, string>> = {
    'X-Forwarded-Host': host,
    'X-Original-Host': host,
    Forwarded: `host=${host}`,
  };
  return { headers: names.map((name) => [name, hosts[name] ?? id]) };
};
const inCookie = (id: string): RequestChange => ({
  headers: [['Cookie', tenants.tenantNames.map((name) => `${name}=${id}`).join('; ')]],
});

type Naming = (other: string, own: string, names?: readonly string[]) => RequestChange;
interface NamingRow {
  readonly where: string;
  readonly change: Naming;
  /** Whether it stands in place of the caller's own id, not besides. */
  readonly isInPlace?: true;
  readonly mayBeDropped?: true;
  /** Names under which a service may read it: those count under which it takes the caller's own id. */
  readonly names?: readonly string[];
}

export const namings: readonly NamingRow[] = [
  { where: 'in the tenant header', change: (tenant) => ({ tenant }), isInPlace: true },
  { where: 'in the query', change: tenants.tenantInQuery },
  {
    where: 'in a JSON body',
    change: (id, _, names) => ({ text: JSON.stringify(tenants.tenantMembers(id, names)) }),
    names: tenants.tenantNames,
  },
  { where: 'in headers of other names', change: inOtherHeaders, names: otherHeaders },
  { where: 'in a cookie', change: inCookie, mayBeDropped: true },
  { where: 'in a second header', change: tenants.tenantInSecondHeader, mayBeDropped: true },
  {
    where: 'in a header before it',
    change: (tenant, own) => ({ tenant, ...tenants.tenantInSecondHeader(own) }),
    mayBeDropped: true,
  },
];
