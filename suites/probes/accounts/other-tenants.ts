import { randomUUID } from 'node:crypto';
import { context, sleep } from '../../../helpers/client/context.js';
import type { Caller, Response } from '../../../helpers/client/message.js';
import { isSuccess } from '../../../helpers/client/response.js';
import { Failed, Inconclusive, type Proof, Skipped } from '../../../helpers/client/verdicts.js';
import { isRejectionBody, reportsRejection } from '../../../helpers/identity/acceptance.js';
import { type Item, identityOf, readListing, totalsOf } from '../../../helpers/identity/listing.js';
import { fixture } from '../../../helpers/runner/fixture.js';
import type { Trait } from '../../../schemas/finding.js';
import { code } from '../../../schemas/marked.js';
import { hasOwnKeys, needsSecondTenant, otherThan } from '../baseline-requests.js';
import { orNone } from '../creation-baseline.js';
import { disclosed, shortestTrace } from '../leak-detection.js';
import {
  compare,
  countTogether,
  givesNothing,
  list,
  notEmpty,
  pointerOf,
  type ReadListing,
  shared,
  whole,
  wholeListing,
} from './listings.js';
import { provenByGuess, sidesOfGuess } from './unknown-tenant-ids.js';

export async function bothListings(): Promise<Record<Caller, ReadListing>> {
  needsSecondTenant();
  const [first, second] = [await wholeListing.first(), await wholeListing.second()];
  notEmpty(first, 'The first tenant’s');
  notEmpty(second, 'The second tenant’s');
  return { first, second };
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

const set = `Set ${code('CONFORMANCE_ACCOUNT_ID_POINTER')} to a member that no two tenants share, such as an IBAN, if there is one.`;

/**
 * @param own the plain listing of the tenant that `a` is of, where that is a part of it
 * @throws Failed where two listings of different tenants share an account, Inconclusive where that is in doubt
 */
export function mustShareNothing(a: ReadListing, b: ReadListing, how: string, own = a): Proof {
  const pointer = pointerOf([a, b]);
  const found = shared(a, b, pointer);
  const areTheSame = found.doubtful.length > 0 && countTogether(a, b, own, pointer);
  const same = areTheSame ? [...found.same, ...found.doubtful] : found.same;
  const doubtful = areTheSame ? [] : found.doubtful;
  const outcome = `${b.items.length} accounts`;
  // The page that shows the first of them, which need not be the first page.
  const [shown] = same;
  const identityOfShown = shown && identityOf(shown, pointer);
  const twin = shown && b.items.find((item) => identityOf(item, pointer) === identityOfShown);
  const pageIn = ({ pageOf, response }: ReadListing, item: Item | undefined) => (item && pageOf?.get(item)) ?? response;
  const beside = {
    control: { request: 'the other tenant’s listing', response: pageIn(b, twin), outcome },
    response: pageIn(a, shown),
  };
  const expected = 'no account in both listings';
  if (same.length > 0)
    throw new Failed({
      found: `The listings of both tenants share ${same.length === 1 ? 'one account' : `${same.length} accounts`} (${how}).`,
      expected,
      received: `${same.length} of ${a.items.length} accounts have the same ${code(pointer)} and the same stable members`,
      ...beside,
    });
  const total = totalOfBoth(a, b);
  requireUnequal(a, b, total);
  if (total !== undefined)
    throw new Failed({
      found: `The listings of both tenants give ${total} as their total, which counts the accounts of both (${how}).`,
      expected: 'totals that count the tenant’s own accounts',
      received: `a total of ${total} beside ${a.items.length} accounts`,
      ...beside,
    });
  if (doubtful.length > 0) {
    throw new Inconclusive(
      `Accounts of both tenants have the same ${code(pointer)}, so it is unclear whether they are the same account. ${set}`,
    );
  }
  const received = `${a.response.status}, ${a.items.length} accounts, none of them in the other listing`;
  return { expected, received, ...beside };
}

/** The total that both listings give at one place and that is the sum of what they show. */
function totalOfBoth(a: ReadListing, b: ReadListing): number | undefined {
  if (a.items.length === 0 || b.items.length === 0) return undefined;
  const [own, others] = [totalsOf(a.response), totalsOf(b.response)];
  const sum = a.items.length + b.items.length;
  return [...own].some(([pointer, total]) => total === sum && others.get(pointer) === sum) ? sum : undefined;
}

/**
 * @throws Inconclusive where both listings show as many accounts: they may be first pages of that size, each of a total
 * twice as large. Where one shows more, the other is no page of its size, and its total counts others too; and where the
 * pages were read to their end, there are no others.
 */
function requireUnequal(a: ReadListing, b: ReadListing, total: number | undefined): void {
  if (total === undefined || a.items.length !== b.items.length || (a.ended && b.ended)) return;
  throw new Inconclusive(
    `Both listings show ${a.items.length} accounts and give ${total} as their total. Either the total counts the accounts of both tenants, or further pages could not be read.`,
  );
}

function pointerOfAll(...listings: readonly ReadListing[]): string {
  return pointerOf(listings.filter(({ items }) => items.length > 0));
}

/** The accounts of another tenant in a response, whatever its status; in a rejection also by a value of theirs alone. */
function foreignIn(response: Response, others: ReadListing, own: ReadListing): readonly Item[] {
  const { items = [] } = readListing(response) ?? {};
  // A response without accounts needs nothing that identifies one.
  const listed = items.length > 0 ? shared({ items }, others, pointerOfAll(own, others)).same : [];
  if (isSuccess(response) || listed.length > 0) return listed;
  const { tenantId, otherTenantId } = context().configuration;
  const known = new Set([tenantId, otherTenantId, ...own.items.flatMap(({ leaves }) => [...leaves.values()])]);
  /** A number of an account, masked or not, or its balance: no moment, such as that of the response itself. */
  const isTelling = (value: string) =>
    value.length > shortestTrace &&
    /\d/.test(value) &&
    !/^\d{4}-\d\d-\d\d|^\d{10,}$|\d\d:\d\d:\d\d/.test(value) &&
    !known.has(value);
  return others.items.filter(({ leaves }) => disclosed(response, [...leaves.values()].filter(isTelling)).length > 0);
}

/**
 * @param where the other tenant's id stood, for sentences: `in the query`
 * @throws Failed where a caller who names the other tenant gets that tenant's accounts, Inconclusive where that is in doubt
 */
export async function expectNothingOfTheOther(response: Response, caller: Caller, where: string): Promise<Proof> {
  const listings = await bothListings();
  const [own, others] = [listings[caller], listings[otherThan(caller)]];
  const proof = provenByGuess(response, own);
  const failed = (received: string, what: string) =>
    new Failed({
      found: `With its own key and the other tenant’s id ${where}, the ${caller} tenant received ${what}.`,
      ...sidesOfGuess(response, own, received),
    });
  const leaked = ({ length }: readonly Item[]) =>
    failed(`${length} accounts of the other tenant`, `${length} of the other tenant’s accounts`);
  const early = foreignIn(response, others, own);
  if (early.length > 0) {
    requireForeign(early, own, pointerOfAll(own, others));
    throw leaked(early);
  }
  const excess = await excessOf(response, own);
  if (excess !== undefined) throw failed(excess, 'a total that counts accounts other than its own');
  if (givesNothing(response)) return proof;
  const pointer = pointerOfAll(own, others);
  const got = await whole(response);
  const { same, doubtful } = shared(got, others, pointer);
  if (same.length > 0) {
    requireForeign(same, own, pointer);
    throw leaked(same);
  }
  if (doubtful.length === 0 || shared(got, own, pointer).same.length === got.items.length) return proof;
  // Tenants that count from 1 each share identities: what the caller's own whole listing lacks is the other's.
  const { strangers, isWhole } = await strangersTo(own, got, pointer);
  const theirs = doubtful.filter((item) => strangers.includes(item));
  if (theirs.length > 0 && isWhole) throw leaked(theirs);
  throw bothUse(pointer);
}

function bothUse(pointer: string): Inconclusive {
  return new Inconclusive(`The response contains accounts whose ${code(pointer)} both tenants use. ${set}`);
}

/** The accounts of a response that the caller's own listing has neither before it nor after. */
async function strangersTo(own: ReadListing, got: ReadListing, pointer: string) {
  const unknownTo = (listings: readonly ReadListing[]) =>
    got.items.filter((item) =>
      listings.every(({ items }) => items.every((mine) => compare(item, mine, pointer) === 'different')),
    );
  const listings = [own];
  for await (const after of listingsAfter(own)) {
    listings.push(after);
    if (unknownTo(listings).length === 0) break;
  }
  return {
    after: listings.at(-1) as ReadListing,
    strangers: unknownTo(listings),
    isWhole: ![got, ...listings].some(({ paged }) => paged),
  };
}

/**
 * The caller's own listing after another response: accounts may have been created since, which are the caller's. At once;
 * then from a replica that has caught up, and past a cache, which may have another entry for each id.
 */
async function* listingsAfter(own: ReadListing): AsyncGenerator<ReadListing> {
  const change = { caller: callerOf(own), purpose: 'once more, after another id' };
  yield list(change);
  await sleep(catchingUpMs);
  const query = `past-cache=${randomUUID()}`;
  yield (await orNone(list({ ...change, query, purpose: `${change.purpose}, past any cache` }))) ?? list(change);
}

/** Milliseconds that a replica may be behind. */
const catchingUpMs = 2000;

/** @throws Inconclusive where the caller's own listing shows all these accounts of the other tenant too: that is ACCT-02's finding */
function requireForeign(found: readonly Item[], own: ReadListing, pointer: string): void {
  if (!found.every((item) => own.items.some((mine) => compare(item, mine, pointer) === 'the same'))) return;
  throw new Inconclusive(
    'The caller’s own listing holds the same accounts of the other tenant (ACCT-02), so naming an id adds nothing.',
    own.paged || found.length < own.items.length ? 'ACCT-02' : ('tenants are not told apart' satisfies Trait),
  );
}

/** What a listing's total says beyond the caller's own total, before and after; undefined for nothing. */
async function excessOf(response: Response, own: ReadListing): Promise<string | undefined> {
  if (!isSuccess(response)) return undefined;
  /** Where the caller's own listing gives no total, and is no page, it counts what that listing shows. */
  const totalAt = (at: string, { response: listing, items, paged }: ReadListing) =>
    totalsOf(listing).get(at) ?? (paged || reportsRejection(response) ? Number.POSITIVE_INFINITY : items.length);
  const larger = [...totalsOf(response)].filter(([at, total]) => total > totalAt(at, own));
  if (larger.length === 0) return undefined;
  // Accounts may have been opened since: the caller's own total after it decides.
  let found: string | undefined;
  for await (const after of listingsAfter(own)) {
    const [excess] = larger.filter(([at, total]) => total > totalAt(at, after));
    if (!excess) return undefined;
    found = `a total of ${excess[1]} where the caller’s own listing has ${totalAt(excess[0], after)}`;
  }
  return found;
}

function callerOf({ response }: ReadListing): Caller {
  return response.request.change.caller ?? 'first';
}

/** @throws Failed where the response to an unknown tenant id contains accounts that are not the caller's */
export async function opensNothingButOwn(response: Response, own: ReadListing, name: string): Promise<Proof> {
  const second = context().configuration.otherTenantId === undefined ? [] : [await otherThanIn(own)];
  const proof = provenByGuess(response, own);
  const given = (what: string, received: string) =>
    new Failed({
      found: response.request.tenant
        ? `An unknown tenant id (${name}) returned ${what}.`
        : `Without a tenant id (${name}) the listing returned ${what}${hasOwnKeys() ? ', right after a request of the other tenant: the service may go on with the tenant of the request before' : ''}.`,
      ...sidesOfGuess(response, own, received),
    });
  const excess = await excessOf(response, own);
  if (excess !== undefined) throw given('a total that counts accounts other than the caller’s', excess);
  if (givesNothing(response)) {
    const [others] = second.filter(({ items }) => items.length > 0);
    const found = others ? foreignIn(response, others, own).length : 0;
    if (found > 0 && hasOwnKeys()) throw given('another tenant’s accounts', `${found} accounts`);
    if (!isSuccess(response) || isRejectionBody(response) || own.items.length > 0 || others) return proof;
    throw new Inconclusive('Neither configured tenant has an account, so isolation cannot be tested. Create one.');
  }
  const got = await whole(response);
  const received = `${got.items.length} accounts`;
  const pointer = pointerOfAll(got, own, ...second);
  const theirs = second.map((listing) => shared(got, listing, pointer));
  const foreign = theirs.flatMap(({ same }) => same);
  // With one key for both tenants the accounts of either are the caller's, but not those of both in one listing.
  if (foreign.length > 0 && (hasOwnKeys() || foreign.length < got.items.length)) {
    requireForeign(foreign, own, pointer);
    throw given('another tenant’s accounts', received);
  }
  if (second.length === 0) {
    needsSecondTenant(
      'The unknown id returned accounts, and with one configured tenant their owner cannot be determined.',
    );
  }
  const { after, strangers, isWhole } = await strangersTo(own, got, pointer);
  const kept = shared(own, after, pointer);
  if (own.items.length > 0 && kept.same.length + kept.doubtful.length === 0)
    throw new Skipped(
      'The caller’s own listing changes with each reading (ACCT-05), so an unknown id cannot be compared.',
    );
  if (strangers.some((item) => !foreign.includes(item))) {
    if (isWhole) throw given('accounts that are not the caller’s', received);
    throw new Inconclusive(
      'The unknown id returned accounts that are not on the pages of the caller’s own listing that could be read, so their owner cannot be determined.',
    );
  }
  if (theirs.some(({ doubtful }) => doubtful.length > 0) && shared(got, own, pointer).same.length < got.items.length)
    throw bothUse(pointer);
  return proof;
}

function otherThanIn(own: ReadListing): Promise<ReadListing> {
  return wholeListing[otherThan(callerOf(own))]();
}
