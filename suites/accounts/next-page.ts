import { context } from '../../helpers/client/context.js';
import type { RequestChange, Response } from '../../helpers/client/message.js';
import { linkIn } from '../../helpers/identity/link-header.js';
import { accountPointer, readListing, totalsOf } from '../../helpers/identity/listing.js';
import { type Leaf, leavesOf } from '../../helpers/json/json-leaves.js';
import { wordsOf } from '../../helpers/json/member-names.js';

/** Members that hold a cursor for the next page although their name does not say "next". */
const cursors = /^(after|cursor|end_?cursor|continuation_?token|scroll_?id|bookmark|marker)$/i;
/** Members that hold the number of this page, and the place of its first account; OData and Feathers take `$skip`. */
const pageNumbers = /^(page|current_?page|page_?number|page_?index|number)$/i;
const offsets = /^(offset|skip|start|from)$/i;

/**
 * The requests that may give the page after a response, as far as the response itself leads: links named next, cursors,
 * and the parameters of page and offset that it names. Best first; empty where it offers none.
 * @param shown accounts that the pages so far have shown
 */
export function nextPages(response: Response, shown: number): RequestChange[] {
  // What stands in a collection is about an account, not about the page.
  const leaves = [
    ...leavesOf(response.json).filter(({ pointer }) => !/\/(\d+|\{\})(\/|$)/.test(pointer)),
    ...[...response.headers].flatMap(([name, value]) => headerLeaf(name, value)),
  ];
  const isMore = hasMore(leaves, response, shown);
  const header = linkIn('next', response);
  const links = [...(header === undefined ? [] : [header]), ...leaves.filter(isNext).filter(isLink).map(textOf)];
  const named = [
    ...leaves.filter((leaf) => isNext(leaf) && !isLink(leaf) && isOpaque(leaf)).flatMap(byName),
    // A cursor says by itself that there is more, unless something beside it says that there is not.
    ...(leaves.some(saysMore(false)) ? [] : leaves)
      .filter((leaf) => cursors.test(leaf.names.at(-1) ?? '') && isOpaque(leaf))
      .flatMap(byCursor),
    ...(isMore ? inTurn(leaves, shown) : []),
  ];
  const isSilent = links.length + named.length === 0 && isMore;
  const queries = (isSilent ? usual(response, shown) : named).filter(
    ([name, value]) => new URLSearchParams(response.request.change.query).get(name) !== value,
  );
  return [
    ...links.flatMap((link) => followed(link, response)),
    ...queries.map(([name, value]) => ({
      ...withTaken(response, [value]),
      query: merged(response, { [name]: value }),
    })),
  ];
}

/** A header such as `X-Next-Page`, as the member that a body would have. */
const headerLeaf = (name: string, value: string): Leaf[] =>
  /^x-.*next/.test(name) ? [{ pointer: `header:${name}`, names: [name.slice(2).replaceAll('-', '_')], value }] : [];

const textOf = ({ value }: Leaf) => String(value);
const isNext = ({ names, value }: Leaf) =>
  names.flatMap(wordsOf).some((word) => word === 'next' || word === 'continuation') && value !== null && value !== '';
const isLink = ({ value }: Leaf) => typeof value === 'string' && /^(https?:\/\/|\/|\?)/.test(value);
const isOpaque = ({ value }: Leaf) => (typeof value === 'string' && value !== '') || typeof value === 'number';

/** The parameter that a member such as `nextPageToken` names: `pageToken`, else the member's own name. */
function byName(leaf: Leaf): [string, string][] {
  const own = leaf.names.at(-1) ?? '';
  const rest = own.replace(/_?next_?/i, '');
  const stripped = rest.slice(0, 1).toLowerCase() + rest.slice(1);
  const usual =
    typeof leaf.value === 'number' ? ['page', 'offset', 'cursor', own] : ['cursor', 'after', 'page_token', own];
  return (stripped === '' ? usual : [stripped, own]).map((name) => [name, textOf(leaf)]);
}

/** The parameters that a member such as `cursor` or `endCursor` may be meant for. */
function byCursor(leaf: Leaf): [string, string][] {
  const own = leaf.names.at(-1) ?? '';
  return [...new Set([/end/i.test(own) ? 'after' : own, 'cursor'])].map((name) => [name, textOf(leaf)]);
}

const saysMore =
  (more: boolean) =>
  ({ names, value }: Leaf) =>
    value === more && /^(hasmore|hasnext|hasnextpage|more|istruncated)$/.test(wordsOf(names.at(-1) ?? '').join(''));

/** What services take that say only that there is more: the last account of the page, or the number of the next. */
function usual(response: Response, shown: number): [string, string][] {
  const listing = readListing(response);
  const pointer = listing && accountPointer([listing], context().configuration.accountIdPointer);
  const last = pointer === undefined ? undefined : listing?.items.at(-1)?.leaves.get(pointer);
  const page = Number(new URLSearchParams(response.request.change.query).get('page') ?? 1);
  return [
    ...(last === undefined ? [] : ['starting_after', 'after'].map((name): [string, string] => [name, last])),
    ['page', String(page + 1)],
    ['offset', String(shown)],
  ];
}

function hasMore(leaves: readonly Leaf[], response: Response, shown: number): boolean {
  if ([...totalsOf(response).values()].some((total) => total > shown)) return true;
  const [page] = leaves.filter(({ names, value }) => pageNumbers.test(names.at(-1) ?? '') && typeof value === 'number');
  return leaves.some((leaf) => {
    const { names, value } = leaf;
    const of = wordsOf(names.at(-1) ?? '').join('');
    return (
      saysMore(true)(leaf) ||
      (/^(totalpages|pages|pagecount|lastpage)$/.test(of) && Number(value) > Number(page?.value))
    );
  });
}

/** The parameters of page and offset that the response names itself, for the page after this one. */
function inTurn(leaves: readonly Leaf[], shown: number): [string, string][] {
  const named = (pattern: RegExp) => leaves.filter(({ names }) => pattern.test(names.at(-1) ?? ''));
  const own = (leaf: Leaf) => leaf.names.at(-1) ?? '';
  const numbered = (leaf: Leaf) => /^\d+$/.test(textOf(leaf));
  return [
    ...named(pageNumbers)
      .filter(numbered)
      .flatMap((leaf) =>
        [...new Set([own(leaf), 'page'])].map((name): [string, string] => [name, String(Number(leaf.value) + 1)]),
      ),
    ...named(offsets)
      .filter(numbered)
      .flatMap((leaf) => [own(leaf), ...(own(leaf) === 'skip' ? ['$skip'] : [])])
      .map((name): [string, string] => [name, String(shown)]),
  ];
}

/** The change that led to a response, once more, and values of that response that its next page needs. */
const withTaken = ({ request: { change } }: Response, taken: readonly string[]): RequestChange => ({
  ...change,
  taken: [...(change.taken ?? []), ...taken],
});

function merged({ request: { change } }: Response, more: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(change.query);
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  return query.toString();
}

/** The request of a link, always at the target's own address: the key travels to no other host. */
function followed(link: string, response: Response): RequestChange[] {
  const { base } = context().connection;
  const { operation, raw } = response.request;
  const own = new URL(raw.path, base);
  if (!URL.canParse(link, own.href)) return [];
  const { pathname, search } = new URL(link, own.href);
  const within = pathname.startsWith(base.pathname) ? pathname.slice(base.pathname.length) : undefined;
  // Behind a proxy the service may know its own address by another path.
  const path = pathname.endsWith(operation.path) ? operation.path.slice(1) : within;
  if (path === undefined || path === '') return [];
  const isSame = path === operation.path.slice(1);
  const pairs = search.slice(1).split('&');
  const values = pairs.map((pair) => pair.slice(pair.indexOf('=') + 1));
  const { path: _, query: __, ...change } = withTaken(response, [...(isSame ? [] : path.split('/')), ...values]);
  return [{ ...change, ...(!isSame && { path }), ...(search !== '' && { query: search.slice(1) }) }];
}
