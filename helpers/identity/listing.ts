import type { Reply } from '../engine/reply.js';
import { isNamedByData, leavesOf } from './leaves.js';
import { accountRank, isMoment, wordsOf } from './names.js';

/** One account of a listing, whatever the listing's shape. */
export interface Item {
  /** Its scalars by pointer, relative to the account; `{}` for the name under which it stands in a map. */
  readonly leaves: ReadonlyMap<string, string>;
  /** Pointers that may identify it, by what their names say, best first. */
  readonly identifying: readonly string[];
}

/** The accounts of an answer. */
export interface Listing {
  readonly items: readonly Item[];
  /** Whether the answer says that there is more than it shows. */
  readonly paged: boolean;
}

/** Names under which collections stand that hold no accounts. */
const notAccounts = new Set(
  'links link included errors error warnings warning meta metadata currencies permissions scopes filters sort tenants customers banks products facets aggregations messages notices'.split(
    ' ',
  ),
);
const deepest = 6;

interface Collection {
  readonly names: readonly string[];
  readonly items: readonly { readonly value: unknown; readonly key?: string }[];
}

/**
 * Finds the accounts in the answer of a listing: in an array, an envelope, JSON:API, HAL, edges, a map by identity, or
 * grouped. Undefined where the answer shows no collection at all.
 */
export function readListing(reply: Reply): Listing | undefined {
  const collections = collectionsIn(reply.json, [], 0);
  const best = pick(collections);
  if (!best) return undefined;
  const items = best.flatMap((collection) => collection.items.map(({ value, key }) => itemOf(value, key)));
  return { items, paged: isPaged(reply, items.length) };
}

/** Every outermost array, and every map of objects whose names are data. */
function collectionsIn(value: unknown, names: readonly string[], depth: number): Collection[] {
  if (depth > deepest || value === null || typeof value !== 'object') return [];
  if (Array.isArray(value)) return [{ names, items: value.map((item) => ({ value: item })) }];
  const members = Object.entries(value).filter(([name]) => !wordsOf(name).some((word) => notAccounts.has(word)));
  const objects = members.filter(([, item]) => item !== null && typeof item === 'object' && !Array.isArray(item));
  const onlyObjects = members.length > 0 && objects.length === members.length;
  const isMap = onlyObjects && (members.every(([name]) => isNamedByData(name)) || areRecords(objects));
  if (isMap) return [{ names, items: members.map(([key, item]) => ({ value: item, key })) }];
  return members.flatMap(([name, item]) => collectionsIn(item, [...names, name], depth + 1));
}

/** Whether several objects are records of one kind: the same members, scalars among them. */
function areRecords(objects: readonly [string, unknown][]): boolean {
  const shapes = objects.map(([, item]) =>
    Object.keys(item as object)
      .sort()
      .join(),
  );
  const hasScalars = objects.every(([, item]) =>
    Object.values(item as object).some((value) => typeof value !== 'object'),
  );
  return objects.length > 1 && new Set(shapes).size === 1 && hasScalars;
}

/** The collections that hold the accounts: those named so, else the only ones there are; groups are taken together. */
function pick(collections: readonly Collection[]): readonly Collection[] | undefined {
  const usable = collections.filter(({ items }) => items.every(({ value }) => isItem(value)));
  const named = usable.filter(({ names }) =>
    names.some((name) => wordsOf(name).some((word) => /^accounts?$/.test(word))),
  );
  const of = named.length > 0 ? named : usable;
  if (of.length === 0) return undefined;
  const holdObjects = of.filter(({ items }) => items.some(({ value }) => value !== null && typeof value === 'object'));
  const from = holdObjects.length > 0 ? holdObjects : of;
  const shallowest = Math.min(...from.map(({ names }) => names.length));
  const level = from.filter(({ names }) => names.length === shallowest);
  // Siblings in one map, such as accounts grouped by currency, are one listing; others are told apart by their size.
  const parents = new Set(level.map(({ names }) => names.slice(0, -1).join('/')));
  if (level.length > 1 && parents.size === 1 && alike(level)) return level;
  const largest = Math.max(...level.map(({ items }) => items.length));
  return level.filter(({ items }) => items.length === largest).slice(0, 1);
}

function isItem(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || (value !== null && typeof value === 'object');
}

/** Whether collections hold things with the same members. */
function alike(collections: readonly Collection[]): boolean {
  const members = collections.flatMap(({ items }) =>
    items.slice(0, 1).map(({ value }) => Object.keys(Object(value)).sort().join()),
  );
  return new Set(members).size === 1;
}

function itemOf(value: unknown, key: string | undefined): Item {
  const node = unwrapped(value);
  const found = leavesOf(node).filter((leaf) => leaf.value !== null && !isMoment(leaf));
  const leaves = new Map(found.map((leaf) => [leaf.pointer, String(leaf.value)]));
  const ranks = found.map((leaf) => ({ pointer: leaf.pointer, rank: accountRank(leaf.names) }));
  if (key !== undefined) {
    leaves.set('{}', key);
    ranks.unshift({ pointer: '{}', rank: 5 });
  }
  const identifying = ranks.filter(({ rank }) => rank > 0).sort((a, b) => b.rank - a.rank);
  return { leaves, identifying: identifying.map(({ pointer }) => pointer) };
}

/** `{ cursor, node }` of a connection stands for its node, and `{ account: … }` for the account. */
function unwrapped(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  for (const name of ['node', 'account', 'resource']) {
    const inner = (value as Record<string, unknown>)[name];
    if (inner !== null && typeof inner === 'object' && !Array.isArray(inner)) return inner;
  }
  return value;
}

/** Whether an answer says that it is a page: a next link or cursor, `has_more`, or a total above what is shown. */
function isPaged(reply: Reply, shown: number): boolean {
  if (/rel="?next/i.test(reply.headers.get('link') ?? '')) return true;
  return leavesOf(reply.json).some(({ pointer, names, value }) => {
    if (/^\/\d+\//.test(pointer) || value === null || value === '' || value === false) return false;
    const of = names.flatMap(wordsOf);
    if (of.includes('next') || (of.includes('has') && of.includes('more')) || of.includes('hasmore')) return true;
    const last = wordsOf(names.at(-1) ?? '');
    if (last.some((word) => /^(total|count|pages)$/.test(word)) && typeof value === 'number') {
      return last.includes('pages') ? value > 1 : value > shown && !pointer.match(/\/\d+\//);
    }
    return false;
  });
}

/** The identity of an account at a pointer: its place in a map, a value, or the whole of a bare one. */
export function identityOf(item: Item, pointer: string): string | undefined {
  return item.leaves.get(pointer);
}

/**
 * The pointer that identifies the accounts of all the listings given: every account has it, and in no listing do two
 * accounts share it. Undefined where there is none.
 * @param configured the pointer of CONFORMANCE_ACCOUNT_ID_POINTER
 */
export function accountPointer(listings: readonly Listing[], configured?: string): string | undefined {
  const items = listings.flatMap((listing) => listing.items);
  if (configured !== undefined) return items.every((item) => item.leaves.has(configured)) ? configured : undefined;
  return items[0]?.identifying.find((pointer) => listings.every((listing) => isKey(listing, pointer)));
}

function isKey({ items }: Listing, pointer: string): boolean {
  const values = items.map((item) => identityOf(item, pointer));
  return values.every((value) => value !== undefined) && new Set(values).size === values.length;
}
