import type { Answer } from '../answer.js';
import { listingForbidden } from '../answered.js';
import { isCreation, ofItsKey, owner, withHeader } from '../asked.js';
import { afterwards, beforehand } from '../rewrite.js';
import { json, refusal } from '../service.js';
import { silences, type Variant } from './variant.js';

/** An answer of its own for a tenant that the key does not act for. */
const strangers = (answer: Answer) => afterwards((_, { status }) => status === 403, answer);

/** Endpoints, common request headers: x-tenant-id, and what comes of it. */
export const tenantVariants: readonly Variant[] = silences({
  'tenant-ignored-in-creations': [
    'x-tenant-id is shown in the accounts request only: a creation takes the tenant from the key.',
    beforehand((asked, world) => (isCreation(asked) ? ofItsKey(asked, world) : asked)),
  ],
  'tenant-optional-in-creations': [
    'x-tenant-id is shown in the accounts request only: a creation without it is the key’s tenant’s.',
    beforehand((asked, world) =>
      isCreation(asked) && !asked.headers.has('x-tenant-id') ? ofItsKey(asked, world) : asked,
    ),
  ],
  'tenant-taken-from-the-key': [
    'What x-tenant-id does is not shown: it is ignored, since each key belongs to one tenant.',
    beforehand(ofItsKey),
  ],
  'unknown-tenant-lists-nothing': [
    'What an unknown tenant gets is not shown: an empty listing.',
    afterwards(listingForbidden, json(200, { data: [] })),
  ],
  'unknown-tenant-404': [
    'Statuses of rejections are not shown: a tenant that is not the key’s is not found.',
    strangers(refusal(404, 'tenant_not_found', 'There is no such tenant.')),
  ],
  'unknown-tenant-401': [
    'A request without valid authorization gets 401, and a key for somebody else’s tenant may be taken for that.',
    strangers(refusal(401, 'unauthorized', 'This key is not valid for that tenant.')),
  ],
  'unknown-tenant-200-with-an-error': [
    'Statuses of rejections are not shown: 200 with an error.',
    strangers(json(200, { success: false, error: { code: 'TENANT', message: 'There is no such tenant.' } })),
  ],
  'tenant-ids-without-letter-case': [
    'The form of a tenant’s identifier is not shown: it is read in either letter case.',
    beforehand((asked, world) => {
      const named = asked.headers.get('x-tenant-id')?.toLowerCase();
      const tenant = world.tenants.find(({ id }) => id.toLowerCase() === named);
      return tenant ? withHeader(asked, 'x-tenant-id', tenant.id) : asked;
    }),
  ],
  'unknown-tenant-403-that-names-the-callers-own': [
    'The shape of the error body is not shown: it says which tenant the key is for, and what it has.',
    afterwards(listingForbidden, (_, asked, world) => {
      const own = owner(asked, world);
      return refusal(403, 'tenant_forbidden', `This key is for ${own?.id}.`, { accounts: own?.accounts });
    }),
  ],
  'one-key-for-both-tenants': [
    'Keys per tenant are not stated: one key of the business serves both.',
    { oneKey: true },
  ],
  'short-tenant-ids': [
    'The form of a tenant’s identifier is not shown: it is a number of five digits.',
    { tenantId: (position) => String(48_213 + position) },
  ],
  'tenant-ids-are-words': [
    'The form of a tenant’s identifier is not shown: it is a name.',
    { tenantId: (position) => ['example-bank-of-the-north', 'sample-savings-of-the-south'][position] ?? '' },
  ],
});
