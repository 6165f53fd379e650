import { randomUUID } from 'node:crypto';
import { context, sleep } from '../../helpers/client/context.js';
import type { Caller, Response } from '../../helpers/client/message.js';
import { describeResponse, isSuccess } from '../../helpers/client/response.js';
import { Failed, Inconclusive, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { isRejectionBody, reportsRejection } from '../../helpers/identity/acceptance.js';
import { type Item, readListing, totalsOf } from '../../helpers/identity/listing.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { code } from '../../schemas/marked.js';
import { creationBaseline, isCanned, orNone, requireNotPrepared } from '../creation-baseline.js';
import { callerOf, createsCustomer, hasOwnKeys, needsSecondTenant, otherThan, requireKeysApart } from '../requests.js';
import * as traces from '../traces.js';
import type { ReadListing } from './listing.js';
import * as listing from './listing.js';
import { tenantOf } from './tenant-ids.js';

/** What each tenant's own listing shows, and what of it the other tenant's does not. With one tenant the second has nothing. */
export const belongings = fixture('what belongs to each tenant', async () => {
  const first = await listing.wholeListing('first');
  const isAlone = context().configuration.otherTenantId === undefined;
  const second: ReadListing = isAlone ? { ...first, items: [] } : await listing.wholeListing('second');
  const least = traces.areCountedTogether(first.response, second.response) ? 2 : 3;
  const [one, other] = [traces.tracesOf(first.items, least), traces.tracesOf(second.items, least)];
  return {
    listings: { first, second } satisfies Record<Caller, ReadListing>,
    alone: { first: traces.without(one, other), second: traces.without(other, one) },
  };
});

/** Both listings. @throws Skipped without a second tenant, Inconclusive where one is empty */
export async function bothListings(): Promise<Record<Caller, ReadListing>> {
  needsSecondTenant();
  const { listings } = await belongings();
  listing.notEmpty(listings.first, listings.second);
  return listings;
}

/** Reads both listings in turn, on the same connection. */
export async function readInTurn(): Promise<Record<Caller | 'again', ReadListing>> {
  const agent = context().connection.ownAgent();
  const inTurn = (caller: Caller) => listing.list({ caller, agent, purpose: `for the ${caller} tenant, in turn` });
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

const accounts = (count: number) => (count === 1 ? 'one account' : `${count} accounts`);

/**
 * @throws Failed where listings of two tenants have an account in common, or a total that counts both, or where the first
 *   one's response holds what the other tenant alone has; Inconclusive where that is unclear
 */
export async function shareNothing(a: ReadListing, b: ReadListing): Promise<Proof> {
  const pointer = listing.pointerOf([a, b]);
  const least = traces.areCountedTogether(a.response, b.response) ? 2 : 3;
  const ofOther = traces.tracesOf(b.items, least);
  const same = a.items.filter((item) => traces.recordsOf(item, least).some((record) => ofOther.has(record)));
  const isShown = (page: Response) => readListing(page)?.items.some((item) => item === same[0]);
  const sides = {
    control: { request: 'the other tenant’s listing', response: b.response, outcome: accounts(b.items.length) },
    // The page that shows the account, which need not be the first.
    response: a.later?.find(isShown) ?? a.response,
  };
  const [{ length }, ofB] = [a.items, b.items.length];
  if (same.length > 0) throw leaked(sides, `${same.length} of ${length} accounts that are the other tenant’s, too`);
  const [sum, others] = [length + ofB, totalsOf(b.response)];
  const isSum = [...totalsOf(a.response)].some(([at, total]) => total === sum && others.get(at) === sum);
  if (isSum && length > 0 && ofB > 0) {
    // They may be first pages of one size, each of a total twice as large.
    if (length === ofB)
      throw new Inconclusive(
        `Both listings show ${length} accounts and give ${sum} as their total. Either the total counts the accounts of both tenants, or further pages could not be read.`,
      );
    throw leaked(sides, `${accounts(length)} and a total of ${sum}, which counts the accounts of both tenants`);
  }
  if (traces.inBoth(a.items, b.items, pointer).length > 0) throw unclear(pointer);
  if (hasOwnKeys()) await holdsNothingForeign(a.response);
  return { ...sides, received: `${a.response.status}, ${accounts(length)}, none of them in the other listing` };
}

const besideOwn = async (response: Response) => ({
  control: { request: 'the caller’s own listing', response: await listing.ownListing(callerOf(response)) },
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
  const found = shown ?? traces.held(response, (await belongings()).alone[otherThan(callerOf(response))]);
  if (found.length === 0 || (await isNoLeak(response, found)))
    return { ...(await besideOwn(response)), received: `${response.status}, nothing of the other tenant` };
  const [header] = [...response.headers].find(([, value]) => found.some((one) => value.includes(one))) ?? [];
  const where = header === undefined ? '' : `, in its header ${header}`;
  throw leaked(await besideOwn(response), `data that only the other tenant has${where}`);
}

/** Whether numbers match by chance, or are those of accounts that the caller has opened since. A write is not repeated for it. */
async function isNoLeak(response: Response, found: readonly string[]): Promise<boolean> {
  if (!found.every((value) => /^\d+$/.test(value))) return false;
  if (createsCustomer(response.request.operation) || (await traces.isChance(response, found))) return true;
  const purpose = 'once more, after a response with a number of the other tenant';
  const own = await orNone(listing.list({ caller: callerOf(response), purpose }));
  return own !== undefined && traces.disclosed(own.response, found).length === found.length;
}

/** Milliseconds that a replica may be behind. */
const catchingUpMs = 2000;

/**
 * The caller's own listing: that of the run, one that is read now, and one of a replica that has caught up, past a cache,
 * which may have another entry for each id.
 */
async function* ownListings(own: ReadListing): AsyncGenerator<ReadListing, void> {
  const change = { caller: callerOf(own.response), purpose: 'once more, after another id' };
  yield own;
  yield listing.list(change);
  await sleep(catchingUpMs);
  const [query, purpose] = [`past-cache=${randomUUID()}`, `${change.purpose}, past any cache`];
  yield (await orNone(listing.list({ ...change, query, purpose }))) ?? listing.list(change);
}

/**
 * Judges a listing under an id that is not the caller's own, on all of its pages. Where the id is a guess, and names no
 * tenant, every account but the caller's own is somebody else's.
 * @throws Failed where the response holds what is not the caller's, Inconclusive where the owner of an account is unclear
 */
export async function opensNothingForeign(response: Response): Promise<Proof> {
  const { guess } = response.request.change;
  const { listings, alone } = await belongings();
  const caller = callerOf(response);
  const [own, others] = [listings[caller], listings[otherThan(caller)]];
  // With one key for both tenants the accounts of either are the caller's.
  const proof = hasOwnKeys() ? await holdsNothingForeign(response) : { response };
  // Where the caller's own listing gives no total, and is no page, it counts what that listing shows.
  const totalAt = (at: string, { response: one, items: all, paged }: ReadListing) =>
    totalsOf(one).get(at) ?? (paged || reportsRejection(response) ? Number.POSITIVE_INFINITY : all.length);
  const isNothing = listing.givesNothing(response);
  const got: ReadListing = isNothing ? { response, items: [], paged: false } : await listing.whole(response);
  if (hasOwnKeys()) for (const page of got.later ?? []) await holdsNothingForeign(page);
  const filled = [got, own, others].filter(({ items: all }) => all.length > 0);
  const pointer = got.items.length > 0 ? listing.pointerOf(filled) : '';
  const foreign = traces.inBoth(got.items, others.items, pointer);
  const isOfOther = !hasOwnKeys() && foreign.length === got.items.length;
  let items = isOfOther ? [] : guess ? got.items : foreign;
  let totals = isSuccess(response) ? [...totalsOf(response)] : [];
  const seen: ReadListing[] = [];
  for await (const one of ownListings(own)) {
    seen.push(one);
    const known = new Set(traces.inBoth(items, one.items, pointer));
    items = items.filter((item) => !known.has(item));
    totals = totals.filter(([at, total]) => total > totalAt(at, one));
    if (items.length + totals.length === 0) break;
  }
  if (totals[0]) throw leaked(await besideOwn(response), `a total of ${totals[0][1]}, more than the caller has`);
  if (isNothing) {
    if (!isSuccess(response) || isRejectionBody(response) || own.items.length + others.items.length > 0) return proof;
    throw new Inconclusive('Neither configured tenant has an account, so isolation cannot be tested. Create one.');
  }
  needsSecondTenant(
    'The unknown id returned accounts, and with one configured tenant their owner cannot be determined.',
  );
  if (items.length > 0) {
    // Where each reading shows other accounts, that is ACCT-05's finding.
    const isNew = own.items.length > 0 && traces.inBoth(own.items, seen.at(-1)?.items ?? [], pointer).length === 0;
    if (isNew || [got, ...seen].some(({ paged }) => paged))
      throw new Inconclusive(
        'The response shows accounts that are missing in the caller’s own listing, which changes or could be read in part only. Their owner cannot be determined.',
      );
    throw leaked(await besideOwn(response), `${accounts(items.length)} that the caller does not have`);
  }
  const isOwn = (item: Item) => traces.recordsOf(item).some((record) => alone[caller].has(record));
  if (hasOwnKeys() && !foreign.every(isOwn)) throw unclear(pointer);
  return proof;
}

// Whatever the response is: a rejection, a header, a page.

type LookedBack = 'ACCT-02' | 'ACCT-03' | 'ACCT-04' | 'CUST-23';

/** Which requirement a response contradicts that holds what the other tenant alone has; undefined for one that others judge. */
function requirementOf({ request }: Response): LookedBack | undefined {
  const { change, operation, tenant, raw } = request;
  const other = tenantOf(otherThan(change.caller ?? 'first'));
  // Without the caller's own key it is a matter of authentication (AUTH-05, AUTH-07).
  if (change.apiKey !== undefined) return undefined;
  if (createsCustomer(operation)) return tenant === other ? 'ACCT-03' : 'CUST-23';
  if (tenant !== other && change.tenant !== undefined) return 'ACCT-04';
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
  const alone = (await orNone(belongings()))?.alone;
  const known = await orNone(creationBaseline());
  // A canned customer is everybody's.
  const identity = known && !isCanned(known) ? known.identity : undefined;
  const customers = { first: traces.customersOf('first', identity), second: traces.customersOf('second', identity) };
  for (const response of responses) {
    const [caller, other] = [callerOf(response), otherThan(callerOf(response))];
    const ofAccounts = traces.held(response, alone?.[other] ?? new Map());
    const shown = traces.held(response, traces.without(customers[other], customers[caller]));
    const ofCustomers = traces.notShared(response, shown);
    // Of a few prepared customers two agree by chance.
    if (known && ofCustomers.length > 0 && ofAccounts.length === 0) await requireNotPrepared(known);
    await holdsNothingForeign(response, [...ofAccounts, ...ofCustomers]);
  }
  return { received: `nothing of the other tenant in ${responses.length} responses`, response: last };
}
