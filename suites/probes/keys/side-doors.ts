import { context } from '../../../helpers/client/context.js';
import type { RequestChange, Response } from '../../../helpers/client/message.js';
import { describeResponse, isSuccess } from '../../../helpers/client/response.js';
import { send } from '../../../helpers/client/send.js';
import { Failed, type Proof } from '../../../helpers/client/verdicts.js';
import { accountPointer, type Item, readListing } from '../../../helpers/identity/listing.js';
import { sameResource } from '../../../helpers/identity/resource-identity.js';
import { type FsapiOperation, listAccounts } from '../../../schemas/fsapi/operations.js';
import { compare } from '../accounts/listings.js';
import { baselineListing, requireAcceptedKey } from '../baseline-requests.js';
import { creationBaseline } from '../creation-baseline.js';
import { createsCustomer } from '../customers/creation.js';
import { droppedInFront } from '../gateways.js';
import { headerNames } from '../header-names.js';
import { disclosed, knownIdentities } from '../leak-detection.js';
import { unlessTheConnectionDecides } from './by-connection.js';
import { closedDoor } from './expect-401.js';

type Door = readonly [name: string, change: RequestChange];

/** Other spellings of an operation's address, and what a filter for keys may take for a reason to let a request pass. */
export function otherSpellings({ path: address }: FsapiOperation): readonly Door[] {
  const path = address.slice(1);
  return [
    ['a slash at the end', { path: `${path}/` }],
    ['a doubled slash', { path: address }],
    ['the path in capitals', { path: path.toUpperCase() }],
    ['the path capitalised', { path: path.slice(0, 1).toUpperCase() + path.slice(1) }],
    ['an encoded letter', { path: `%${path.charCodeAt(0).toString(16)}${path.slice(1)}` }],
    ['an encoded slash at the end', { path: `${path}%2F` }],
    ['a matrix parameter', { path: `${path};v=1` }],
    ['a semicolon at the end', { path: `${path};` }],
    ['the extension .json', { path: `${path}.json` }],
    ['a query', { query: 'limit=100' }],
    [
      'headers that name this machine',
      { headers: ['X-Forwarded-For', 'X-Real-IP'].map((name) => [name, '127.0.0.1']) },
    ],
  ];
}

/** Ways to the listing that a filter for keys may have missed. None of their responses may disclose anything. */
export const sideDoors: readonly Door[] = [
  ['HEAD', { method: 'HEAD' }],
  ['OPTIONS', { method: 'OPTIONS' }],
  ...otherSpellings(listAccounts),
  ['a listing for spreadsheets', { headers: [['Accept', 'text/csv']] }],
  ['a method override', { method: 'POST', headers: [['X-HTTP-Method-Override', 'GET']] }],
  ['a method override on a GET', { headers: [['X-HTTP-Method-Override', 'HEAD']] }],
];

/**
 * Ways to an operation that concern the key alone: an address below its own, and what a guard that spares browsers looks at.
 */
export function doorsWithoutKey({ path, method }: FsapiOperation): readonly (readonly [string, () => RequestChange])[] {
  const own = () => context().connection.base.origin;
  const preflight = () =>
    [
      ['Origin', 'http://localhost:3000'],
      ['Access-Control-Request-Method', method],
      ['Access-Control-Request-Headers', headerNames().tenant],
    ] as const;
  return [
    ['a segment at the end', () => ({ path: `${path.slice(1)}/x` })],
    ['an Origin', () => ({ headers: ['Origin', 'Referer'].map((name) => [name, own()]) })],
    ['an Origin, and the headers of a preflight', () => ({ headers: preflight() })],
  ];
}

/** @throws Failed where a request without a key, by a side door, discloses an account of the tenant */
export async function nothingBehind(name: string, change: RequestChange): Promise<Proof> {
  requireAcceptedKey(await baselineListing());
  await closedDoor(listAccounts);
  const sent = { ...change, apiKey: null, purpose: `without Api-Key, by a side door: ${name}` };
  const response = await send(listAccounts, sent).catch(droppedInFront);
  return expectNothingIn(response).catch(unlessTheConnectionDecides(listAccounts, sent));
}

/** @throws Failed where the response to a listing without a key discloses an account of the tenant */
export async function expectNothingIn(response: Response): Promise<Proof> {
  await mustHoldNothing(response, await knownIdentities());
  await mustNotList(response);
  return {
    expected: 'a response without accounts and identities',
    received: `${response.status}, without any of them`,
    control: { request: 'with the valid key', response: await baselineListing() },
    response,
  };
}

/** @throws Failed where a request at an address of no operation does what the operation does: something there may answer it with success */
export async function expectNothingDone(
  operation: FsapiOperation,
  change: RequestChange & { readonly purpose: string },
): Promise<Proof> {
  const response = await send(operation, change).catch(droppedInFront);
  if (!createsCustomer(operation)) {
    await mustHoldNothing(response, await knownIdentities());
    await mustNotList(response);
    return { response };
  }
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

/** @throws Failed where a response contains identities, and contains some again in two repeats */
export async function mustHoldNothing(response: Response, identities: readonly string[]): Promise<void> {
  const found = disclosed(response, identities);
  if (found.length === 0) return;
  // A number may match by chance, in a counter or a clock: a real disclosure repeats.
  for (let more = 2; more > 0 && found.every((value) => /^\d+$/.test(value)); more -= 1) {
    const again = await send(response.request.operation, response.request.change);
    if (disclosed(again, found).length === 0) return;
  }
  throw new Failed({
    found: `${describeResponse(response)} returned ${response.status} with ${found.length === 1 ? 'an identity' : `${found.length} identities`} of the tenant.`,
    expected: 'a response without any identity of an account or a customer',
    received: `${response.status}, containing ${found.length === 1 ? 'an identity' : `${found.length} identities`}`,
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
  const isOwn = (item: Item) => own.items.some((mine) => compare(item, mine, pointer) !== 'different');
  if (!got.items.every(isOwn)) return;
  throw new Failed({
    found: `${describeResponse(response)} returned ${got.items.length} of the tenant’s accounts.`,
    expected: 'a response without accounts',
    received: `${response.status}, with accounts of the tenant’s own listing`,
    response,
  });
}

/** Cookies that are sent back at most: a header has a limit. */
const mostCookies = 20;

/** Sends back the cookies that successful responses to the first tenant have set, the latest of each name; undefined if none did. */
export function cookiesOfTheRun(): Pick<RequestChange, 'headers' | 'taken'> | undefined {
  const { responses, configuration } = context();
  const set = responses
    .filter((response) => isSuccess(response) && response.request.apiKey === configuration.apiKey)
    .flatMap(({ headers }) => headers.get('set-cookie')?.split(/,\s*(?=[^;,=\s]+=)/) ?? [])
    .map((cookie) => cookie.split(';')[0]?.trim() ?? '');
  const cookies = [...new Map(set.map((pair) => [pair.split('=')[0], pair])).values()].slice(0, mostCookies);
  if (cookies.length === 0) return undefined;
  const taken = cookies.map((pair) => pair.slice(pair.indexOf('=') + 1));
  return { headers: [['Cookie', cookies.join('; ')]], taken };
}
