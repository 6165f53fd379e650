import type { Caller, RequestChange, Response } from '../../helpers/client/message.js';
import { isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { identityOf, readListing } from '../../helpers/identity/listing.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { listAccounts } from '../../schemas/fsapi/operations.js';
import { pointerOf, type ReadListing, wholeListing } from './listing.js';
import { nextPages } from './next-page.js';

/** Parameters that listings take elsewhere: one that changes the query must not take the tenant out of it. */
const parameters = [
  'limit=1',
  'page=1&per_page=100&offset=0&limit=100',
  'filter=&sort=id&q=a',
  'search=a&order=asc&all=true',
  'status=active&include=all&expand=all&include_closed=true',
  'created_after=2000-01-01&from=2000-01-01&sort=created_at',
  'page=2',
];

/** Names under which services filter a listing by an account, besides those of the account's own members. */
const filters = ['id', 'ids', 'account_id', 'accountId', 'account'];
const searches = ['q', 'search', 'query', 'keyword'];
const cursors = ['cursor', 'after', 'starting_after'];

/**
 * Requests for a listing in which a service may forget the tenant, each of a kind for which it may have a statement of its
 * own; those that name something name what is another tenant's.
 * @param others that tenant's listing
 * @param owner that tenant
 */
export async function waysToAnothersAccount(
  others: ReadListing,
  owner: Caller,
): Promise<readonly (readonly [what: string, change: RequestChange])[]> {
  const named = queriesForAnAccount(others);
  return [
    ...parameters.map((query) => [`?${query}`, { query }] as const),
    ['filters by an account of the other tenant', named.filters],
    ['filters by the words of such an account', named.words],
    ...named.searches.map((change) => ['a search for what such an account shows', change] as const),
    ['an account of the other tenant as the cursor', named.cursor],
    ...(await pagesAfterOne(owner)).map((change) => ['what leads to the other tenant’s next page', change] as const),
    ['Accept: text/csv', { headers: [['Accept', 'text/csv']] }],
  ];
}

const one = (caller: Caller) =>
  send(listAccounts, { caller, query: 'limit=1', purpose: `for the ${caller} tenant, with ?limit=1` });

/** A listing of one account: a parameter like others, and the page that leads to the next. */
export const oneAccount: Readonly<Record<Caller, () => Promise<Response>>> = {
  first: fixture('one account of the first tenant', () => one('first')),
  second: fixture('one account of the second tenant', () => one('second')),
};

/** What leads from a tenant's first page to the second, of its whole listing or else of one account a page. */
export async function secondPages(caller: Caller): Promise<RequestChange[]> {
  const { response, items } = await wholeListing[caller]();
  const offered = nextPages(response, readListing(response)?.items.length ?? items.length).slice(0, 4);
  return offered.length > 0 ? offered : pagesAfterOne(caller);
}

/** What leads from a tenant's first account to the next page: a cursor may hold the tenant, or the rows themselves. */
async function pagesAfterOne(caller: Caller): Promise<RequestChange[]> {
  const page = await oneAccount[caller]();
  if (!isSuccess(page)) return [];
  return nextPages(page, readListing(page)?.items.length ?? 0).slice(0, 4);
}

/** At most so many values of an account are searched for. */
const mostSearches = 6;

/** Queries that find an account of a listing: by what identifies it, by its words, by each of both, and as a cursor. */
function queriesForAnAccount(listing: ReadListing) {
  const [item] = listing.items;
  const id = (item && identityOf(item, pointerOf([listing]))) ?? '';
  const leaves = [...(item?.leaves ?? [])].filter(([pointer]) => pointer !== '{}');
  const named = (of: typeof leaves) => of.map(([pointer, value]) => [pointer.split('/').at(-1) ?? '', value] as const);
  const isRanked = (pointer: string) => item?.ranks.some((ranked) => ranked.pointer === pointer);
  const own = named(leaves.filter(([pointer]) => isRanked(pointer)));
  const words = named(leaves.filter(([pointer, value]) => !isRanked(pointer) && /^[A-Za-z][\w -]{1,23}$/.test(value)));
  const query = (pairs: readonly (readonly [name: string, value: string])[]): RequestChange => ({
    query: new URLSearchParams(Object.fromEntries(pairs)).toString(),
    taken: pairs.map(([, value]) => value),
  });
  return {
    filters: query([...filters.map((name) => [name, id] as const), ...own]),
    words: query(words),
    searches: [...new Set([...own, ...words].map(([, value]) => value))]
      .slice(0, mostSearches)
      .map((value) => query(searches.map((name) => [name, value]))),
    cursor: query(cursors.map((name) => [name, id])),
  };
}
