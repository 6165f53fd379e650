import type { Response } from '../../helpers/client/message.js';
import { describeResponse, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { accountPointer, type Item, identityOf, readListing } from '../../helpers/identity/listing.js';
import { sameResource } from '../../helpers/identity/resource-identity.js';
import { createsCustomer } from '../creation.js';
import { creationBaseline } from '../creation-baseline.js';
import { disclosed, knownIdentities } from '../disclosure/search.js';
import { baselineListing } from '../requests.js';
import { type Beside, changeOf } from '../variation.js';
import { underOtherTenants } from './doors.js';
import type { Keyless } from './invalid-keys.js';

/** @throws Failed where a response without a valid key discloses an account or a customer of the tenant */
export async function mustShowNothing(response: Response): Promise<Proof> {
  for (const one of [response, ...(await forOtherTenants(response))]) {
    await mustHoldNothing(one, await knownIdentities());
    await mustNotList(one);
  }
  return {
    expected: 'a response without accounts and identities',
    received: `${response.status}, without accounts and identities`,
    control: { request: 'with the valid key', response: await baselineListing() },
    response,
  };
}

/** A 403 may say that the tenant is not the caller's, once a door has opened for somebody: the same for nobody, and for the other tenant. */
async function forOtherTenants({ status, request }: Response): Promise<readonly Response[]> {
  if (status !== 403) return [];
  return Promise.all(underOtherTenants(request.change).map(({ change }) => send(request.operation, change)));
}

/** @throws Failed where a request without a valid key, at an address of no operation, does what the operation does */
export async function mustDoNothing(response: Response): Promise<Proof> {
  if (!createsCustomer(response.request.operation)) return mustShowNothing(response);
  for (const other of await forOtherTenants(response)) await mustNotCreate(other);
  return mustNotCreate(response);
}

async function mustNotCreate(response: Response): Promise<Proof> {
  const { operation, change } = response.request;
  if (!isSuccess(response)) return { response };
  const known = await creationBaseline();
  if (!known.identity || known.acceptance(response) !== 'accepted') return { response };
  // What is at the address may greet everybody alike: a creation gives each customer another identity.
  if (sameResource(response, await send(operation, change), known.identity) !== false) return { response };
  throw new Failed({
    found: `${describeResponse(response)} created a customer.`,
    expected: '401, or any rejection',
    received: `${response.status}, same as for a valid customer`,
    control: { request: 'with the valid key', response: known.original },
    response,
  });
}

/** As `mustDoNothing`, of an address that holds the valid key. @throws Skipped where any text will do there */
export async function mustNotReadPath(response: Response, { row, target }: Beside<Keyless>): Promise<Proof> {
  return mustDoNothing(response).catch(async (error: unknown) => {
    if (!(error instanceof Failed)) throw error;
    const random = { name: row.name.replace('the valid key', 'a random key'), change: row.decoy ?? {} };
    const decoy = await send(response.request.operation, { ...(await changeOf(random, target)), fresh: true });
    const other = await mustDoNothing(decoy).catch((one: unknown) => one);
    if (!(other instanceof Failed)) throw error;
    throw new Skipped(
      `Such a path needs no key at all (AUTH-07), so the test of a key in it shows nothing: ${other.message}`,
    );
  });
}

/** @throws Failed where a response contains identities, and contains some again in two repeats */
export async function mustHoldNothing(response: Response, identities: readonly string[]): Promise<void> {
  const found = disclosed(response, identities);
  if (found.length === 0) return;
  // A number may match by chance, in a counter or a clock: a real disclosure repeats.
  for (let more = 2; more > 0 && found.every((value) => /^\d+$/.test(value)); more -= 1) {
    const again = await send(response.request.operation, response.request.change);
    if (disclosed(again, found).length === 0) return;
  }
  const many = found.length === 1 ? 'an identity' : `${found.length} identities`;
  throw new Failed({
    found: `${describeResponse(response)} returned ${response.status} with ${many} of the tenant.`,
    expected: 'a response without any identity of an account or a customer',
    received: `${response.status}, containing ${many}`,
    response,
  });
}

/** @throws Failed where a response lists the tenant's accounts: identities too short for a search can still be compared */
async function mustNotList(response: Response): Promise<void> {
  const listing = await baselineListing();
  const own = isSuccess(listing) ? readListing(listing) : undefined;
  const got = isSuccess(response) ? readListing(response) : undefined;
  const pointer = own && got && accountPointer([own, got].filter(({ items }) => items.length > 0));
  if (!own || !got || pointer === undefined || got.items.length === 0) return;
  const ids = new Set(own.items.map((item) => identityOf(item, pointer)));
  const isOwn = (item: Item) => ids.has(identityOf(item, pointer));
  if (!got.items.every(isOwn)) return;
  throw new Failed({
    found: `${describeResponse(response)} returned ${got.items.length} of the tenant’s accounts.`,
    expected: 'a response without accounts',
    received: `${response.status}, with accounts of the tenant’s own listing`,
    response,
  });
}

/** @throws Failed where a 401 holds an identity of the tenant, or repeats the key that was sent */
export async function mustNotEcho(response: Response, identities: readonly string[]): Promise<void> {
  await mustHoldNothing(response, identities);
  const { apiKey, tenant } = response.request;
  const received = [...response.headers.values(), response.text].join('\n');
  // A rejection may name the tenant, whose id is one of the invalid keys.
  if (apiKey === null || apiKey === tenant || apiKey.length < 16 || !received.includes(apiKey)) return;
  throw new Failed({
    found: 'A 401 repeats the `Api-Key` of its request.',
    expected: 'a 401 without the key',
    received: '401, containing the key verbatim',
    response,
  });
}
