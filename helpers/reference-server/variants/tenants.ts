import { afterwards, beforehand, isCreation, isListing, withHeader } from '../rewrite.js';
import { json, type Request, refusal } from '../service.js';
import type { State } from '../state.js';
import type { Variant } from './variant.js';

/** The request with the tenant of its key, whatever it names. */
const ofItsKey = (asked: Request, world: State): Request => {
  const tenant = world.tenantsOf(asked.headers.get('api-key'))[0];
  return tenant ? withHeader(asked, 'x-tenant-id', tenant.id) : asked;
};

/** An answer of its own for a tenant that the key does not act for. */
const strangers = (answer: () => ReturnType<typeof refusal>) => afterwards((_, { status }) => status === 403, answer);

/** Endpoints, common request headers: x-tenant-id, and what comes of it. */
export const tenantVariants: readonly Variant[] = [
  {
    id: 'tenant-ignored-in-creations',
    freedom: 'x-tenant-id is shown in the accounts request only: a creation takes the tenant from the key.',
    middleware: beforehand((asked, world) => (isCreation(asked) ? ofItsKey(asked, world) : asked)),
  },
  {
    id: 'tenant-optional-in-creations',
    freedom: 'x-tenant-id is shown in the accounts request only: a creation without it is the key’s tenant’s.',
    middleware: beforehand((asked, world) =>
      isCreation(asked) && !asked.headers.has('x-tenant-id') ? ofItsKey(asked, world) : asked,
    ),
  },
  {
    id: 'tenant-taken-from-the-key',
    freedom: 'What x-tenant-id does is not shown: it is ignored, since each key belongs to one tenant.',
    middleware: beforehand(ofItsKey),
  },
  {
    id: 'unknown-tenant-lists-nothing',
    freedom: 'What an unknown tenant gets is not shown: an empty listing.',
    middleware: afterwards(
      (asked, { status }) => isListing(asked) && status === 403,
      () => json(200, { data: [] }),
    ),
  },
  {
    id: 'unknown-tenant-404',
    freedom: 'Statuses of rejections are not shown: a tenant that is not the key’s is not found.',
    middleware: strangers(() => refusal(404, 'tenant_not_found', 'There is no such tenant.')),
  },
  {
    id: 'unknown-tenant-401',
    freedom:
      'A request without valid authorization gets 401, and a key for somebody else’s tenant may be taken for that.',
    middleware: strangers(() => refusal(401, 'unauthorized', 'This key is not valid for that tenant.')),
  },
  {
    id: 'unknown-tenant-200-with-an-error',
    freedom: 'Statuses of rejections are not shown: 200 with an error.',
    middleware: strangers(() =>
      json(200, { success: false, error: { code: 'TENANT', message: 'There is no such tenant.' } }),
    ),
  },
  {
    id: 'one-key-for-both-tenants',
    freedom: 'Keys per tenant are not stated: one key of the business serves both.',
    server: { oneKey: true },
  },
  {
    id: 'short-tenant-ids',
    freedom: 'The form of a tenant’s identifier is not shown: it is a number of five digits.',
    server: { tenantId: (position) => String(48_213 + position) },
  },
  {
    id: 'tenant-ids-are-words',
    freedom: 'The form of a tenant’s identifier is not shown: it is a name.',
    server: { tenantId: (position) => ['example-bank-of-the-north', 'sample-savings-of-the-south'][position] ?? '' },
  },
];
