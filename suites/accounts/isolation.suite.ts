/** Endpoints, common request headers: x-tenant-id names the caller, so a listing holds its accounts alone. */

import type { Caller, RequestChange, Response } from '../../helpers/client/message.js';
import { isRejection, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { reportsRejection } from '../../helpers/identity/acceptance.js';
import { type Item, readListing } from '../../helpers/identity/listing.js';
import { type Fact, fixtures } from '../../helpers/runner/fixture.js';
import { droppedInFront, isAccepted, unlessDropped } from '../../helpers/runner/in-front.js';
import { listAccounts } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { belongings, bothListings, holdsNothingForeign, lookBack } from '../shared/belongings.js';
import { orNone } from '../shared/creation-baseline.js';
import { describe } from '../shared/describe.js';
import { ofListings, ofTenants, provedBy } from '../shared/facts.js';
import { afterTheKey } from '../shared/kept-by-an-edge.js';
import * as listing from '../shared/listing.js';
import { waysToListings } from '../shared/near-misses.js';
import * as tenants from '../shared/tenants.js';
import { together } from '../shared/valid-requests.js';
import { needsKey } from '../shared/without-key.js';
import {
  callers,
  guess,
  listingsApart,
  opensNothingForeign,
  pageShowsNothingForeign,
  shareNothingAtOnce,
  shareNothingInTurn,
} from './isolation.js';
import { canMake, mayGuess, type NearMiss, namings, nearMisses } from './tenant-ids.js';

// Two tenants' listings share no account, whenever they are requested.

/** Queries that listings take elsewhere: none may take the tenant out of the service's own query. */
const queries = [
  ...'limit=1 limit=0 limit=-1 limit=100000 page=0 page=2 offset=1&skip=1 offset=-3&limit=100'.split(' '),
  'page=1&per_page=100&offset=0&limit=100',
  'filter=&sort=id&q=a',
  'search=a&order=asc&all=true',
  'status=active&include=all&expand=all&include_closed=true',
  'created_after=2000-01-01&from=2000-01-01&sort=created_at',
  'sort=-balance&sort_by=balance&order_by=balance',
  'updated_since=2000-01-01&since=2000-01-01&min_balance=0',
  'include_deleted=true&with_deleted=true&deleted=true&archived=true',
  'fields=id&select=id&format=json&embed=customer&with=customer',
];

/** @param pairs from a response */
const byQuery = (purpose: string, pairs: readonly listing.Pair[]): RequestChange => ({
  purpose,
  query: `${new URLSearchParams(Object.fromEntries(pairs))}`,
  taken: pairs.map(([, value]) => value),
});

/** A service may have a statement for each that forgets the tenant. @param others whose account some name */
async function waysToAnothersAccount(others: listing.ReadListing, own: listing.ReadListing): Promise<RequestChange[]> {
  const { leaves, ranks } = others.items[0] as Item;
  const pointer = listing.pointerOf([own, others]);
  const id = leaves.get(pointer);
  const pages = await secondPages(tenants.callerOf(others.response));
  const members = [...leaves].filter(([at]) => at !== '{}');
  const isRanked = ([at]: listing.Pair) => ranks.some(({ pointer }) => pointer === at);
  const isWord = ([, value]: listing.Pair) => /^[A-Za-z][\w -]{1,23}$/.test(value);
  const nameLast = ([at, value]: listing.Pair): listing.Pair => [at.split('/').at(-1) ?? '', value];
  const identities = members.filter(isRanked).map(nameLast);
  const words = members.filter((member) => !isRanked(member) && isWord(member)).map(nameLast);
  const values = [...new Set([...identities, ...words].map(([, value]) => value))].slice(0, 6);
  const idNames = ['id', 'ids', 'account_id', 'accountId', 'account'];
  const cursors = ['cursor', 'after', 'starting_after'];
  const searches = ['q', 'search', 'query', 'keyword'];
  return [
    ...queries.map((query) => ({ purpose: `?${query}`, query })),
    byQuery('filters by the other’s account', [...listing.under(idNames, id), ...identities]),
    byQuery('filters by words of that account', words),
    ...values.map((value) => byQuery('a search for what that account shows', listing.under(searches, value))),
    byQuery('that account as the cursor', listing.under(cursors, id)),
    byQuery('the own last account as the cursor', listing.under(cursors, own.items.at(-1)?.leaves.get(pointer))),
    ...pages.map((page) => ({ ...page, purpose: 'what leads to the other’s next page' })),
    { purpose: 'Accept: text/csv', headers: [['Accept', 'text/csv']] },
    { purpose: 'If-None-Match', headers: [['If-None-Match', '"x"']] },
  ];
}

const shortPages = fixtures<Response>();

/** What leads from a tenant’s first page, of one account if possible, to the second: a cursor may hold the tenant. */
async function secondPages(caller: Caller): Promise<RequestChange[]> {
  const purpose = `for the ${caller} tenant, with ?limit=1`;
  const short = await shortPages(purpose, () => send(listAccounts, { caller, query: 'limit=1', purpose }));
  const page = isSuccess(short) ? short : await listing.ownListing(caller);
  return isSuccess(page) ? listing.nextPages(page, readListing(page)?.items.length ?? 0).slice(0, 4) : [];
}

async function withParameters(caller: Caller): Promise<Proof> {
  const listings = await bothListings();
  let proof: Proof = { response: listings[caller].response };
  const ways = await waysToAnothersAccount(listings[tenants.otherThan(caller)], listings[caller]);
  const of = (purpose = '') => `for the ${caller} tenant, with ${purpose}`;
  const sent = ways.map((way) => send(listAccounts, { ...way, caller, purpose: of(way.purpose) }));
  for (const response of await Promise.all(sent)) proof = await pageShowsNothingForeign(response);
  return proof;
}

const lookBackName = 'no response holds anything of the other tenant';
const lookingBack = { phase: 'last', shown: ofListings } as const;

export const ACCT_02 = describe('ACCT-02', ({ test, id }) => {
  test('in turn, on the same connections', { shown: ofListings }, () => shareNothingInTurn());
  test('at the same time', { shown: ofListings }, shareNothingAtOnce);
  for (const caller of callers)
    test(`the ${caller} tenant’s listing with parameters`, { shown: ofListings }, () => withParameters(caller));
  const closed = { shown: ofListings, given: [needsKey(listAccounts)] };
  test('at addresses that an edge may keep, right after the first tenant', closed, async () => {
    let proof: Proof = { response: (await bothListings()).second.response };
    for (const response of await afterTheKey())
      if (tenants.callerOf(response) === 'second') proof = await holdsNothingForeign(response);
    return proof;
  });
  test(lookBackName, lookingBack, () => lookBack(id));
});

/** A service may join two headers of one name to a list, an unknown id: ACCT-04 says what it opens. */
const listOfIdsOpensNothing = (caller: Caller): Fact =>
  provedBy('ACCT-04', 'a list of tenant ids opens nothing', async () => {
    const ids = `${tenants.tenantOf(tenants.otherThan(caller))}, ${tenants.tenantOf(caller)}`;
    return opensNothingForeign(await guess(caller, ids, 'both ids in a list'));
  });

// A caller who names another tenant does not get that tenant's accounts, wherever it names it.

/** Names the other tenant for a caller. @param rejected takes the names in which the caller’s own id is rejected */
type SendNamings = (caller: Caller, purpose: string, rejected: string[]) => Promise<readonly Response[]>;

/** More headers are themselves a reason to reject a request. */
const mostNames = 30;

/** Sends an id in all names in which the own one is accepted, and halves sets of names that are not. */
const sendNaming =
  ({ change, mayBeDropped, names: allNames }: (typeof namings)[number]): SendNamings =>
  async (caller, purpose, rejected) => {
    const own = tenants.tenantOf(caller);
    const other = tenants.tenantOf(tenants.otherThan(caller));
    const naming = (id: string, names = allNames) => send(listAccounts, { caller, ...change(id, own, names), purpose });
    if (!allNames) return [await (mayBeDropped ? naming(other).catch(droppedInFront) : naming(other))];
    const ofOwn = await listing.ownListing(caller);
    const takesOwnId = async (names: readonly string[]) => {
      if (names.length > mostNames) return false;
      const control = await orNone(unlessDropped(naming(own, names)));
      if (!control || !isAccepted(control, ofOwn)) return false;
      return listing.givesNothing(control) === listing.givesNothing(ofOwn);
    };
    const sendHalved = async (names: readonly string[]): Promise<Response[]> => {
      if (await takesOwnId(names)) return [await naming(other, names)];
      const half = Math.ceil(names.length / 2);
      if (names.length > 1)
        return [...(await sendHalved(names.slice(0, half))), ...(await sendHalved(names.slice(half)))];
      rejected.push(...names);
      return [];
    };
    return sendHalved(allNames);
  };

const onTheSecondPage: SendNamings = async (caller, purpose) => {
  const other = tenants.otherThan(caller);
  // A cursor may stand for the check of the first page, whoever it was given to.
  const pages = (await Promise.all([caller, other].map(secondPages))).flat();
  return Promise.all(
    pages.map((page) => send(listAccounts, { ...page, caller, tenant: tenants.tenantOf(other), purpose })),
  );
};

const whileTheOtherLists: SendNamings = async (caller, purpose) => {
  const other = tenants.otherThan(caller);
  const ofOther = { caller: other, purpose: 'at the same time as the same request with another key' };
  const foreign = { caller, tenant: tenants.tenantOf(other), purpose };
  // What joins requests under way may know the id alone: then the key of the first decides for all.
  const responses = await together(listAccounts, [ofOther, foreign, ofOther, foreign]);
  return responses.filter((response) => tenants.callerOf(response) === caller);
};

/** @throws as `opensNothingForeign`; Skipped if no second key is configured, or nothing could be sent */
async function opensNothing(name: string, caller: Caller, sendNamings: SendNamings): Promise<Proof> {
  tenants.requireKeysApart();
  const { listings } = await belongings();
  listing.notEmpty(listings[tenants.otherThan(caller)]);
  const rejected: string[] = [];
  const responses = await sendNamings(caller, `with ${name}`, rejected);
  let proof: Proof = { response: listings[caller].response };
  for (const response of responses) proof = await opensNothingForeign(response);
  if (rejected.length === 0) return proof;
  const left = `Rejected with the caller’s own id, too: ${rejected.map(code).join(', ')}.`;
  if (responses.length === 0) throw new Skipped(left);
  return { ...proof, received: `${proof.received}\n${left}` };
}

async function atOtherSpellings(): Promise<Proof> {
  tenants.requireKeysApart();
  const { first } = await bothListings();
  let proof: Proof = { response: first.response };
  // With a key that works a POST may be an operation that is not shown, and open an account.
  const ways = Object.entries(waysToListings).filter(([, { method }]) => method !== 'POST');
  const sent = ways.map(([name, change]) => {
    const purpose = `with the other’s id, by another way in: ${name}`;
    return unlessDropped(send(listAccounts, { tenant: tenants.tenantOf('second'), ...change, purpose }));
  });
  for (const response of await Promise.all(sent))
    if (response && !(await isOpenToAll(response))) proof = await holdsNothingForeign(response);
  return proof;
}

/** What needs no key is another finding (AUTH-07). */
async function isOpenToAll(response: Response) {
  const { change } = response.request;
  if (response.text === '' || !isSuccess(response)) return false;
  const purpose = `${change.purpose}, without a key`;
  const keyless = await unlessDropped(send(listAccounts, { ...change, apiKey: null, purpose }));
  return keyless !== undefined && isSuccess(keyless) && keyless.text === response.text;
}

export const ACCT_03 = describe('ACCT-03', ({ test, id }) => {
  const rests = { shown: ofTenants, unless: listingsApart };
  for (const caller of callers) {
    const key = `the ${caller} tenant’s key`;
    const testNaming = (name: string, sendNamings: SendNamings, about = rests) =>
      test(name, about, () => opensNothing(name, caller, sendNamings));
    for (const row of namings) {
      const unless = [...listingsApart, ...(row.isInPlace ? [] : [listOfIdsOpensNothing(caller)])];
      testNaming(`${key}, and the other’s id ${row.where}`, sendNaming(row), { ...rests, unless });
    }
    testNaming(`${key} with the other’s id, on the second page`, onTheSecondPage);
    testNaming(`${key} with the other’s id, while the other lists`, whileTheOtherLists);
  }
  test('the first tenant’s key with the other’s id, at other spellings of the path', rests, atOtherSpellings);
  const unless = [...listingsApart, ...callers.map(listOfIdsOpensNothing)];
  test(lookBackName, { ...lookingBack, unless }, () => lookBack(id));
});

// An id that names no tenant opens no accounts but the caller's own.

const guesses = fixtures<Response>();
const randomGuess = (caller: Caller) =>
  guesses(`a random tenant id, ${caller} key`, () => guess(caller, tenants.randomTenantId(), 'a random id'));

/** @throws as `opensNothingForeign`; Failed if this id alone is accepted, Skipped if it cannot be sent */
async function nearMissOpensNothing({ name, make, is }: NearMiss, caller: Caller): Promise<Proof> {
  const other = tenants.otherThan(caller);
  if (caller === 'second') tenants.needsSecondTenant();
  const tenant = make(tenants.tenantOf(caller), tenants.tenantOf(other));
  if (is.includes('long') && !mayGuess())
    throw new Skipped('The tenant ids are short, so a guess may name another customer’s tenant.');
  if (tenant === null && !tenants.hasOwnKeys())
    throw new Skipped('Both tenants have the same key, so a listing without an id may show accounts of both.');
  const own = await listing.wholeListing(caller);
  // If nothing names a tenant, a service may go on with the one of the request before.
  if (!tenant && tenants.hasOwnKeys()) await send(listAccounts, { caller: other, purpose: `just before ${name}` });
  const response = await guess(caller, tenant, name);
  const proof = await opensNothingForeign(response);
  if (tenant === null) {
    if (isSuccess(response)) await opensNothingAmongOthers(caller, name);
    // Without the header a service may look elsewhere, and compare nothing.
    const inQuery = tenants.tenantInQuery(tenants.tenantOf(other));
    const purpose = `with ${name}, and the other’s in the query`;
    await opensNothingForeign(await send(listAccounts, { caller, tenant, ...inQuery, purpose }));
  }
  if (is.includes('open') || !isAccepted(response, own.response) || reportsRejection(response)) return proof;
  const random = await randomGuess(caller);
  if (!isRejection(random) && random.status !== 401) return proof;
  throw new Failed({
    found: `An invalid tenant id (${name}) was accepted; a random one was rejected.`,
    expected: 'rejection, as for any unknown tenant id',
    control: { request: 'a random id of the same shape', response: random },
    response,
  });
}

/** A thread that served the other tenant may go on with it. @throws as `opensNothingForeign` */
async function opensNothingAmongOthers(caller: Caller, name: string) {
  const beside = { caller: tenants.otherThan(caller), purpose: `at the same time as ${name}` };
  const three = () => [send(listAccounts, beside), guess(caller, null, name), guess(caller, null, name)];
  const responses = await Promise.all(Array.from({ length: 8 }, three).flat());
  // At once, since each may have to read the caller's own listing later.
  const unnamed = responses.filter((response) => tenants.callerOf(response) === caller);
  await Promise.all(unnamed.map(opensNothingForeign));
}

export const ACCT_04 = describe('ACCT-04', ({ test, id }) => {
  const rests = { shown: ofListings, unless: listingsApart };
  test('a random id of the same shape', rests, async () => opensNothingForeign(await randomGuess('first')));
  for (const near of nearMisses)
    for (const caller of near.is.includes('own') ? (['first'] as const) : callers)
      test(`${near.name}, with the ${caller} tenant’s key`, { ...rests, when: canMake(near) }, () =>
        nearMissOpensNothing(near, caller),
      );
  test(lookBackName, { ...lookingBack, unless: listingsApart }, () => lookBack(id));
});
