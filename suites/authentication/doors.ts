import { context } from '../../helpers/client/context.js';
import type { RequestChange, Response } from '../../helpers/client/message.js';
import { describeResponse, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { accountPointer, readListing } from '../../helpers/identity/listing.js';
import { sameResource } from '../../helpers/identity/resource-identity.js';
import type { Target } from '../../helpers/runner/target.js';
import { createCustomer, type FsapiOperation, headers, listAccounts } from '../../schemas/fsapi/operations.js';
import { randomTenantId } from '../accounts/tenant-ids.js';
import { creationBaseline } from '../creation-baseline.js';
import { againOf, baselineListing, createsCustomer } from '../requests.js';
import { disclosed, inBoth, isChance, knownIdentities } from '../traces.js';
import { type Beside, resolved, sendVariation, type Variation } from '../variation.js';
import type { Keyless } from './invalid-keys.js';
import { formType } from './key-places.js';
import { underOtherTenants } from './must-be-401.js';

/** The same variations with another key, or none. @param name of the key, in words that complete "with …" */
export const withKey = (name: string, rows: readonly Variation[], key: () => string | null): readonly Variation[] =>
  rows.map((row) => ({
    ...row,
    name: `${name}, and ${row.name}`,
    change: async (target: Target) => ({ ...(await resolved(row.change, target)), apiKey: key() }),
  }));

/** A way to an operation that a filter for keys, or for tenants, may have missed. */
type Door = Variation & { readonly change: RequestChange };
const door = (name: string, change: RequestChange): Door => ({ name, change, front: true });

/** Other spellings of an operation's address, and what a filter for keys may take for a reason to let a request pass. */
function otherSpellings({ path: address }: FsapiOperation): readonly Door[] {
  const path = address.slice(1);
  const fromHere = ['X-Forwarded-For', 'X-Real-IP'].map((name) => [name, '127.0.0.1'] as const);
  return [
    door('a slash at the end', { path: `${path}/` }),
    door('a doubled slash', { path: address }),
    door('the path in capitals', { path: path.toUpperCase() }),
    door('the path capitalised', { path: path.slice(0, 1).toUpperCase() + path.slice(1) }),
    door('an encoded letter', { path: `%${path.charCodeAt(0).toString(16)}${path.slice(1)}` }),
    door('an encoded slash at the end', { path: `${path}%2F` }),
    door('a matrix parameter', { path: `${path};v=1` }),
    door('a semicolon at the end', { path: `${path};` }),
    door('the extension .json', { path: `${path}.json` }),
    door('a query', { query: 'limit=100' }),
    door('headers that name this machine', { headers: fromHere }),
  ];
}

/** An address below the operation's own, and what a guard that spares browsers looks at. */
const doorsOfBrowsers = ({ path, method }: FsapiOperation): readonly Variation[] => [
  door('a segment at the end', { path: `${path.slice(1)}/x` }),
  {
    name: 'an Origin',
    change: () => ({ headers: ['Origin', 'Referer'].map((name) => [name, context().connection.base.origin]) }),
    front: true,
  },
  door('the Origin null', { headers: [['Origin', 'null']] }),
  door('an Origin, and the headers of a preflight', {
    headers: [
      ['Origin', 'http://localhost:3000'],
      ['Access-Control-Request-Method', method],
      ['Access-Control-Request-Headers', headers.tenant],
    ],
  }),
];

/** Ways to a listing by other methods, addresses and forms. */
export const waysToListings: readonly Door[] = [
  door('the method HEAD', { method: 'HEAD' }),
  door('the method OPTIONS', { method: 'OPTIONS' }),
  ...otherSpellings(listAccounts),
  door('a listing for spreadsheets', { headers: [['Accept', 'text/csv']] }),
  door('a method override', { method: 'POST', headers: [['X-HTTP-Method-Override', 'GET']] }),
  door('a method override on a GET', { headers: [['X-HTTP-Method-Override', 'HEAD']] }),
];

/** Ways to each operation without a key. */
export const doorsOfListings: readonly Variation[] = [...waysToListings, ...doorsOfBrowsers(listAccounts)];
export const doorsOfCreations: readonly Variation[] = [
  ...otherSpellings(createCustomer),
  ...doorsOfBrowsers(createCustomer),
];

/** What else can be wrong with a request of an operation, beside its key. */
export function mistakes(operation: FsapiOperation): readonly Variation[] {
  const ofCreations: readonly Variation[] = [
    { name: 'malformed JSON', change: { text: '{"first_name": "Ada", ' } },
    { name: 'an empty body', change: { text: '' } },
    { name: 'another content type', change: { text: 'first_name=Ada', contentType: formType } },
    { name: 'an invalid customer', change: { text: '{"first_name": 7, "email": "ada", "address": []}' } },
    { name: 'a used idempotency key', change: async () => againOf((await creationBaseline()).original) },
    { name: 'no idempotency key', change: { idempotencyKey: null } },
  ];
  return [
    ...(createsCustomer(operation) ? ofCreations : []),
    { name: 'no tenant id', change: { tenant: null } },
    { name: 'an unknown tenant id', change: () => ({ tenant: randomTenantId(), guess: true }) },
  ];
}

// A response without a valid key discloses nothing, and the request does nothing.

/** @throws Failed where a response without a valid key discloses an account or a customer of the tenant */
export async function mustShowNothing(response: Response): Promise<Proof> {
  for (const one of [response, ...(await forOtherTenants(response))]) {
    await mustHoldNothing(one);
    await mustNotList(one);
  }
  const received = `${response.status}, without accounts and identities`;
  return { received, control: { request: 'with the valid key', response: await baselineListing() }, response };
}

/** A 403 may say that the tenant is not the caller's, once a door has opened for somebody: the same for nobody, and for the other tenant. */
const forOtherTenants = async (response: Response): Promise<readonly Response[]> =>
  response.status === 403 ? underOtherTenants(response) : [];

/** @throws Failed where a request without a valid key, at an address of no operation, does what the operation does */
export async function mustDoNothing(response: Response): Promise<Proof> {
  if (!createsCustomer(response.request.operation)) return mustShowNothing(response);
  for (const one of [...(await forOtherTenants(response)), response]) await mustNotCreate(one);
  return { response };
}

async function mustNotCreate(response: Response): Promise<void> {
  const { operation, change } = response.request;
  if (!isSuccess(response)) return;
  const { identity, acceptance, original } = await creationBaseline();
  if (!identity || acceptance(response) !== 'accepted') return;
  // What is at the address may greet everybody alike: a creation gives each customer another identity.
  if (sameResource(response, await send(operation, change), identity) !== false) return;
  throw new Failed({
    found: `${describeResponse(response)} created a customer.`,
    received: `${response.status}, same as for a valid customer`,
    control: { request: 'with the valid key', response: original },
    response,
  });
}

/** As `mustDoNothing`, of an address that holds the valid key. @throws Skipped where any text will do there */
export async function mustNotReadPath(response: Response, { row, target }: Beside<Keyless>): Promise<Proof> {
  return mustDoNothing(response).catch(async (error: unknown) => {
    if (!(error instanceof Failed) || !row.decoy) throw error;
    const decoy = await sendVariation(response.request.operation, row.decoy, target, { fresh: true });
    const other = await mustDoNothing(decoy).catch((one: unknown) => one);
    if (!(other instanceof Failed)) throw error;
    throw new Skipped(`This path needs no key at all (AUTH-07), so a key in it cannot be tested: ${other.message}`);
  });
}

/** @throws Failed where a response contains identities of the tenant, and contains some again in two repeats */
async function mustHoldNothing(response: Response): Promise<void> {
  const found = disclosed(response, await knownIdentities());
  if (found.length === 0 || (await isChance(response, found))) return;
  throw shown(response, found.length === 1 ? 'an identity' : `${found.length} identities`);
}

/** @throws Failed where a response lists the tenant's accounts: identities too short for a search can still be compared */
async function mustNotList(response: Response): Promise<void> {
  const itemsOf = (one: Response) => ({ items: (isSuccess(one) && readListing(one)?.items) || [], paged: false });
  const [own, got] = [itemsOf(await baselineListing()), itemsOf(response)];
  const pointer = accountPointer([own, got]);
  const { length } = got.items;
  if (pointer !== undefined && length > 0 && inBoth(got.items, own.items, pointer).length === length)
    throw shown(response, length === 1 ? 'an account' : `${length} accounts`);
}

const shown = (response: Response, what: string) =>
  new Failed({
    found: `${describeResponse(response)} returned ${response.status} with ${what} of the tenant.`,
    received: `${response.status}, containing ${what}`,
    response,
  });

/** @throws Failed where a 401 holds an identity of the tenant, or repeats the key that was sent */
export async function mustNotEcho(response: Response): Promise<void> {
  await mustHoldNothing(response);
  const { apiKey, tenant } = response.request;
  const received = [...response.headers.values(), response.text].join('\n');
  // A rejection may name the tenant, whose id is one of the invalid keys.
  if (apiKey === null || apiKey === tenant || apiKey.length < 16 || !received.includes(apiKey)) return;
  throw new Failed({
    found: 'A 401 repeats the `Api-Key` of its request.',
    received: '401, containing the key verbatim',
    response,
  });
}
