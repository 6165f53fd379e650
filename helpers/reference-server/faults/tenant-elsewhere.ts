import { listAccounts } from '../../../schemas/fsapi/operations.js';
import { listed, withAnswerBody } from '../answered.js';
import { isCreation, isListing, membersOf, namedTenant, owner, withHeader } from '../asked.js';
import { breaking, type Fault, type Middleware } from '../middleware.js';
import { afterwards, beforehand, believingTheHeader, both } from '../rewrite.js';
import type { Request } from '../service.js';
import type { Account, Tenant } from '../state.js';

/** Takes the tenant from where `nameOf` finds one, and asks of the key only that it is somebody's. */
const actsFor = (when: (asked: Request) => boolean, nameOf: (asked: Request, own: Tenant) => unknown): Middleware =>
  beforehand((asked, world) => {
    const own = when(asked) ? owner(asked, world) : undefined;
    const named = own && world.tenants.find(({ id }) => id === nameOf(asked, own));
    return named ? withHeader(withHeader(asked, 'api-key', named.apiKey), 'x-tenant-id', named.id) : asked;
  });

const tenantHeaders = ({ rawHeaders }: Request): string[] =>
  rawHeaders.filter((_, at) => at % 2 === 1 && /^x-tenant-id$/i.test(rawHeaders[at - 1] ?? ''));

const secondTenantHeader = (asked: Request) => tenantHeaders(asked).slice(1).at(-1);

/** ACCT-03 and IDEM-05: a tenant that is named by its own header, or elsewhere, and believed. */
export const tenantElsewhereFaults: readonly Fault[] = [
  ...breaking(['ACCT-03'], {
    'tenant-in-the-query-goes-first': [
      'The back office chooses a tenant by a parameter, which the handler reads for everybody.',
      actsFor(isListing, ({ query }) => query.get('tenant_id')),
    ],
    'tenant-in-a-header-of-another-name-goes-first': [
      'The back office names a tenant in a header of its own, which the service reads for everybody.',
      actsFor(isListing, ({ headers }) => headers.get('x-tenant')),
    ],
    'tenant-in-a-cookie-goes-first': [
      'The dashboard remembers the tenant of its menu in a cookie, and shares the handler.',
      actsFor(isListing, ({ headers }) => /\btenant_id=([^;]+)/.exec(headers.get('cookie') ?? '')?.[1]),
    ],
    'tenant-is-not-compared-behind-a-slash-at-the-end': [
      'The guard that compares key and tenant stands on the exact path, the router forgives a slash.',
      beforehand((asked, world) => {
        const named = asked.path === `${listAccounts.path}/` && owner(asked, world) && namedTenant(asked, world);
        return named ? { ...withHeader(asked, 'api-key', named.apiKey), path: listAccounts.path } : asked;
      }),
    ],
    'first-of-two-tenant-headers-goes-first': [
      'The gateway checks the last header of the name, the service reads the first.',
      actsFor(isListing, (asked, own) => {
        const [first, ...more] = tenantHeaders(asked);
        return more.at(-1) === own.id ? first : undefined;
      }),
    ],
    'second-tenant-header-goes-first': [
      'The gateway checks the first header of the name, the service reads the last.',
      actsFor(isListing, secondTenantHeader),
    ],
    'tenant-of-the-header-believed-where-accounts-are-counted': [
      'The tenant is taken from its header; accounts have little but a number, which is counted over all tenants.',
      both(
        afterwards(listed, (answer, _, world) => {
          const all = world.tenants.flatMap(({ accounts }) => accounts).map(({ id }) => id);
          const { data = [] } = membersOf(answer.body) as { data?: readonly Account[] };
          return withAnswerBody(answer, { data: data.map(({ id }) => ({ id: all.indexOf(id) + 1, currency: 'EUR' })) });
        }),
        believingTheHeader(isListing),
      ),
    ],
  }),
  ...breaking(['IDEM-05'], {
    'tenant-of-the-header-believed-in-creations': [
      'Listings compare key and header; creations, written later, take the tenant from its header.',
      believingTheHeader(isCreation),
    ],
    'tenant-of-the-body-believed-in-creations': [
      'The body is spread over what the guard has found out, and has a member of the same name.',
      actsFor(isCreation, ({ body }) => membersOf(body)?.tenant_id),
    ],
    'tenant-of-the-query-believed-in-creations': [
      'The back office creates customers for a tenant by a parameter, which the handler reads for everybody.',
      actsFor(isCreation, ({ query }) => query.get('tenantId')),
    ],
    'second-tenant-header-believed-in-creations': [
      'The gateway checks the first header of the name, the service reads the last.',
      actsFor(isCreation, secondTenantHeader),
    ],
  }),
];
