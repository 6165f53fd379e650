import { context } from '../../helpers/client/context.js';
import type { RequestChange, Response } from '../../helpers/client/message.js';
import { linkIn } from '../../helpers/identity/link-header.js';
import { accountPointer, readListing, totalsOf } from '../../helpers/identity/listing.js';
import { type Leaf, leavesOf } from '../../helpers/json/json-leaves.js';
import { wordsOf } from '../../helpers/json/member-names.js';

const nameOf = ({ names }: Leaf) => names.at(-1) ?? '';
const plainNameOf = (leaf: Leaf) => wordsOf(nameOf(leaf)).join('');
const isNumber = ({ value }: Leaf) => /^\d+$/.test(String(value));
const isLink = ({ value }: Leaf) => typeof value === 'string' && /^(https?:\/\/|\/|\?)/.test(value);
const isToken = ({ value }: Leaf) => (typeof value === 'string' && value !== '') || typeof value === 'number';
const isPageNumber = (leaf: Leaf) =>
  isNumber(leaf) && /^(page|current_?page|page_?number|page_?index|number)$/i.test(nameOf(leaf));
const isNext = ({ names, value }: Leaf) =>
  names.flatMap(wordsOf).some((word) => word === 'next' || word === 'continuation') && value !== null && value !== '';
const saysMore = (more: boolean) => (leaf: Leaf) =>
  leaf.value === more && /^(hasmore|hasnext|hasnextpage|more|istruncated)$/.test(plainNameOf(leaf));

const isCursor = (leaf: Leaf) =>
  isToken(leaf) && /^(after|cursor|end_?cursor|continuation_?token|scroll_?id|bookmark|marker)$/i.test(nameOf(leaf));
const isOffset = (leaf: Leaf) => isNumber(leaf) && /^(offset|skip|start|from)$/i.test(nameOf(leaf));

/** The name and the value of a parameter. */
type Pair = readonly [name: string, value: string];
const under = (names: readonly string[], value: unknown) => names.map((name): Pair => [name, String(value)]);

/** The parameters that may ask for the next page, as members of a page name them, best first. */
function named(leaves: readonly Leaf[], shown: number, isMore: boolean): Pair[] {
  const ofEach = (is: (leaf: Leaf) => boolean, pairs: (name: string, leaf: Leaf) => readonly Pair[]) =>
    leaves.filter(is).flatMap((leaf) => pairs(nameOf(leaf), leaf));
  const isNextToken = (leaf: Leaf) => isNext(leaf) && !isLink(leaf) && isToken(leaf);
  const tokens = ofEach(isNextToken, (name, leaf) => under(afterNext(name, leaf), leaf.value));
  const cursors = ofEach(isCursor, (name, { value }) => under([/end/i.test(name) ? 'after' : name, 'cursor'], value));
  const pages = ofEach(isPageNumber, (name, { value }) => under([name, 'page'], Number(value) + 1));
  // OData and Feathers take `$skip`.
  const offsets = ofEach(isOffset, (name) => under(name === 'skip' ? [name, '$skip'] : [name], shown));
  return [...tokens, ...(leaves.some(saysMore(false)) ? [] : cursors), ...(isMore ? [...pages, ...offsets] : [])];
}

/** The parameter that a member such as `nextPageToken` names: `pageToken`, else the usual ones. */
function afterNext(name: string, { value }: Leaf): string[] {
  const rest = name.replace(/_?next_?/i, '');
  if (rest !== '') return [rest.slice(0, 1).toLowerCase() + rest.slice(1), name];
  return typeof value === 'number' ? ['page', 'offset', 'cursor', name] : ['cursor', 'after', 'page_token', name];
}

/**
 * The requests that may give the page after a response, as far as the response itself leads: links named next, cursors,
 * and the parameters of page and offset that it names. Best first; empty where it offers none.
 * @param shown accounts that the pages so far have shown
 */
export function nextPages(response: Response, shown: number): RequestChange[] {
  const { change } = response.request;
  // What stands in a collection is about an account, not about the page.
  const leaves = [
    ...leavesOf(response.json).filter(({ pointer }) => !/\/(\d+|\{\})(\/|$)/.test(pointer)),
    ...[...response.headers].filter(([name]) => /^x-.*next/.test(name)).map(headerLeaf),
  ];
  const isMore = hasMore(leaves, response, shown);
  const inBody = leaves.filter((leaf) => isNext(leaf) && isLink(leaf)).map(({ value }) => String(value));
  const links = [linkIn('next', response) ?? [], inBody].flat();
  const pairs = named(leaves, shown, isMore);
  if (pairs.length + links.length === 0 && isMore) pairs.push(...usual(response, shown));
  const queries = new Map<string, RequestChange>();
  for (const [name, value] of pairs) {
    const query = new URLSearchParams(change.query);
    if (query.get(name) === value) continue;
    query.set(name, value);
    queries.set(query.toString(), { ...withTaken(change, [value]), query: query.toString() });
  }
  return [...links.flatMap((link) => followed(link, response)), ...queries.values()];
}

/** A header such as `X-Next-Page`, as the member that a body would have. */
const headerLeaf = ([name, value]: Pair): Leaf => {
  return { pointer: `header:${name}`, names: [name.slice(2).replaceAll('-', '_')], value };
};

/** What services take that say only that there is more: the last account of the page, or the number of the next. */
function usual(response: Response, shown: number): Pair[] {
  const listing = readListing(response);
  const pointer = listing && accountPointer([listing], context().configuration.accountIdPointer);
  const last = pointer === undefined ? undefined : listing?.items.at(-1)?.leaves.get(pointer);
  const page = Number(new URLSearchParams(response.request.change.query).get('page') ?? 1);
  const afterLast = last === undefined ? [] : under(['starting_after', 'after'], last);
  return [...afterLast, ...under(['page'], page + 1), ...under(['offset'], shown)];
}

function hasMore(leaves: readonly Leaf[], response: Response, shown: number): boolean {
  const page = leaves.find(isPageNumber);
  const isLastPage = (leaf: Leaf) => /^(totalpages|pages|pagecount|lastpage)$/.test(plainNameOf(leaf));
  return (
    [...totalsOf(response).values()].some((total) => total > shown) ||
    leaves.some((leaf) => saysMore(true)(leaf) || (isLastPage(leaf) && Number(leaf.value) > Number(page?.value)))
  );
}

/** The change that led to a response, once more, with values of that response that its next page needs. */
const withTaken = (change: RequestChange, taken: readonly string[]): RequestChange => ({
  ...change,
  taken: [...(change.taken ?? []), ...taken],
});

/** The request of a link, always at the target's own address: the key travels to no other host. */
function followed(link: string, { request: { operation, raw, change } }: Response): RequestChange[] {
  const { base } = context().connection;
  const own = new URL(raw.path, base);
  if (!URL.canParse(link, own.href)) return [];
  const { pathname, search } = new URL(link, own.href);
  const within = pathname.startsWith(base.pathname) ? pathname.slice(base.pathname.length) : undefined;
  // Behind a proxy the service may know its own address by another path.
  const path = pathname.endsWith(operation.path) ? operation.path.slice(1) : within;
  if (path === undefined || path === '') return [];
  const isSame = path === operation.path.slice(1);
  const query = search.slice(1);
  const values = query.split('&').map((pair) => pair.slice(pair.indexOf('=') + 1));
  const { path: _, query: __, ...rest } = withTaken(change, [...(isSame ? [] : path.split('/')), ...values]);
  return [{ ...rest, ...(!isSame && { path }), ...(query !== '' && { query }) }];
}
