import { context } from '../../helpers/client/context.js';
import type { RequestChange, Response } from '../../helpers/client/message.js';
import { describeResponse, isSuccess, returned } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed, type Proof } from '../../helpers/client/verdicts.js';
import { accountPointer, readListing } from '../../helpers/identity/listing.js';
import { creationBaseline } from '../shared/creation-baseline.js';
import { sameness } from '../shared/customers-by-key.js';
import { repeatsKey } from '../shared/insides.js';
import { disclosed, inBoth, isChance, knownIdentities } from '../shared/traces.js';
import { baselineListing, createsCustomer } from '../shared/valid-requests.js';

/**
 * A guard of tenants may send a 403, or a 404 at the usual address: then the same is asked for no tenant and another one.
 * @throws Failed if a response without a valid key shows anything of the tenant, or its request created a customer
 */
export async function mustOpenNothing(response: Response): Promise<Proof> {
  const { operation, change } = response.request;
  const isCreation = createsCustomer(operation);
  const mayBeOfGuard = response.status === 403 || (response.status === 404 && change.path === undefined);
  const others = mayBeOfGuard ? await underOtherTenants(response) : [];
  const judge = isCreation ? mustNotCreate : mustNotShow;
  for (const received of [response, ...others]) await judge(received);
  if (isCreation) return { response };
  const received = `${response.status}, without accounts and identities`;
  return { received, control: { request: 'with the valid key', response: await baselineListing() }, response };
}

/** To the same request without a tenant, and under another one's id. */
export function underOtherTenants({ request }: Response, more: RequestChange = {}): Promise<Response[]> {
  const { operation, change } = request;
  const { tenantId, otherTenantId } = context().configuration;
  const another = change.tenant === undefined ? otherTenantId : tenantId;
  const changes = [
    { tenant: null, purpose: `${change.purpose}, without x-tenant-id` },
    ...(another ? [{ tenant: another, purpose: `${change.purpose}, with the id of another tenant` }] : []),
  ];
  return Promise.all(changes.map((ofTenant) => send(operation, { ...change, ...more, ...ofTenant })));
}

async function mustNotCreate(response: Response) {
  const { operation, change } = response.request;
  if (!isSuccess(response)) return;
  const { identity, acceptance, original } = await creationBaseline();
  if (!identity || acceptance(response) !== 'accepted') return;
  // A page may answer everybody alike: a creation gives each customer another identity.
  if (sameness(response, await send(operation, change), identity) !== 'other') return;
  throw new Failed({
    found: `${describeResponse(response)} created a customer.`,
    received: `${response.status}, same as for a valid customer`,
    control: { request: 'with the valid key', response: original },
    response,
  });
}

/** @throws Failed if a response shows identities of the tenant, or a list of its accounts, however short their ids */
async function mustNotShow(response: Response) {
  const found = disclosed(response, await knownIdentities());
  const isShown = found.length > 0 && !(await isChance(response, found));
  const listingOf = (page: Response) => (isSuccess(page) && readListing(page)) || { items: [], paged: false };
  const own = listingOf(await baselineListing());
  const listed = listingOf(response);
  const pointer = accountPointer([own, listed]);
  const { length } = listed.items;
  const isListed = pointer !== undefined && length > 0 && inBoth(listed.items, own.items, pointer).length === length;
  if (!isShown && !isListed) return;
  const what = `${isShown ? found.length : length} of the tenant’s ${isShown ? 'identities' : 'accounts'}`;
  const received = `${response.status}, containing ${what}`;
  throw new Failed({ found: `${returned(response)} with ${what}.`, received, response });
}

/** @throws Failed if a response holds an identity of the tenant, or repeats the key that was sent */
export async function mustNotEcho(response: Response): Promise<void> {
  await mustNotShow(response);
  if (!repeatsKey(response)) return;
  const found = 'A 401 repeats the `Api-Key` of its request.';
  throw new Failed({ found, received: '401, containing the key verbatim', response });
}
