import { context, sleep } from '../../helpers/client/context.js';
import type { Caller, RequestChange, Response } from '../../helpers/client/message.js';
import { describeResponse, isRejection, isSuccess, returned } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Inconclusive, UnclearResponse } from '../../helpers/client/verdicts.js';
import { isRejectionBody, reportsRejection } from '../../helpers/identity/acceptance.js';
import { linkIn } from '../../helpers/identity/link-header.js';
import { accountPointer, keyOfItem, type Listing, readListing, totalsOf } from '../../helpers/identity/listing.js';
import { type Leaf, leavesOf, wordsOf } from '../../helpers/json/json-leaves.js';
import { fixtures, settled } from '../../helpers/runner/fixture.js';
import { listAccounts } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { orNone } from './creation-baseline.js';
import { requireAcceptedKey, requireAcceptedTenant } from './right-address.js';
import { callerOf } from './tenants.js';
import { baselineCreation, baselineListing, secondCustomer, secondListing } from './valid-requests.js';

export interface ReadListing extends Listing {
  readonly response: Response;
  readonly later?: readonly Response[];
}

/** Lists all pages of accounts. @throws Inconclusive if a response is no success or shows no collection */
export const list = async (change: RequestChange = {}): Promise<ReadListing> =>
  settled(async () => whole(await send(listAccounts, change)));

/** Empty pages in a row that are read, if each leads on. */
const mostEmpty = 3;

/** Reads the pages after the first as far as they lead: 20 pages, or 2,000 accounts. @param given the first page, read */
export async function whole(first: Response, given?: ReadListing): Promise<ReadListing> {
  await requireAcceptedTenant(first);
  const listing = given ?? read(first);
  const keyOf = keyOfItem(accountPointer([listing], context().configuration.accountIdPointer));
  const items = new Map(listing.items.map((item) => [keyOf(item), item]));
  const later: Response[] = [];
  const { purpose } = first.request.change;
  let empty = 0;
  /** The first page that shows more accounts, or is empty and leads on. */
  const next = async (last: Response) => {
    const ofPage = `${purpose === undefined ? '' : `${purpose}, `}page ${later.length + 2}`;
    for (const change of nextPages(last, items.size).slice(0, 4)) {
      const page = await settled(() => send(listAccounts, { ...change, purpose: ofPage }));
      const found = isSuccess(page) ? readListing(page)?.items : undefined;
      if (found?.some((item) => !items.has(keyOf(item)))) return page;
      if (found?.length === 0 && empty < mostEmpty && nextPages(page, items.size).length > 0) return page;
    }
    return undefined;
  };
  while (later.length < 19 && items.size < 2000) {
    const page = await next(later.at(-1) ?? first);
    if (!page) break;
    const found = readListing(page)?.items ?? [];
    empty = found.length === 0 ? empty + 1 : 0;
    for (const item of found) items.set(keyOf(item), item);
    later.push(page);
  }
  const last = later.at(-1);
  if (!last) return listing;
  const isShort = [...totalsOf(first).values()].some((total) => total > items.size);
  const paged = isShort || nextPages(last, items.size).length > 0;
  return { response: first, later, items: [...items.values()], paged };
}

/** A tenant's own listing, whatever the response, once a run. @throws Skipped without a second tenant */
export const ownListing = (caller: Caller) => (caller === 'first' ? baselineListing() : secondListing());

const wholeOnce = fixtures<ReadListing>();

/** A tenant’s listing, once a run; an empty one after a creation. @throws as `read`, Skipped without a second tenant */
export const wholeListing = (caller: Caller): Promise<ReadListing> =>
  wholeOnce(`all pages of the ${caller} tenant’s listing`, async () => {
    const listing = await whole(await ownListing(caller));
    if (listing.items.length > 0) return listing;
    if (!(await orNone(caller === 'first' ? baselineCreation() : secondCustomer()))) return listing;
    // An account may come a moment later.
    for (const pauseMs of [0, 300, 900]) {
      await sleep(pauseMs);
      const later = await list({ caller, purpose: `for the ${caller} tenant, after a creation` });
      if (later.items.length > 0) return later;
    }
    return listing;
  });

/** Whether a response to another tenant's id is a rejection, says so at its top, or has no accounts. */
export function givesNothing(response: Response): boolean {
  if (!isSuccess(response)) return isRejection(response) || response.status === 401;
  const listing = readListing(response);
  if (listing) return listing.items.length === 0 || reportsRejection(response);
  // Beside a collection, a response of few scalars says that there is nothing.
  return response.text === '' || isRejectionBody(response) || leavesOf(response.json).length < 12;
}

/** @throws Inconclusive if it is no success or shows no collection */
export function read(response: Response): ReadListing {
  requireAcceptedKey(response);
  if (response.status === 204) return { response, items: [], paged: false };
  if (!isSuccess(response))
    throw new UnclearResponse(`${returned(response)}: there is no listing to read.`, response, listAccounts.success);
  const listing = readListing(response);
  if (listing) return { ...listing, response };
  const why = response.cut ? ' It is too long: the suite reads 1 MiB of a body.' : '';
  const asked = describeResponse(response);
  throw new Inconclusive(`The response to ${asked} has no list of accounts.${why}`, 'no list of accounts');
}

/** @throws Inconclusive if a listing is empty: it shares no account with any list */
export function notEmpty(...listings: readonly ReadListing[]): void {
  const empty = listings.find(({ items }) => items.length === 0);
  if (!empty) return;
  throw new Inconclusive(
    `The ${callerOf(empty.response)} tenant’s listing is empty, so it cannot show whether tenants share accounts. Create an account there.`,
  );
}

/** The pointer that identifies an account in all the listings. @throws Inconclusive with the variable to set */
export function pointerOf(listings: readonly Listing[]): string {
  const configured = context().configuration.accountIdPointer;
  const pointer = accountPointer(listings, configured);
  if (pointer !== undefined) return pointer;
  const found =
    configured === undefined ? 'no member that identifies an account' : `accounts without ${code(configured)}`;
  throw new Inconclusive(
    `The suite found ${found}. Set \`CONFORMANCE_ACCOUNT_ID_POINTER\` to the JSON Pointer, within one account, of a member that identifies each.`,
  );
}

// The next page.

const nameOf = ({ names }: Leaf) => names.at(-1) ?? '';
const isNumber = ({ value }: Leaf) => /^\d+$/.test(String(value));
const isLink = ({ value }: Leaf) => typeof value === 'string' && /^(https?:\/\/|\/|\?)/.test(value);
const isToken = ({ value }: Leaf) => (typeof value === 'string' && value !== '') || typeof value === 'number';
const isNext = ({ names }: Leaf) => names.flatMap(wordsOf).some((word) => /^(next|continuation)$/.test(word));
const isNextToken = (leaf: Leaf) => isNext(leaf) && !isLink(leaf) && isToken(leaf);

/** Members with such a value, the words of whose name match, joined. */
const member = (isValue: (leaf: Leaf) => boolean, name: RegExp) => (leaf: Leaf) =>
  isValue(leaf) && name.test(wordsOf(nameOf(leaf)).join(''));
const isCursor = member(isToken, /^(after|cursor|endcursor|continuationtoken|scrollid|bookmark|marker)$/);
const isPage = member(isNumber, /^(page|currentpage|pagenumber|pageindex|number)$/);
const isLastPage = member(isNumber, /^(totalpages|pages|pagecount|lastpage)$/);
const isOffset = member(isNumber, /^(offset|skip|start|from)$/);
const saysMore = (more: boolean) =>
  member(({ value }) => value === more, /^(hasmore|hasnext|hasnextpage|more|istruncated)$/);

export type Pair = readonly [name: string, value: string];
export const under = (names: readonly string[], value: unknown) => names.map((name): Pair => [name, String(value)]);

/** Parameters for the next page, as members of a page name them, best first. */
function parametersIn(leaves: readonly Leaf[], accountsSoFar: number, isMore: boolean): Pair[] {
  const ofEach = (is: (leaf: Leaf) => boolean, pairs: (name: string, leaf: Leaf) => Pair[]) =>
    leaves.filter(is).flatMap((leaf) => pairs(nameOf(leaf), leaf));
  const tokens = ofEach(isNextToken, (name, { value }) => under(afterNext(name, value), value));
  const cursors = ofEach(isCursor, (name, { value }) => under([/end/i.test(name) ? 'after' : name, 'cursor'], value));
  const pages = ofEach(isPage, (name, { value }) => under([name, 'page'], Number(value) + 1));
  // OData and Feathers take `$skip`.
  const offsets = ofEach(isOffset, (name) => under(name === 'skip' ? [name, '$skip'] : [name], accountsSoFar));
  return [...tokens, ...(leaves.some(saysMore(false)) ? [] : cursors), ...(isMore ? [...pages, ...offsets] : [])];
}

/** `pageToken` for `nextPageToken`, else the usual ones. */
function afterNext(name: string, value: Leaf['value']) {
  const rest = name.replace(/_?next_?/i, '');
  if (rest !== '') return [rest.slice(0, 1).toLowerCase() + rest.slice(1), name];
  return typeof value === 'number' ? ['page', 'offset', 'cursor', name] : ['cursor', 'after', 'page_token', name];
}

/**
 * The requests that may give the next page, best first: a response names links, cursors, numbers of pages or offsets.
 * @param accountsSoFar how many the pages so far have shown
 */
export function nextPages(response: Response, accountsSoFar: number): RequestChange[] {
  const { change } = response.request;
  const headers = [...response.headers].filter(([name]) => /^x-.*next/.test(name));
  const leaves = [
    // What stands in a collection is about an account, not about the page.
    ...leavesOf(response.json).filter(({ pointer }) => !/\/(\d+|\{\})(\/|$)/.test(pointer)),
    ...headers.map(([pointer, value]) => ({ pointer, names: [pointer.slice(2).replaceAll('-', '_')], value })),
  ];
  const page = Number(leaves.find(isPage)?.value);
  const isMore =
    [...totalsOf(response).values()].some((total) => total > accountsSoFar) ||
    leaves.some((leaf) => saysMore(true)(leaf) || (isLastPage(leaf) && Number(leaf.value) > page));
  const inBody = leaves.filter((leaf) => isNext(leaf) && isLink(leaf)).map(({ value }) => String(value));
  const links = [linkIn('next', response) ?? [], inBody].flat();
  const pairs = parametersIn(leaves, accountsSoFar, isMore);
  if (pairs.length + links.length === 0 && isMore) pairs.push(...usualParameters(response, accountsSoFar));
  const queries = new Map<string, RequestChange>();
  for (const [name, value] of pairs) {
    const query = new URLSearchParams(change.query);
    if (query.get(name) === value) continue;
    query.set(name, value);
    queries.set(`${query}`, { ...change, query: `${query}`, taken: [...(change.taken ?? []), value] });
  }
  return [...links.flatMap((link) => followed(link, response)), ...queries.values()];
}

/** What to ask a service that only says that there is more. */
function usualParameters(response: Response, accountsSoFar: number): Pair[] {
  const listing = readListing(response) ?? { items: [], paged: false };
  const pointer = accountPointer([listing], context().configuration.accountIdPointer) ?? '';
  const last = listing.items.at(-1)?.leaves.get(pointer);
  const page = Number(new URLSearchParams(response.request.change.query).get('page') ?? 1);
  const afterLast = last === undefined ? [] : under(['starting_after', 'after'], last);
  return [...afterLast, ...under(['page'], page + 1), ...under(['offset'], accountsSoFar)];
}

/** Always at the target's own address: the key travels to no other host. */
function followed(link: string, { request: { operation, raw, change } }: Response): RequestChange[] {
  const { base } = context().connection;
  const own = new URL(raw.path, base);
  if (!URL.canParse(link, own.href)) return [];
  const { pathname, search } = new URL(link, own.href);
  const within = pathname.startsWith(base.pathname) ? pathname.slice(base.pathname.length) : '';
  // Behind a proxy the service may know its own address by another path.
  const path = pathname.endsWith(operation.path) ? operation.path.slice(1) : within;
  if (path === '') return [];
  const isOwnPath = path === operation.path.slice(1);
  const query = search.slice(1);
  const values = query.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1));
  const { path: _, query: __, taken: before = [], ...rest } = change;
  const taken = [...before, ...(isOwnPath ? [] : path.split('/')), ...values];
  return [{ ...rest, taken, ...(!isOwnPath && { path }), ...(query !== '' && { query }) }];
}
