import { randomUUID } from 'node:crypto';
import { context, sleep } from '../../helpers/client/context.js';
import type { Caller, Response } from '../../helpers/client/message.js';
import { describeResponse, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed, Inconclusive, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { isRejectionBody, reportsRejection } from '../../helpers/identity/acceptance.js';
import { type Item, keyOfItem, readListing, totalsOf } from '../../helpers/identity/listing.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { code } from '../../schemas/marked.js';
import { createsCustomer } from '../creation.js';
import { orNone } from '../creation-baseline.js';
import { baselineListing, hasOwnKeys, needsSecondTenant, otherThan, secondListing } from '../requests.js';
import { areCountedTogether, held, noTraces, recordsOf, type Traces, tracesOf, without } from '../traces.js';
import { givesNothing, list, notEmpty, pointerOf, type ReadListing, whole, wholeListing } from './listing.js';

const callerOf = ({ request }: Response): Caller => request.change.caller ?? 'first';

/** What each tenant's own listing shows, and what of it the other tenant's does not. With one tenant the second has nothing. */
export const belongings = fixture('what belongs to each tenant', async () => {
  const first = await wholeListing.first();
  const isAlone = context().configuration.otherTenantId === undefined;
  const second: ReadListing = isAlone ? { ...first, items: [] } : await wholeListing.second();
  const least = areCountedTogether([first, second]) ? 2 : 3;
  const [one, other] = [tracesOf(first.items, least), tracesOf(second.items, least)];
  return {
    listings: { first, second } satisfies Record<Caller, ReadListing>,
    alone: { first: without(one, other), second: isAlone ? noTraces : without(other, one) },
  };
});

/** Both listings. @throws Skipped without a second tenant, Inconclusive where one is empty */
export async function bothListings(): Promise<Record<Caller, ReadListing>> {
  needsSecondTenant();
  const { listings } = await belongings();
  notEmpty(listings.first, 'The first tenant’s');
  notEmpty(listings.second, 'The second tenant’s');
  return listings;
}

/** Reads both listings in turn, on the same connection. */
export async function readInTurn(): Promise<Record<Caller | 'again', ReadListing>> {
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

/** Whether two accounts with one identity differ in another member that identifies, as where each tenant counts from 1. */
const differ = (a: Item, b: Item) =>
  a.ranks.some(
    ({ pointer, rank }) => rank >= 3 && b.leaves.has(pointer) && a.leaves.get(pointer) !== b.leaves.get(pointer),
  );

/** Finds in a listing the accounts with the identity of a given one that no other member tells from it. */
function finder(items: readonly Item[], keyOf: (item: Item) => string): (item: Item) => readonly Item[] {
  const byKey = new Map<string, Item[]>();
  for (const item of items) byKey.set(keyOf(item), [...(byKey.get(keyOf(item)) ?? []), item]);
  return (item) => (byKey.get(keyOf(item)) ?? []).filter((other) => !differ(item, other));
}

const unclear = (pointer: string) =>
  new Inconclusive(
    `Accounts of both tenants have the same ${code(pointer)}, so it is unclear whether they are the same account. Set ${code('CONFORMANCE_ACCOUNT_ID_POINTER')} to a member that no two tenants share, such as an IBAN, if there is one.`,
  );

const firstPage = ({ response }: ReadListing) => ({ items: readListing(response)?.items ?? [], paged: false });

/** @throws Failed where listings of two tenants have an account in common, or a total that counts both, Inconclusive where that is unclear */
export function shareNothing(a: ReadListing, b: ReadListing, how: string): Proof {
  const pointer = pointerOf([a, b]);
  // Of first pages, since what follows them may be everybody's.
  const least = areCountedTogether([firstPage(a), firstPage(b)]) ? 2 : 3;
  const { records } = tracesOf(b.items, least);
  const same = a.items.filter((item) => recordsOf(item, least).some((record) => records.has(record)));
  const find = finder(b.items, keyOfItem(pointer));
  const [shown] = same;
  const [twin] = shown ? find(shown) : [];
  // The page that shows the first of them, which need not be the first page.
  const pageOf = ({ pageOf: pages, response }: ReadListing, item?: Item) => (item && pages?.get(item)) ?? response;
  const sides = {
    expected: 'no account in both listings, and totals of the tenant’s own accounts',
    control: {
      request: 'the other tenant’s listing',
      response: pageOf(b, twin),
      outcome: `${b.items.length} accounts`,
    },
    response: pageOf(a, shown),
  };
  if (same.length > 0)
    throw new Failed({
      ...sides,
      found: `The listings of both tenants share ${same.length === 1 ? 'one account' : `${same.length} accounts`} (${how}).`,
      received: `${same.length} of ${a.items.length} accounts are the same in both`,
    });
  const sum = a.items.length + b.items.length;
  const others = totalsOf(b.response);
  const isSum = [...totalsOf(a.response)].some(([at, total]) => total === sum && others.get(at) === sum);
  if (isSum && a.items.length > 0 && b.items.length > 0) {
    // They may be first pages of one size, each of a total twice as large, unless the pages were read to their end.
    if (a.items.length === b.items.length && !(a.ended && b.ended))
      throw new Inconclusive(
        `Both listings show ${a.items.length} accounts and give ${sum} as their total. Either the total counts the accounts of both tenants, or further pages could not be read.`,
      );
    throw new Failed({
      ...sides,
      found: `Each tenant’s listing gives a total of ${sum}, which counts the accounts of both tenants (${how}).`,
      received: `a total of ${sum} beside ${a.items.length} accounts`,
    });
  }
  if (a.items.some((item) => find(item).length > 0)) throw unclear(pointer);
  return { ...sides, received: `${a.response.status}, ${a.items.length} accounts, none of them in the other listing` };
}

const nothingForeign = 'nothing that belongs to the other tenant';

/**
 * @param foreign what the other tenant alone has: its accounts, unless given
 * @throws Failed where a response holds any of it
 */
export async function holdsNothingForeign(response: Response, how: string, foreign?: Traces): Promise<Proof> {
  const caller = callerOf(response);
  const found = held(response, foreign ?? (await belongings()).alone[otherThan(caller)]);
  const own = caller === 'first' ? await baselineListing() : await secondListing();
  const control = { request: 'the caller’s own listing', response: own };
  if (found.length === 0 || (await isChance(response, found)))
    return { expected: nothingForeign, received: `${response.status}, nothing of the other tenant`, control, response };
  const [header] = [...response.headers].find(([, value]) => found.some((one) => value.includes(one))) ?? [];
  throw new Failed({
    found: `${describeResponse(response)} returned ${response.status} with ${found.length === 1 ? 'a value' : `${found.length} values`} that only the other tenant has (${how}).`,
    expected: nothingForeign,
    received: `${response.status}, containing data that only the other tenant has${header === undefined ? '' : `, in its header ${header}`}`,
    control,
    response,
  });
}

/**
 * A number may match by chance, in a counter or a clock: a real disclosure repeats, and is none of an account that the
 * caller has opened since. A write is not repeated for it.
 */
async function isChance({ request }: Response, found: readonly string[]): Promise<boolean> {
  if (!found.every((value) => /^\d+$/.test(value))) return false;
  if (createsCustomer(request.operation)) return true;
  const numbers = { ...noTraces, values: new Set(found) };
  if (held(await send(request.operation, request.change), numbers).length === 0) return true;
  const { caller = 'first' } = request.change;
  const own = await orNone(list({ caller, purpose: 'once more, after a number of the other tenant’s' }));
  return own !== undefined && found.every((value) => held(own.response, numbers).includes(value));
}

/** What a total says beyond the caller's own total, before and after; undefined for nothing. */
async function excessOf(response: Response, own: ReadListing): Promise<string | undefined> {
  /** Where the caller's own listing gives no total, and is no page, it counts what that listing shows. */
  const totalAt = (at: string, { response: listing, items, paged }: ReadListing) =>
    totalsOf(listing).get(at) ?? (paged || reportsRejection(response) ? Number.POSITIVE_INFINITY : items.length);
  const larger = [...(isSuccess(response) ? totalsOf(response) : [])].filter(([at, total]) => total > totalAt(at, own));
  if (larger.length === 0) return undefined;
  let found: string | undefined;
  // Accounts may have been opened since.
  for await (const after of listingsAfter(own)) {
    const [excess] = larger.filter(([at, total]) => total > totalAt(at, after));
    if (!excess) return undefined;
    found = `a total of ${excess[1]} where the caller’s own listing has ${totalAt(excess[0], after)}`;
  }
  return found;
}

/** Milliseconds that a replica may be behind. */
const catchingUpMs = 2000;

/**
 * The caller's own listing after another response: at once; then from a replica that has caught up, and past a cache, which
 * may have another entry for each id.
 */
async function* listingsAfter({ response }: ReadListing): AsyncGenerator<ReadListing> {
  const change = { caller: callerOf(response), purpose: 'once more, after another id' };
  yield list(change);
  await sleep(catchingUpMs);
  const query = `past-cache=${randomUUID()}`;
  yield (await orNone(list({ ...change, query, purpose: `${change.purpose}, past any cache` }))) ?? list(change);
}

/**
 * Judges a listing under an id that is not the caller's own, on all of its pages.
 * @param how what was named, for sentences
 * @param whose `nobody` where the id names no tenant: then every account but the caller's own is somebody else's
 * @throws Failed where the response holds what is not the caller's, Inconclusive where that is unclear
 */
export async function opensNothingForeign(response: Response, how: string, whose: 'other' | 'nobody'): Promise<Proof> {
  const { listings } = await belongings();
  const [own, others] = [listings[callerOf(response)], listings[otherThan(callerOf(response))]];
  const leaked = (what: string) =>
    new Failed({
      found: `${describeResponse(response)} returned ${what} (${how}).`,
      expected: 'rejection (any 4xx), an empty listing, or the caller’s own accounts',
      received: `${response.status}, ${what}`,
      control: { request: 'the caller’s own listing', response: own.response, outcome: `${own.items.length} accounts` },
      response,
    });
  // With one key for both tenants the accounts of either are the caller's.
  const proof = hasOwnKeys() ? await holdsNothingForeign(response, how) : { response };
  const excess = await excessOf(response, own);
  if (excess !== undefined) throw leaked(excess);
  if (givesNothing(response)) {
    if (!isSuccess(response) || isRejectionBody(response) || own.items.length + others.items.length > 0) return proof;
    throw new Inconclusive('Neither configured tenant has an account, so isolation cannot be tested. Create one.');
  }
  const got = await whole(response);
  if (hasOwnKeys()) for (const page of new Set(got.pageOf?.values())) await holdsNothingForeign(page, how);
  if (whose === 'nobody')
    needsSecondTenant(
      'The unknown id returned accounts, and with one configured tenant their owner cannot be determined.',
    );
  const pointer = pointerOf([got, own, others].filter(({ items }) => items.length > 0));
  const foreign = foundIn(others, got, pointer);
  // But not those of both in one listing.
  if (!hasOwnKeys() && foreign.length === got.items.length) return proof;
  const strangers = await strangersTo(own, got, pointer, whose === 'other' ? foreign : got.items);
  if (strangers > 0)
    throw leaked(`${strangers === 1 ? 'an account' : `${strangers} accounts`} that the caller does not have`);
  const [mine, theirs] = [own, others].map(({ items }) => tracesOf(items).records);
  const isOwnAlone = (record: string) => mine?.has(record) === true && theirs?.has(record) === false;
  if (hasOwnKeys() && !foreign.every((item) => recordsOf(item).some(isOwnAlone))) throw unclear(pointer);
  return proof;
}

/** The accounts of a listing that another one shows too, or may show. */
function foundIn({ items }: ReadListing, listing: ReadListing, pointer: string): Item[] {
  const find = finder(items, keyOfItem(pointer));
  return listing.items.filter((item) => find(item).length > 0);
}

/**
 * How many accounts of a listing the caller's own has neither before it nor after.
 * @throws Skipped where the caller's own changes with each reading, Inconclusive where not all of its pages could be read
 */
async function strangersTo(
  own: ReadListing,
  got: ReadListing,
  pointer: string,
  accused: readonly Item[],
): Promise<number> {
  let left = accused;
  const without = (listing: ReadListing) => {
    const known = foundIn(listing, got, pointer);
    left = left.filter((item) => !known.includes(item));
  };
  without(own);
  if (left.length === 0) return 0;
  let isWhole = !got.paged && !own.paged;
  let isKept = own.items.length === 0;
  for await (const after of listingsAfter(own)) {
    without(after);
    if (left.length === 0) return 0;
    isWhole &&= !after.paged;
    isKept = own.items.length === 0 || foundIn(after, own, pointer).length > 0;
  }
  if (!isKept)
    throw new Skipped(
      'The caller’s own listing changes each time (ACCT-05), so the listing for an unknown id cannot be compared with it.',
    );
  if (isWhole) return left.length;
  throw new Inconclusive(
    'The response shows accounts that the caller’s own listing, as far as it could be read, does not have. Their owner cannot be determined.',
  );
}
