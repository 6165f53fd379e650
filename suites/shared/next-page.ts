import { context } from '../../helpers/client/context.js';
import type { RequestChange, Response } from '../../helpers/client/message.js';
import { linkIn } from '../../helpers/identity/link-header.js';
import { accountPointer, readListing, totalsOf } from '../../helpers/identity/listing.js';
import { type Leaf, leavesOf } from '../../helpers/json/json-leaves.js';
import { wordsOf } from '../../helpers/json/member-names.js';

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

/** The parameters that may ask for the next page, as members of a page name them, best first. */
function named(leaves: readonly Leaf[], accountsSoFar: number, isMore: boolean): Pair[] {
  const ofEach = (is: (leaf: Leaf) => boolean, pairs: (name: string, leaf: Leaf) => Pair[]) =>
    leaves.filter(is).flatMap((leaf) => pairs(nameOf(leaf), leaf));
  const tokens = ofEach(isNextToken, (name, { value }) => under(afterNext(name, value), value));
  const cursors = ofEach(isCursor, (name, { value }) => under([/end/i.test(name) ? 'after' : name, 'cursor'], value));
  const pages = ofEach(isPage, (name, { value }) => under([name, 'page'], Number(value) + 1));
  // OData and Feathers take `$skip`.
  const offsets = ofEach(isOffset, (name) => under(name === 'skip' ? [name, '$skip'] : [name], accountsSoFar));
  return [...tokens, ...(leaves.some(saysMore(false)) ? [] : cursors), ...(isMore ? [...pages, ...offsets] : [])];
}

/** The parameter that a member such as `nextPageToken` names: `pageToken`, else the usual ones. */
function afterNext(name: string, value: Leaf['value']): string[] {
  const rest = name.replace(/_?next_?/i, '');
  if (rest !== '') return [rest.slice(0, 1).toLowerCase() + rest.slice(1), name];
  return typeof value === 'number' ? ['page', 'offset', 'cursor', name] : ['cursor', 'after', 'page_token', name];
}

/**
 * The requests that may give the page after a response, as far as the response itself leads: links named next, cursors,
 * and the parameters of page and offset that it names. Best first; empty where it offers none.
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
  const pairs = named(leaves, accountsSoFar, isMore);
  if (pairs.length + links.length === 0 && isMore) pairs.push(...usual(response, accountsSoFar));
  const queries = new Map<string, RequestChange>();
  for (const [name, value] of pairs) {
    const query = new URLSearchParams(change.query);
    if (query.get(name) === value) continue;
    query.set(name, value);
    queries.set(`${query}`, { ...change, query: `${query}`, taken: [...(change.taken ?? []), value] });
  }
  return [...links.flatMap((link) => followed(link, response)), ...queries.values()];
}

/** What services take that say only that there is more: the last account of the page, or the number of the next. */
function usual(response: Response, accountsSoFar: number): Pair[] {
  const listing = readListing(response) ?? { items: [], paged: false };
  const pointer = accountPointer([listing], context().configuration.accountIdPointer) ?? '';
  const last = listing.items.at(-1)?.leaves.get(pointer);
  const page = Number(new URLSearchParams(response.request.change.query).get('page') ?? 1);
  const afterLast = last === undefined ? [] : under(['starting_after', 'after'], last);
  return [...afterLast, ...under(['page'], page + 1), ...under(['offset'], accountsSoFar)];
}

/** The request of a link, always at the target's own address: the key travels to no other host. */
function followed(link: string, { request: { operation, raw, change } }: Response): RequestChange[] {
  const { base } = context().connection;
  const own = new URL(raw.path, base);
  if (!URL.canParse(link, own.href)) return [];
  const { pathname, search } = new URL(link, own.href);
  const within = pathname.startsWith(base.pathname) ? pathname.slice(base.pathname.length) : '';
  // Behind a proxy the service may know its own address by another path.
  const path = pathname.endsWith(operation.path) ? operation.path.slice(1) : within;
  if (path === '') return [];
  const isSame = path === operation.path.slice(1);
  const query = search.slice(1);
  const values = query.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1));
  const { path: _, query: __, taken: before = [], ...rest } = change;
  const taken = [...before, ...(isSame ? [] : path.split('/')), ...values];
  return [{ ...rest, taken, ...(!isSame && { path }), ...(query !== '' && { query }) }];
}
