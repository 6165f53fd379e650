import { randomUUID } from 'node:crypto';
import { sleep } from '../../helpers/client/context.js';
import type { Caller, Response } from '../../helpers/client/message.js';
import { isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Inconclusive, type Proof } from '../../helpers/client/verdicts.js';
import { isRejectionBody, reportsRejection } from '../../helpers/identity/acceptance.js';
import { type Item, readListing, totalsOf } from '../../helpers/identity/listing.js';
import type { Fact } from '../../helpers/runner/fixture.js';
import { droppedInFront } from '../../helpers/runner/in-front.js';
import { headers, listAccounts } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import * as owned from '../shared/belongings.js';
import { orNone } from '../shared/creation-baseline.js';
import { provedBy } from '../shared/facts.js';
import { givesNothing, list, pointerOf, type ReadListing, whole, wholeListing } from '../shared/listing.js';
import { callerOf, hasOwnKeys, needsSecondTenant, otherThan } from '../shared/tenants.js';
import { inBoth, recordsOf, tracesOf } from '../shared/traces.js';

const unclear = (pointer: string) =>
  new Inconclusive(
    `Accounts of both tenants have the same ${code(pointer)}, and need not be the same. Set ${code('CONFORMANCE_ACCOUNT_ID_POINTER')} to a member that no two tenants share, such as an IBAN.`,
  );

const accounts = (count: number) => (count === 1 ? 'one account' : `${count} accounts`);

/**
 * @throws Failed if both tenants have an account, or a total counts both, or `a` holds what the other tenant alone has;
 *   Inconclusive if that is unclear
 */
export async function shareNothing(a: ReadListing, b: ReadListing): Promise<Proof> {
  const pointer = pointerOf([a, b]);
  const ofOther = tracesOf(b, a);
  const same = a.items.filter((item) => recordsOf(item).some((record) => ofOther.has(record)));
  const isShown = (page: Response) => readListing(page)?.items.some((item) => item === same[0]);
  const count = a.items.length;
  const sides = {
    control: { request: 'the other tenant’s listing', response: b.response, outcome: accounts(b.items.length) },
    // The page that shows the account, which need not be the first.
    response: a.later?.find(isShown) ?? a.response,
  };
  if (same.length > 0)
    throw owned.leaked(sides, `${same.length} of ${count} accounts that are the other tenant’s, too`);
  const sum = count + b.items.length;
  if (count > 0 && b.items.length > 0 && haveTotal(sum, a, b)) {
    if (count === b.items.length)
      throw new Inconclusive(
        `Both listings show ${count} accounts and a total of ${sum}. Either it counts the accounts of both tenants, or further pages could not be read.`,
      );
    throw owned.leaked(sides, `${accounts(count)} and a total of ${sum}, which counts the accounts of both tenants`);
  }
  if (inBoth(a.items, b.items, pointer).length > 0) throw unclear(pointer);
  if (hasOwnKeys()) await owned.holdsNothingForeign(a.response);
  return { ...sides, received: `${a.response.status}, ${accounts(count)}, none of them in the other listing` };
}

function haveTotal(sum: number, a: ReadListing, b: ReadListing) {
  const totalsOfB = totalsOf(b.response);
  return [...totalsOf(a.response)].some(([at, total]) => total === sum && totalsOfB.get(at) === sum);
}

/** The caller's own listing: the run's; read now; and past any cache, of a replica that had 2 s to catch up. */
async function* ownListings(own: ReadListing): AsyncGenerator<ReadListing, void> {
  const change = { caller: callerOf(own.response), purpose: 'once more, after another id' };
  yield own;
  yield list(change);
  await sleep(2000);
  const pastCache = { query: `past-cache=${randomUUID()}`, purpose: `${change.purpose}, past any cache` };
  yield (await orNone(list({ ...change, ...pastCache }))) ?? list(change);
}

/** What no reading of the caller’s own listing explains, and these readings. */
async function unexplained(items: readonly Item[], response: Response, own: ReadListing, pointer: string) {
  const totals = isSuccess(response) ? [...totalsOf(response)] : [];
  const readings: ReadListing[] = [];
  const left = { items, totals, readings };
  // If the caller's own listing gives no total, and is no page, it counts what that listing shows.
  const ownTotal = (at: string, { response: ownResponse, items: ownItems, paged }: ReadListing) =>
    totalsOf(ownResponse).get(at) ?? (paged || reportsRejection(response) ? Number.POSITIVE_INFINITY : ownItems.length);
  for await (const reading of ownListings(own)) {
    readings.push(reading);
    const listed = new Set(inBoth(left.items, reading.items, pointer));
    left.items = left.items.filter((item) => !listed.has(item));
    left.totals = left.totals.filter(([at, total]) => total > ownTotal(at, reading));
    if (left.items.length + left.totals.length === 0) break;
  }
  return left;
}

/** All pages of a listing under another id: an empty one may lead on, a rejection does not. */
async function pagesOf(response: Response): Promise<ReadListing> {
  if (!givesNothing(response)) return whole(response);
  const empty = { response, items: [], paged: false };
  return isSuccess(response) ? whole(response, empty) : empty;
}

/**
 * Judges all pages of a listing under another id than the caller's own, or under a guess.
 * @throws Failed if a page holds what is not the caller's, Inconclusive if the owner of an account is unclear
 */
export async function opensNothingForeign(response: Response): Promise<Proof> {
  const { listings, alone } = await owned.belongings();
  const caller = callerOf(response);
  const own = listings[caller];
  const others = listings[otherThan(caller)];
  // With one key for both tenants the accounts of either are the caller's.
  const proof = hasOwnKeys() ? await owned.holdsNothingForeign(response) : { response };
  const pages = await pagesOf(response);
  if (hasOwnKeys()) for (const page of pages.later ?? []) await owned.holdsNothingForeign(page);
  const pointer = pages.items.length > 0 ? pointerOf([pages, own, others]) : '';
  const foreign = inBoth(pages.items, others.items, pointer);
  const isOfOther = !hasOwnKeys() && foreign.length === pages.items.length;
  const ofAnybody = response.request.change.guess ? pages.items : foreign;
  const left = await unexplained(isOfOther ? [] : ofAnybody, response, own, pointer);
  if (left.totals[0])
    throw owned.leaked(await owned.besideOwn(response), `a total of ${left.totals[0][1]}, more than the caller has`);
  if (pages.items.length === 0 && givesNothing(response)) {
    const hasAccounts = own.items.length + others.items.length > 0;
    if (hasAccounts || !isSuccess(response) || isRejectionBody(response)) return proof;
    throw new Inconclusive('No configured tenant has an account, so isolation cannot be tested. Create one.');
  }
  needsSecondTenant('The unknown id returned accounts: with one tenant configured their owner is unclear.');
  if (left.items.length > 0) throw await foreignAccounts(left.items.length, [pages, ...left.readings], own, pointer);
  const isOwn = (item: Item) => recordsOf(item).some((record) => alone[caller].has(record));
  if (hasOwnKeys() && !foreign.every(isOwn)) throw unclear(pointer);
  return proof;
}

/** Judges a page under the caller's own id. @throws as `opensNothingForeign` if an account may be the other tenant's */
export async function pageShowsNothingForeign(response: Response): Promise<Proof> {
  const listings = await owned.bothListings();
  const others = listings[otherThan(callerOf(response))];
  const items = (isSuccess(response) && readListing(response)?.items) || [];
  const mayBeOfOther = inBoth(items, others.items, pointerOf([listings.first, listings.second])).length > 0;
  return mayBeOfOther ? opensNothingForeign(response) : owned.holdsNothingForeign(response);
}

/** For accounts that the caller’s own listing lacks. @param readings of that listing, after the response */
async function foreignAccounts(count: number, readings: readonly ReadListing[], own: ReadListing, pointer: string) {
  // If each reading shows other accounts, that is ACCT-05's finding.
  const isNew = own.items.length > 0 && inBoth(own.items, readings.at(-1)?.items ?? [], pointer).length === 0;
  const [{ response }] = readings as [ReadListing];
  if (!isNew && !readings.some(({ paged }) => paged))
    return owned.leaked(await owned.besideOwn(response), `${accounts(count)} that the caller does not have`);
  return new Inconclusive(
    'The response shows accounts that the caller’s own listing lacks, which changes or was read in part. Their owner is unclear.',
  );
}

export const callers = ['first', 'second'] as const;

/** @throws as `shareNothing`, for listings read in turn */
export async function shareNothingInTurn(read = owned.listingsInTurn): Promise<Proof> {
  await owned.bothListings();
  const { first, second, again } = await read();
  await shareNothing(second, first);
  return shareNothing(again, second);
}

/** @throws as `shareNothing`, for listings read at one moment */
export async function shareNothingAtOnce(): Promise<Proof> {
  const listings = await owned.bothListings();
  let proof = await shareNothing(listings.first, listings.second);
  const circumstance = 'at the same time as others';
  const read = (caller: Caller) =>
    list({ caller, purpose: `for the ${caller} tenant, at the same time`, circumstance });
  const readings = await Promise.all([...callers, ...callers, ...callers, ...callers].map(read));
  for (const reading of readings) proof = await shareNothing(reading, listings[otherThan(callerOf(reading.response))]);
  return proof;
}

/** Listings that mix tenants by timing explain other failures. */
export const listingsApart: readonly Fact[] = [
  provedBy('ACCT-02', 'listings in turn share nothing', () => shareNothingInTurn(owned.readInTurn)),
  provedBy('ACCT-02', 'listings at the same time share nothing', shareNothingAtOnce),
  provedBy('ACCT-02', 'listings of the run hold nothing foreign', () => owned.lookBack('ACCT-02')),
];

/** Lists accounts under an id that names no tenant, or none. @throws Skipped if something in front drops an odd id */
export async function guess(caller: Caller, tenant: string | null, name: string): Promise<Response> {
  // Evidence keeps of the response what it holds already, such as both tenants' own accounts.
  await Promise.allSettled([wholeListing('first'), wholeListing('second')]);
  const purpose = `with ${name} in ${headers.tenant}`;
  const response = send(listAccounts, { caller, tenant, guess: true, purpose });
  return /[^\w-]/.test(tenant ?? '') ? response.catch(droppedInFront) : response;
}
