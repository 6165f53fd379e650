import { randomUUID } from 'node:crypto';
import { context, sleep } from '../../helpers/client/context.js';
import type { Caller, Response } from '../../helpers/client/message.js';
import { describeResponse, isSuccess } from '../../helpers/client/response.js';
import { Failed, Inconclusive, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { isRejectionBody, reportsRejection } from '../../helpers/identity/acceptance.js';
import { type Item, readListing, totalsOf } from '../../helpers/identity/listing.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { listAccounts } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { creationBaseline, orNone, requireNotPrepared } from '../creation-baseline.js';
import { callerOf, createsCustomer, hasOwnKeys, needsSecondTenant, otherThan, requireKeysApart } from '../requests.js';
import * as traces from '../traces.js';
import { disclosed, isChance, type Traces } from '../traces.js';
import {
  givesNothing,
  list,
  notEmpty,
  ownListing,
  pointerOf,
  type ReadListing,
  whole,
  wholeListing,
} from './listing.js';
import { tenantOf } from './tenant-ids.js';

/** What each tenant's own listing shows, and what of it the other tenant's does not. With one tenant the second has nothing. */
export const belongings = fixture('what belongs to each tenant', async () => {
  const first = await wholeListing('first');
  const isAlone = context().configuration.otherTenantId === undefined;
  const second: ReadListing = isAlone ? { ...first, items: [] } : await wholeListing('second');
  const least = traces.areCountedTogether([first, second]) ? 2 : 3;
  const [one, other] = [traces.tracesOf(first.items, least), traces.tracesOf(second.items, least)];
  return {
    listings: { first, second } satisfies Record<Caller, ReadListing>,
    alone: { first: traces.without(one, other), second: isAlone ? new Map() : traces.without(other, one) },
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

const unclear = (pointer: string) =>
  new Inconclusive(
    `Accounts of both tenants have the same ${code(pointer)}, so it is unclear whether they are the same account. Set ${code('CONFORMANCE_ACCOUNT_ID_POINTER')} to a member that no two tenants share, such as an IBAN, if there is one.`,
  );

const firstPage = ({ response }: ReadListing) => ({ items: readListing(response)?.items ?? [], paged: false });
/** The page that shows an account, which need not be the first page. */
const pageOf = ({ pageOf: pages, response }: ReadListing, item?: Item) => (item && pages?.get(item)) ?? response;

/** @throws Failed where listings of two tenants have an account in common, or a total that counts both, Inconclusive where that is unclear */
export function shareNothing(a: ReadListing, b: ReadListing, how: string): Proof {
  const pointer = pointerOf([a, b]);
  const twins = traces.inBoth(a.items, b.items, pointer);
  // Of first pages, since what follows them may be everybody's.
  const least = traces.areCountedTogether([firstPage(a), firstPage(b)]) ? 2 : 3;
  const ofOther = traces.tracesOf(b.items, least);
  const same = a.items.filter((item) => traces.recordsOf(item, least).some((record) => ofOther.has(record)));
  const twin = twins.find(([item]) => item === same[0])?.[1];
  const sides = {
    control: {
      request: 'the other tenant’s listing',
      response: pageOf(b, twin),
      outcome: `${b.items.length} accounts`,
    },
    response: pageOf(a, same[0]),
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
      received: `a total of ${sum}, but ${a.items.length} accounts`,
    });
  }
  if (twins.length > 0) throw unclear(pointer);
  return {
    ...sides,
    received: `${a.response.status}, ${a.items.length === 1 ? '1 account' : `${a.items.length} accounts`}, none of them in the other listing`,
  };
}

/**
 * @param foreign what the other tenant alone has: its accounts, unless given
 * @throws Failed where a response holds any of it
 */
export async function holdsNothingForeign(response: Response, how: string, foreign?: Traces): Promise<Proof> {
  const caller = callerOf(response);
  const found = traces.held(response, foreign ?? (await belongings()).alone[otherThan(caller)]);
  const sides = { control: { request: 'the caller’s own listing', response: await ownListing(caller) }, response };
  if (found.length === 0 || (await isNoLeak(response, found)))
    return { ...sides, received: `${response.status}, nothing of the other tenant` };
  const asked = describeResponse(response);
  const [header] = [...response.headers].find(([, value]) => found.some((one) => value.includes(one))) ?? [];
  throw new Failed({
    ...sides,
    found: `${asked} returned ${response.status} with ${found.length === 1 ? 'a value' : `${found.length} values`} that only the other tenant has${asked.includes(how) ? '' : ` (${how})`}.`,
    received: `${response.status}, containing data that only the other tenant has${header === undefined ? '' : `, in its header ${header}`}`,
  });
}

/** Whether numbers match by chance, or are those of accounts that the caller has opened since. A write is not repeated for it. */
async function isNoLeak(response: Response, found: readonly string[]): Promise<boolean> {
  if (!found.every((value) => /^\d+$/.test(value))) return false;
  if (createsCustomer(response.request.operation) || (await isChance(response, found))) return true;
  const purpose = 'once more, after a response with a number of the other tenant';
  const own = await orNone(list({ caller: callerOf(response), purpose }));
  return own !== undefined && disclosed(own.response, found).length === found.length;
}

/** Milliseconds that a replica may be behind. */
const catchingUpMs = 2000;

/**
 * What a response shows that the caller's own listing does not explain: neither that of the run, nor one right after it,
 * nor one from a replica that has caught up, past a cache, which may have another entry for each id.
 * @param left what of it a listing leaves unexplained
 */
async function unexplained<T>(
  own: ReadListing,
  shown: readonly T[],
  left: (shown: readonly T[], own: ReadListing) => readonly T[],
): Promise<{ readonly left: readonly T[]; readonly listings: readonly ReadListing[] }> {
  const change = { caller: callerOf(own.response), purpose: 'once more, after another id' };
  const query = `past-cache=${randomUUID()}`;
  const listings = [own];
  const later = [
    () => list(change),
    async () => {
      await sleep(catchingUpMs);
      return (await orNone(list({ ...change, query, purpose: `${change.purpose}, past any cache` }))) ?? list(change);
    },
  ];
  let rest = left(shown, own);
  for (const read of later) {
    if (rest.length === 0) break;
    const listing = await read();
    listings.push(listing);
    rest = left(rest, listing);
  }
  return { left: rest, listings };
}

/** @throws Failed where a total says more than the caller's own */
async function mustNotCountMore(response: Response, own: ReadListing, leaked: (what: string) => Failed): Promise<void> {
  // Where the caller's own listing gives no total, and is no page, it counts what that listing shows.
  const totalAt = (at: string, { response: listing, items, paged }: ReadListing) =>
    totalsOf(listing).get(at) ?? (paged || reportsRejection(response) ? Number.POSITIVE_INFINITY : items.length);
  const totals = isSuccess(response) ? [...totalsOf(response)] : [];
  const larger = await unexplained(own, totals, (all, listing) =>
    all.filter(([at, total]) => total > totalAt(at, listing)),
  );
  const [[at, total] = []] = larger.left;
  const last = larger.listings.at(-1) as ReadListing;
  if (at !== undefined) throw leaked(`a total of ${total} where the caller’s own listing has ${totalAt(at, last)}`);
}

/**
 * Judges a listing under an id that is not the caller's own, on all of its pages.
 * @param how what was named, for sentences
 * @param whose `nobody` where the id names no tenant: then every account but the caller's own is somebody else's
 * @throws Failed where the response holds what is not the caller's; Skipped where the caller's own changes with each
 *   reading, Inconclusive where the owner of an account is unclear
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
  await mustNotCountMore(response, own, leaked);
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
  const shared = (items: readonly Item[], listing: ReadListing) =>
    traces.inBoth(items, listing.items, pointer).map(([item]) => item);
  const foreign = shared(got.items, others);
  // But not those of both in one listing.
  if (!hasOwnKeys() && foreign.length === got.items.length) return proof;
  const strange = await unexplained(own, whose === 'other' ? foreign : got.items, (items, listing) => {
    const known = new Set(shared(items, listing));
    return items.filter((item) => !known.has(item));
  });
  const { length } = strange.left;
  if (length > 0) {
    const last = strange.listings.at(-1) as ReadListing;
    if (own.items.length > 0 && shared(own.items, last).length === 0)
      throw new Skipped(
        'The caller’s own listing changes each time (ACCT-05), so the listing for an unknown id cannot be compared with it.',
      );
    if ([got, ...strange.listings].some(({ paged }) => paged))
      throw new Inconclusive(
        'The response shows accounts that are missing in the part of the caller’s own listing that could be read. Their owner cannot be determined.',
      );
    throw leaked(`${length === 1 ? 'an account' : `${length} accounts`} that the caller does not have`);
  }
  const ownAlone = traces.without(traces.tracesOf(own.items), traces.tracesOf(others.items));
  const isOwn = (item: Item) => traces.recordsOf(item).some((record) => ownAlone.has(record));
  if (hasOwnKeys() && !foreign.every(isOwn)) throw unclear(pointer);
  return proof;
}

// Whatever the response is: a rejection, a header, a page.

/** Which requirement a response contradicts that holds what the other tenant alone has; undefined for one that others judge. */
type LookedBack = 'ACCT-02' | 'ACCT-03' | 'ACCT-04' | 'CUST-23';

function requirementOf({ request }: Response): LookedBack | undefined {
  const { change, operation, tenant, raw } = request;
  const other = tenantOf(otherThan(change.caller ?? 'first'));
  // Without the caller's own key it is a matter of authentication (AUTH-05, AUTH-07).
  if (change.apiKey !== undefined) return undefined;
  if (createsCustomer(operation)) return tenant === other ? 'ACCT-03' : 'CUST-23';
  if (operation !== listAccounts) return undefined;
  if (tenant === other) return 'ACCT-03';
  if (change.tenant !== undefined) return 'ACCT-04';
  const named = [raw.path, ...raw.headers.map(([, value]) => value)];
  return named.some((text) => text.includes(other)) ? 'ACCT-03' : 'ACCT-02';
}

/**
 * Searches all responses of the run so far, rejections and headers included, for what the tenant that did not ask alone has.
 * @param requirement whose requests are looked at
 * @throws Failed where one holds any; Skipped without such requests, or two tenants with keys of their own
 */
export async function holdNothingForeign(requirement: LookedBack): Promise<Proof> {
  requireKeysApart();
  const responses = context().responses.filter((one) => requirementOf(one) === requirement);
  const last = responses.at(-1);
  if (!last) throw new Skipped('This run has no response that this check could search.');
  // Without a listing that can be read there are still customers.
  const accounts = (await orNone(belongings()))?.alone;
  const customers = { first: await traces.customersOf('first'), second: await traces.customersOf('second') };
  for (const response of responses) {
    const [caller, other] = [callerOf(response), otherThan(callerOf(response))];
    const ofAccounts: Traces = accounts?.[other] ?? new Map();
    const ofCustomers = traces.held(response, traces.without(customers[other], customers[caller]));
    const shown = traces.withoutShared(response, ofCustomers);
    // Of a few prepared customers two agree by chance.
    const known = shown.length > 0 && (await orNone(creationBaseline()));
    if (known && traces.held(response, ofAccounts).length === 0) await requireNotPrepared(known);
    const all: Traces = new Map([...ofAccounts, ...shown.map((value) => [value, 'value'] as const)]);
    await holdsNothingForeign(response, 'found in a search of all responses', all);
  }
  return { received: `nothing of the other tenant in ${responses.length} responses`, response: last };
}
