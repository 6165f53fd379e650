import { randomUUID } from 'node:crypto';
import { context, sleep } from '../../helpers/client/context.js';
import type { Caller, Response } from '../../helpers/client/message.js';
import { describeResponse, isSuccess } from '../../helpers/client/response.js';
import { Failed, Inconclusive, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { isRejectionBody, reportsRejection } from '../../helpers/identity/acceptance.js';
import { type Item, readListing, totalsOf } from '../../helpers/identity/listing.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { code } from '../../schemas/marked.js';
import { creationBaseline, isCanned, orNone, requireNotPrepared } from '../shared/creation-baseline.js';
import {
  givesNothing,
  list,
  notEmpty,
  ownListing,
  pointerOf,
  type ReadListing,
  whole,
  wholeListing,
} from '../shared/listing.js';
import {
  customersOf,
  disclosed,
  held,
  inBoth,
  isChance,
  notShared,
  recordsOf,
  tracesOf,
  without,
} from '../shared/traces.js';
import {
  callerOf,
  createsCustomer,
  hasOwnKeys,
  needsSecondTenant,
  otherThan,
  requireKeysApart,
} from '../shared/valid-requests.js';
import { tenantOf } from './tenant-ids.js';

/** What each tenant's own listing shows, and what of it the other's does not. With one tenant the second has nothing. */
export const belongings = fixture('what belongs to each tenant', async () => {
  const first = await wholeListing('first');
  const isAlone = context().configuration.otherTenantId === undefined;
  const second: ReadListing = isAlone ? { ...first, items: [] } : await wholeListing('second');
  const [one, other] = [tracesOf(first, second), tracesOf(second, first)];
  return {
    listings: { first, second },
    alone: { first: without(one, other), second: without(other, one) },
  };
});

/** Both listings. @throws Skipped without a second tenant, Inconclusive where one is empty */
export async function bothListings() {
  needsSecondTenant();
  const { listings } = await belongings();
  notEmpty(listings.first, listings.second);
  return listings;
}

/** Reads both listings in turn, on the same connection. */
export async function readInTurn() {
  const agent = context().connection.ownAgent();
  const inTurn = (caller: Caller) => list({ caller, agent, purpose: `for the ${caller} tenant, in turn` });
  try {
    return { first: await inTurn('first'), second: await inTurn('second'), again: await inTurn('first') };
  } finally {
    agent.destroy();
  }
}

/** The same, once a run. */
export const listingsInTurn = fixture('both listings in turn', readInTurn);

const unclear = (pointer: string) =>
  new Inconclusive(
    `Accounts of both tenants have the same ${code(pointer)}, and need not be the same. Set ${code('CONFORMANCE_ACCOUNT_ID_POINTER')} to a member that no two tenants share, such as an IBAN.`,
  );

const accounts = (count: number) => (count === 1 ? 'one account' : `${count} accounts`);

/**
 * @throws Failed where two tenants' listings have an account in common, or a total that counts both, or where the first
 *   response holds what the other tenant alone has; Inconclusive where that is unclear
 */
export async function shareNothing(a: ReadListing, b: ReadListing): Promise<Proof> {
  const pointer = pointerOf([a, b]);
  const ofOther = tracesOf(b, a);
  const same = a.items.filter((item) => recordsOf(item).some((record) => ofOther.has(record)));
  const isShown = (page: Response) => readListing(page)?.items.some((item) => item === same[0]);
  const [count, countOfB] = [a.items.length, b.items.length];
  const sides = {
    control: { request: 'the other tenant’s listing', response: b.response, outcome: accounts(countOfB) },
    // The page that shows the account, which need not be the first.
    response: a.later?.find(isShown) ?? a.response,
  };
  if (same.length > 0) throw leaked(sides, `${same.length} of ${count} accounts that are the other tenant’s, too`);
  const [sum, others] = [count + countOfB, totalsOf(b.response)];
  const isSum = [...totalsOf(a.response)].some(([at, total]) => total === sum && others.get(at) === sum);
  if (isSum && count > 0 && countOfB > 0) {
    // They may be first pages of one size, each of a total twice as large.
    if (count === countOfB)
      throw new Inconclusive(
        `Both listings show ${count} accounts and a total of ${sum}. Either it counts the accounts of both tenants, or further pages could not be read.`,
      );
    throw leaked(sides, `${accounts(count)} and a total of ${sum}, which counts the accounts of both tenants`);
  }
  if (inBoth(a.items, b.items, pointer).length > 0) throw unclear(pointer);
  if (hasOwnKeys()) await holdsNothingForeign(a.response);
  return { ...sides, received: `${a.response.status}, ${accounts(count)}, none of them in the other listing` };
}

const besideOwn = async (response: Response) => ({
  control: { request: 'the caller’s own listing', response: await ownListing(callerOf(response)) },
  response,
});

/** @param what the response holds that is not the caller's */
function leaked(sides: Awaited<ReturnType<typeof besideOwn>>, what: string): Failed {
  const { response } = sides;
  const found = `${describeResponse(response)} returned ${what}.`;
  return new Failed({ ...sides, found, received: `${response.status}, ${what}` });
}

/**
 * @param shown what it holds of the other tenant: what that tenant's listing alone has, unless given
 * @throws Failed where a response holds any
 */
export async function holdsNothingForeign(response: Response, shown?: readonly string[]): Promise<Proof> {
  const found = shown ?? held(response, (await belongings()).alone[otherThan(callerOf(response))]);
  const sides = await besideOwn(response);
  if (found.length === 0 || (await isNoLeak(response, found)))
    return { ...sides, received: `${response.status}, nothing of the other tenant` };
  const [header] = [...response.headers].find(([, value]) => found.some((one) => value.includes(one))) ?? [];
  throw leaked(sides, `data that only the other tenant has${header ? `, in its header ${header}` : ''}`);
}

/** Whether numbers match by chance, or are of accounts that the caller has opened since. No write is repeated for it. */
async function isNoLeak(response: Response, found: readonly string[]): Promise<boolean> {
  if (!found.every((value) => /^\d+$/.test(value))) return false;
  if (createsCustomer(response.request.operation) || (await isChance(response, found))) return true;
  const purpose = 'once more, after a response with a number of the other tenant';
  const own = await orNone(list({ caller: callerOf(response), purpose }));
  return own !== undefined && disclosed(own.response, found).length === found.length;
}

/** The caller's own listing: that of the run; read now; and of a replica that has had 2 s to catch up, past any cache. */
async function* ownListings(own: ReadListing): AsyncGenerator<ReadListing, void> {
  const change = { caller: callerOf(own.response), purpose: 'once more, after another id' };
  yield own;
  yield list(change);
  await sleep(2000);
  const [query, purpose] = [`past-cache=${randomUUID()}`, `${change.purpose}, past any cache`];
  yield (await orNone(list({ ...change, query, purpose }))) ?? list(change);
}

/**
 * Judges all pages of a listing under another id than the caller's own. Where it is a guess, each account that is not the
 * caller's is somebody else's.
 * @throws Failed where the response holds what is not the caller's, Inconclusive where the owner of an account is unclear
 */
export async function opensNothingForeign(response: Response): Promise<Proof> {
  const { listings, alone } = await belongings();
  const caller = callerOf(response);
  const [own, others] = [listings[caller], listings[otherThan(caller)]];
  // With one key for both tenants the accounts of either are the caller's.
  const proof = hasOwnKeys() ? await holdsNothingForeign(response) : { response };
  const isNothing = givesNothing(response);
  const got: ReadListing = isNothing ? { response, items: [], paged: false } : await whole(response);
  if (hasOwnKeys()) for (const page of got.later ?? []) await holdsNothingForeign(page);
  const pointer = got.items.length > 0 ? pointerOf([got, own, others]) : '';
  const foreign = inBoth(got.items, others.items, pointer);
  const isOfOther = !hasOwnKeys() && foreign.length === got.items.length;
  let items = isOfOther ? [] : response.request.change.guess ? got.items : foreign;
  let totals = isSuccess(response) ? [...totalsOf(response)] : [];
  // Where the caller's own listing gives no total, and is no page, it counts what that listing shows.
  const totalAt = (at: string, { response: one, items: all, paged }: ReadListing) =>
    totalsOf(one).get(at) ?? (paged || reportsRejection(response) ? Number.POSITIVE_INFINITY : all.length);
  const seen: ReadListing[] = [];
  for await (const one of ownListings(own)) {
    seen.push(one);
    const known = new Set(inBoth(items, one.items, pointer));
    items = items.filter((item) => !known.has(item));
    totals = totals.filter(([at, total]) => total > totalAt(at, one));
    if (items.length + totals.length === 0) break;
  }
  if (totals[0]) throw leaked(await besideOwn(response), `a total of ${totals[0][1]}, more than the caller has`);
  if (isNothing) {
    if (!isSuccess(response) || isRejectionBody(response) || own.items.length + others.items.length > 0) return proof;
    throw new Inconclusive('No configured tenant has an account, so isolation cannot be tested. Create one.');
  }
  needsSecondTenant('The unknown id returned accounts: with one tenant configured their owner is unclear.');
  if (items.length > 0) {
    // Where each reading shows other accounts, that is ACCT-05's finding.
    const isNew = own.items.length > 0 && inBoth(own.items, seen.at(-1)?.items ?? [], pointer).length === 0;
    if (isNew || [got, ...seen].some(({ paged }) => paged))
      throw new Inconclusive(
        'The response shows accounts that the caller’s own listing lacks, which changes or was read in part. Their owner is unclear.',
      );
    throw leaked(await besideOwn(response), `${accounts(items.length)} that the caller does not have`);
  }
  const isOwn = (item: Item) => recordsOf(item).some((record) => alone[caller].has(record));
  if (hasOwnKeys() && !foreign.every(isOwn)) throw unclear(pointer);
  return proof;
}

// Whatever the response is: a rejection, a header, a page.

/** Which requirement a response contradicts that holds what the other tenant alone has. */
function requirementOf(response: Response) {
  const { change, operation, tenant, raw } = response.request;
  const other = tenantOf(otherThan(callerOf(response)));
  // Without the caller's own key it is a matter of authentication (AUTH-05, AUTH-07).
  if (change.apiKey !== undefined) return undefined;
  if (createsCustomer(operation)) return tenant === other ? 'ACCT-03' : 'CUST-23';
  if (tenant !== other && change.tenant !== undefined) return 'ACCT-04';
  const named = [raw.path, ...raw.headers.map(([, value]) => value)];
  return named.some((text) => text.includes(other)) ? 'ACCT-03' : 'ACCT-02';
}

/**
 * Searches the responses of the run so far for what the tenant that did not ask alone has.
 * @param requirement whose requests are looked at
 * @throws Failed where one holds any; Skipped without such requests, or two tenants with keys of their own
 */
export async function lookBack(requirement: ReturnType<typeof requirementOf>): Promise<Proof> {
  requireKeysApart();
  const responses = context().responses.filter((one) => requirementOf(one) === requirement);
  const last = responses.at(-1);
  if (!last) throw new Skipped('This run has no response that this check could search.');
  // Without a listing that can be read there are still customers.
  const alone = (await orNone(belongings()))?.alone;
  const known = await orNone(creationBaseline());
  // A canned customer is everybody's.
  const identity = known && !isCanned(known) ? known.identity : undefined;
  const [first, second] = [customersOf('first', identity), customersOf('second', identity)];
  const customers = { first: without(first, second), second: without(second, first) };
  for (const response of responses) {
    const other = otherThan(callerOf(response));
    const ofAccounts = held(response, alone?.[other] ?? new Map());
    const shown = held(response, customers[other]);
    const ofCustomers = notShared(response, shown);
    if (known && ofCustomers.length > 0 && ofAccounts.length === 0) await requireNotPrepared(known);
    await holdsNothingForeign(response, [...ofAccounts, ...ofCustomers]);
  }
  return { received: `nothing of the other tenant in ${responses.length} responses`, response: last };
}
