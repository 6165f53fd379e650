import { isObject } from '../../schemas/common/is-object.js';
import type { Response } from '../client/message.js';
import { addressLeaves, derived, isNamedByData, lastPart, leavesIn, leavesOf, wordsOf } from '../json/json-leaves.js';
import { accountRank, containers, isMoment, setOf } from '../json/member-names.js';
import { leadsOn } from './link-header.js';

export interface Item {
  /** Its scalars by pointer below the account; `{}` for its name in a map. */
  readonly leaves: ReadonlyMap<string, string>;
  /** Pointers that may identify it, best first, and how clearly their names say so. */
  readonly ranks: readonly { readonly pointer: string; readonly rank: number }[];
}

export interface Listing {
  readonly items: readonly Item[];
  readonly paged: boolean;
}

/** Names of collections that contain no accounts. */
const notAccounts = setOf(
  'links link included rels actions operations errors error warnings warning messages notices meta metadata',
  'permissions scopes filters sort facets aggregations legend statuses types options totals summary details',
  'tenants customers holders owners banks branches products currencies rates limits fees',
);
/** Levels that the suite reads of a listing. */
const deepest = 6;
/** Accounts that it reads: a longer listing counts as a page. */
const most = 2000;

interface Collection {
  readonly names: readonly string[];
  readonly items: readonly { readonly value: unknown; readonly key?: string }[];
}

/** The accounts in a response: an array, an envelope, JSON:API, HAL, edges, a map by identity, groups. Undefined without any. */
export const readListing = derived((response: Response): Listing | undefined => {
  const { json } = response;
  const accounts = json !== null && typeof json === 'object' ? accountsIn(json) : undefined;
  return accounts && { items: accounts.items, paged: accounts.isLong || isPaged(response, accounts.items.length) };
});

const accountsIn = derived((json: object): { items: readonly Item[]; isLong: boolean } | undefined => {
  const all = collectedIn(json);
  return all && { items: all.slice(0, most).map(({ value, key }) => itemOf(value, key)), isLong: all.length > most };
});

const collectedIn = derived((json: object): Collection['items'] | undefined => {
  const picked = pick(collectionsIn(json, [], 0));
  // Another collection may be a member of a single account.
  const best = picked && picked.fit > 2 ? picked.level : (loneAccount(json) ?? picked?.level);
  return best?.flatMap((collection) => collection.items);
});

/** The objects of a body beside its accounts and what contains them: each may be an account. */
export const itemsBeside = derived(({ json }: Response): readonly Item[] => {
  if (json === null || typeof json !== 'object') return [];
  const accounts = new Set(collectedIn(json)?.map(({ value }) => value));
  const found: unknown[] = [];
  const holdsAccount = (value: unknown, depth: number): boolean => {
    if (accounts.has(value)) return true;
    if (depth > deepest || value === null || typeof value !== 'object') return false;
    // Each is visited, whatever another one holds.
    const holds = few(Object.values(value)).filter((inner) => holdsAccount(inner, depth + 1)).length > 0;
    if (!holds && isObject(value)) found.push(value);
    return holds;
  };
  holdsAccount(json, 0);
  return found.slice(0, most).map((value) => itemOf(value));
});

/** Every outermost array, and every map of objects whose names are data. */
function collectionsIn(value: unknown, names: readonly string[], depth: number): Collection[] {
  if (depth > deepest) return [];
  if (Array.isArray(value))
    return [inner(few(value), names) ?? { names, items: few(value).map((item) => ({ value: item })) }];
  const all = isObject(value) ? few(Object.entries(value)) : [];
  const members = all.filter(([name]) => !notAccounts.has(wordsOf(name).at(-1) ?? ''));
  const objects = members.filter(([, item]) => isObject(item));
  const onlyObjects = members.length > 0 && objects.length === members.length;
  const isMap = onlyObjects && (members.every(([name]) => isNamedByData(name)) || areRecords(objects));
  if (isMap) return [{ names, items: members.map(([key, item]) => ({ value: item, key })) }];
  return members.flatMap(([name, item]) => collectionsIn(item, [...names, name], depth + 1));
}

/** The account that a response is, by itself or in containers, if it says so. */
function loneAccount(value: unknown, depth = 0): readonly Collection[] | undefined {
  if (depth > deepest || !isObject(value)) return undefined;
  const names = Object.keys(value).flatMap(wordsOf);
  const isNamed =
    names.some((word) => /^(account|wallet|iban|balance)$/.test(word)) ||
    [value.type, value.id].some((said) => /^(acc|wallet)/i.test(String(said)));
  const isOwn = ({ pointer, rank }: Item['ranks'][number]) => rank >= 4 && !/\/(\d+|\{\})(\/|$)/.test(pointer);
  // An empty listing may have an id of its own.
  if (isNamed && !names.includes('accounts') && itemOf(value).ranks.some(isOwn))
    return [{ names: [], items: [{ value }] }];
  const inner = Object.entries(value).find(([name]) => containers.has(wordsOf(name).join('')))?.[1];
  return loneAccount(inner, depth + 1);
}

const few = <T>(values: readonly T[]): readonly T[] => (values.length > most ? values.slice(0, most + 1) : values);

/** The accounts of groups: `[{ group, accounts: […] }, …]`. */
function inner(groups: readonly unknown[], names: readonly string[]): Collection | undefined {
  const lists = groups.flatMap((group) => {
    const all = Object.entries(Object(group)).find(([name, item]) => isAccounts(name) && Array.isArray(item));
    return all ? [all[1] as unknown[]] : [];
  });
  if (lists.length === 0 || lists.length < groups.length) return undefined;
  return { names: [...names, 'accounts'], items: few(lists.flat()).map((value) => ({ value })) };
}

function areRecords(objects: readonly [string, unknown][]) {
  const records = objects.map(([, item]) => Object(item) as object);
  const shapes = new Set(records.map((record) => Object.keys(record).sort().join()));
  const hasScalar = (record: object) => Object.values(record).some((value) => typeof value !== 'object');
  return records.length > 1 && shapes.size === 1 && records.every(hasScalar);
}

/** The collections that hold the accounts; groups are one listing. */
function pick(collections: readonly Collection[]): { level: readonly Collection[]; fit: number } | undefined {
  const usable = collections.filter(({ items }) => items.every(({ value }) => isItem(value)));
  if (usable.length === 0) return undefined;
  const fits = usable.map(fitness);
  const fit = Math.max(...fits);
  const level = usable.filter((_, at) => fits[at] === fit);
  // Siblings in one map, such as accounts grouped by currency, are one listing.
  const parents = new Set(level.map(({ names }) => names.slice(0, -1).join('/')));
  return { level: parents.size === 1 ? level : level.slice(0, 1), fit };
}

/** How well it fits: by its name, then by identities of its items. */
function fitness({ names, items }: Collection): number {
  const last = names.at(-1) ?? '';
  const isContainer = (name: string) => containers.has(wordsOf(name).join(''));
  const ofNames = names.every(isContainer) ? 4 : 0;
  const objects = items.filter(({ value }) => typeof value === 'object');
  const isIdentified = ({ value }: { value: unknown }) => (itemOf(value).ranks[0]?.rank ?? 0) >= 4;
  const areIdentified = objects.length > 0 && objects.every(isIdentified);
  const isMap = items.some(({ key }) => key !== undefined);
  const areScalars = items.length > 0 && objects.length === 0;
  const ofItems = (areIdentified ? 2 : 0) - (isMap || areScalars ? 1 : 0);
  return (names.some(isAccounts) ? 8 : ofNames) + ofItems + (isContainer(last) ? 1 : 0);
}

/** `accounts`, `bank_accounts`, not `account_types`. */
const isAccounts = (name: string) => /^(accounts?|wallets?)$/.test(wordsOf(name).at(-1) ?? '');

const isItem = (value: unknown) => value !== null && ['string', 'number', 'object'].includes(typeof value);

function itemOf(value: unknown, key?: string): Item {
  const all = leavesIn(unwrapped(value)).flatMap(addressLeaves);
  const found = all.filter((leaf) => leaf.value !== null);
  const leaves = new Map(found.map((leaf) => [leaf.pointer, String(leaf.value)]));
  const named = found.filter((leaf) => !isMoment(leaf));
  const ranks = named.map(({ pointer, names }) => ({ pointer, rank: accountRank(names) }));
  if (key !== undefined) {
    leaves.set('{}', key);
    ranks.push({ pointer: '{}', rank: isNamedByData(key) ? 6 : 1 });
  }
  return { leaves, ranks: ranks.filter(({ rank }) => rank > 0).sort((a, b) => b.rank - a.rank) };
}

/** The node of `{ cursor, node }`, the account of `{ account: … }`; any other value as it is. */
const unwrapped = (value: unknown): unknown =>
  ['node', 'account', 'resource'].map((name) => Object(value)[name]).find(isObject) ?? value;

/** Whether it has a next link or cursor, `has_more`, or a total above the items shown. */
function isPaged(response: Response, shown: number) {
  if (leadsOn(response)) return true;
  return leavesOf(response.json).some(({ pointer, names, value }) => {
    if (/^\/\d+\//.test(pointer) || value === null || value === '' || value === false) return false;
    const words = names.flatMap(wordsOf);
    const hasMore = words.includes('hasmore') || (words.includes('has') && words.includes('more'));
    if (words.includes('next') || hasMore) return true;
    const last = wordsOf(names.at(-1) ?? '');
    if (typeof value !== 'number' || !last.some((word) => /^(total|count|pages)$/.test(word))) return false;
    return last.includes('pages') ? value > 1 : value > shown && !/\/\d+\//.test(pointer);
  });
}

/** Other headers may count what a cache holds, or the time of a response. */
const totalHeaders = /^(x-)?(pagination-)?total(-(count|results|records|items|elements|accounts))?$/;

/** Whether its value counts things, and not pages, money or requests. */
function saysTotal(name: string) {
  const last = wordsOf(name);
  const isOfPages = last.some((word) =>
    /^(pages?|limit|max|size|per|balance|amount|requests?|currencies|products|branches)$/.test(word),
  );
  return !isOfPages && last.some((word) => /^(total|totals|count|found|hits|records)$/.test(word));
}

/** The totals of a listing by their pointer, or `header:` and a header's name. */
export function totalsOf(response: Response): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  for (const { pointer, names, value } of leavesOf(response.json)) {
    if (/^\d+$/.test(String(value)) && saysTotal(names.at(-1) ?? '') && !/\/(\d+|\{\})(\/|$)/.test(pointer))
      totals.set(pointer, Number(value));
  }
  for (const [name, value] of response.headers) {
    if (name !== 'content-range' && !totalHeaders.test(name)) continue;
    const total = (name === 'content-range' ? /\/(\d+)$/ : /^(\d+)$/).exec(value)?.[1];
    if (total !== undefined) totals.set(`header:${name}`, Number(total));
  }
  return totals;
}

/** What tells accounts apart: their identity, or all that they show. @param pointer of `accountPointer` */
export const keyOfItem =
  (pointer = '') =>
  ({ leaves }: Item): string =>
    leaves.get(pointer) ?? JSON.stringify([...leaves]);

/**
 * The pointer that identifies the accounts of all listings: every account has it, and no two of one listing share it. It
 * prefers values that are more than counters. @param configured CONFORMANCE_ACCOUNT_ID_POINTER
 */
export function accountPointer(listings: readonly Listing[], configured?: string): string | undefined {
  const items = listings.flatMap((listing) => listing.items);
  if (configured !== undefined) return items.every((item) => item.leaves.has(configured)) ? configured : undefined;
  const [first] = items;
  if (!first) return undefined;
  const isKeyOfAll = (pointer: string) => listings.every((listing) => isKey(listing, pointer));
  const isInformative = (pointer: string) => items.every((item) => information(item.leaves.get(pointer) ?? '') > 1);
  const keys = first.ranks.map(({ pointer }) => pointer).filter(isKeyOfAll);
  // If no name says that it identifies, a value of its own in every account still does.
  const unnamed = [...first.leaves.keys()].filter((pointer) => isKeyOfAll(pointer) && isInformative(pointer));
  return keys.find(isInformative) ?? keys[0] ?? (items.length > 1 ? unnamed[0] : undefined);
}

function isKey({ items }: Listing, pointer: string) {
  const values = items.flatMap(({ leaves }) => leaves.get(pointer) ?? []);
  return values.length === items.length && new Set(values).size === values.length;
}

/**
 * How much a value identifies: 0 for words, masks and short counters, which tenants share; 1 for a number of four digits
 * and more; 2 for a time to the second; 3 for a unique token.
 */
export function information(value: string): 0 | 1 | 2 | 3 {
  const last = lastPart(value);
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/.test(value)) return 2;
  const digits = last.replace(/\D/g, '').replace(/^0+/, '');
  const letters = last.replace(/[^A-Za-z]/g, '');
  if (/^[A-Za-z]*[-_ ]?[\d*]+$/.test(last) || /^\d+\.\d+$/.test(value)) {
    if (digits.length >= 9) return 3;
    return digits.length >= 4 ? 1 : 0;
  }
  if (digits.length >= 2 && letters.length + digits.length >= 8) return 3;
  // A token without digits differs from a word by mixed case.
  return last.length >= 16 && /[a-z][A-Z]/.test(last) ? 3 : 0;
}
