import { context } from '../../helpers/client/context.js';
import type { Caller, Response } from '../../helpers/client/message.js';
import { isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import {
  accountPointer,
  type Item,
  information,
  itemsBeside,
  keyOfItem,
  readListing,
} from '../../helpers/identity/listing.js';
import { identityValues, type ResourceIdentity } from '../../helpers/identity/resource-identity.js';
import { isUnguessable } from '../../helpers/identity/unguessable.js';
import { derived, leavesOf, partsOf, wordsOf } from '../../helpers/json/json-leaves.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { byKey } from '../../schemas/common/by-key.js';
import { creationBaseline, orNone } from './creation-baseline.js';
import type { ReadListing } from './listing.js';
import { callerOf } from './tenants.js';
import { baselineListing, createsCustomer, customerIn, secondListing } from './valid-requests.js';

/** Fewest characters of a value to search for: shorter ones occur by chance. */
export const shortestTrace = 6;

/** Values that a response contains as whole words; none that is short or derives from its own request. */
export function disclosed(response: Response, values: readonly string[]): string[] {
  const received = (response.text.length > longestRemembered ? receivedIn : rememberedOf)(response);
  const isLong = (value: string) => value.length >= shortestTrace;
  return values.filter((value) => isLong(value) && shows(received, value) && !isMadeFrom(value, response));
}

function receivedIn(response: Response) {
  const leaves = leavesOf(response.json).map(({ value }) => String(value));
  return readable([...[...response.headers].flat(), ...leaves, response.text]);
}

/** Texts of short responses, which checks search twice: a long one would take too much memory. */
const rememberedOf = derived(receivedIn);
const longestRemembered = 4096;

/** Whether values are numbers that match by chance, in a counter or a clock: a real disclosure repeats, twice. */
export async function isChance({ request }: Response, found: readonly string[]): Promise<boolean> {
  if (!found.every((value) => /^\d+$/.test(value))) return false;
  const isGone = async () => disclosed(await send(request.operation, request.change), found).length === 0;
  return (await isGone()) || isGone();
}

const wordsIn = (lower: string): readonly string[] => lower.match(/[a-z0-9]+/g) ?? [];

/** With percent escapes also decoded. Words spare most searches of a long text. */
function readable(texts: readonly string[]) {
  const text = texts.join('\n');
  const decoded = text.replace(/%([0-7][0-9a-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const both = decoded === text ? text : `${text}\n${decoded}`;
  const lower = both.toLowerCase();
  return { both, lower, words: new Set(wordsIn(lower)) };
}

/** Whether a text has a value as a whole word; one too random for chance in any letter case and without hyphens. */
function shows({ both, lower, words }: ReturnType<typeof readable>, value: string) {
  const plain = value.toLowerCase();
  const forms = [plain, plain.replaceAll('-', '')].filter((form) => wordsIn(form).every((word) => words.has(word)));
  if (forms.length === 0) return false;
  return isUnguessable(value) ? forms.some((form) => holdsWord(lower, form)) : holdsWord(both, value);
}

function holdsWord(text: string, value: string) {
  const joins = (before = '', after = '') => /[A-Za-z0-9]{2}/.test(before + after);
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1))
    if (!joins(text[at - 1], value[0]) && !joins(value.at(-1), text[at + value.length])) return true;
  return false;
}

/** An identity may contain a key or an e-mail address of the request. */
function isMadeFrom(value: string, { request }: Response) {
  const { raw, idempotencyKey } = request;
  const { email, phone } = customerIn(request) ?? {};
  const sent = readable([raw.path, raw.body ?? '', ...raw.headers.map(([, value]) => value)]);
  const own = [idempotencyKey, email, phone].filter((text) => typeof text === 'string' && text !== '');
  return shows(sent, value) || own.some((text) => folded(value).includes(folded(String(text))));
}

export const folded = (value: string) => value.toLowerCase().replace(/%40|[^a-z0-9]/g, '');

/**
 * What a tenant's listing shows, to be found again: a `value` that nobody else has by chance; a whole account as `record`;
 * a `hint`, such as the end of a number, which only tells in a rejection.
 */
export type Traces = ReadonlyMap<string, 'value' | 'record' | 'hint'>;

const changing =
  /^(balances?|available|amount|pending|ledger|reserved|blocked|funds|updated|modified|refreshed|version|etag)$/;

/** How much members identify together, as `information` counts; the id of a tenant counts as much as an identity. */
function evidenceOf(members: readonly (readonly [pointer: string, value: string])[]): number {
  const { tenantId, otherTenantId } = context().configuration;
  const tenants = [tenantId, otherTenantId];
  return members.reduce((sum, [, value]) => sum + (tenants.includes(value) ? 3 : information(value)), 0);
}

/** An account as texts that nobody else has by chance: its members that stay, and all. @param least evidence of all */
export function recordsOf(item: Item, least: 2 | 3 = 2): string[] {
  const { stable, all } = recordOf(item);
  return [...(stable.evidence >= 3 ? [stable.text] : []), ...(all.evidence >= least ? [all.text] : [])];
}

const recordOf = derived(({ leaves }: Item) => {
  const all = [...leaves].sort(([a], [b]) => (a < b ? -1 : 1));
  const stable = all.filter(([at]) => !wordsOf(at).some((word) => changing.test(word)));
  const withEvidence = (some: typeof all) => ({ text: JSON.stringify(some), evidence: evidenceOf(some) });
  return { stable: withEvidence(stable), all: withEvidence(all) };
});

/** The identifying values of an account; of addresses their parts. @param least as `information` counts */
const identifying = ({ leaves, ranks }: Item, leastRank = 3, least = 3): string[] =>
  ranks
    // Beside an id of its own an account may name others, as in `settlement_account_id`.
    .filter(({ rank }) => rank >= leastRank && (rank <= 4 || rank === ranks[0]?.rank))
    .flatMap(({ pointer }) => partsOf(leaves.get(pointer) ?? ''))
    .filter((value) => information(value) >= least);

/** A count at the end of a value: the other tenant's accounts may be counted alike. */
const count = /(?<=\D)\d{1,8}$/;

/** Identifying values of one account alone, and none that differs from another's in a count. */
function valuesOfOne(items: readonly Item[]) {
  const values = items.flatMap((item) => [...new Set(identifying(item))]);
  const uncounted = (value: string) => value.replace(count, '');
  const alike = byKey(values.map((value) => [uncounted(value), value] as const));
  return values.filter((value) => alike.get(uncounted(value))?.length === 1);
}

/** A number of an account, masked or not, or its balance: no moment, which may be the response's, round sum or name. */
const isHint = (value: string) =>
  value.length > shortestTrace &&
  /\d/.test(value) &&
  !/[a-z]{2} | [a-z]{2}/.test(value) &&
  !/^\d{4}-\d\d-\d\d|^\d{10,}$|\d\d:\d\d:\d\d|^\d{1,2}0+(\.0+)?$/.test(value);

/** @param other the other tenant's listing */
export function tracesOf({ items, response }: ReadListing, other: ReadListing): Traces {
  const least = areCountedTogether(response, other.response) ? 2 : 3;
  return new Map([
    ...items.flatMap(({ leaves }) => [...leaves.values()].filter(isHint)).map((trace) => [trace, 'hint'] as const),
    ...valuesOfOne(items).map((trace) => [trace, 'value'] as const),
    ...items.flatMap((item) => recordsOf(item, least)).map((trace) => [trace, 'record'] as const),
  ]);
}

export const without = (traces: Traces, others: Traces): Traces =>
  new Map([...traces].filter(([trace]) => !others.has(trace)));

/** The traces in a response, whatever its status. */
export function held(response: Response, traces: Traces): string[] {
  const items = [...(readListing(response)?.items ?? []), ...itemsBeside(response)];
  const records = items.flatMap((item) => recordsOf(item));
  const isSearched = (kind: unknown) => kind === 'value' || (kind === 'hint' && !isSuccess(response));
  const texts = [...traces].flatMap(([trace, kind]) => (isSearched(kind) ? [trace] : []));
  return [...disclosed(response, texts), ...records.filter((record) => traces.has(record))];
}

/**
 * Whether one counter numbers both tenants' accounts, so that each has a number that the other lacks. If each counts for
 * itself, the shorter listing's are in both. @param pages first ones: what follows may be everybody's
 */
export function areCountedTogether(...pages: readonly [Response, Response]): boolean {
  const listings = pages.map((page) => readListing(page) ?? { items: [], paged: false });
  const pointer = accountPointer(listings, context().configuration.accountIdPointer) ?? '';
  const sets = listings.map(({ items }) => new Set(items.map(({ leaves }) => leaves.get(pointer) ?? '')));
  const lacks = (own: Set<string>) => sets.some((others) => [...own].some((id) => !others.has(id)));
  return sets.every((ids) => lacks(ids) && [...ids].every((id) => /^\d+$/.test(id)));
}

/** The accounts that another listing has too, by key and by each identifying member: both tenants may count from 1. */
export function inBoth(items: readonly Item[], others: readonly Item[], pointer?: string): Item[] {
  const keyOf = keyOfItem(pointer);
  const othersByKey = byKey(others.map((other) => [keyOf(other), other] as const));
  const isEqual = (item: Item, other: Item) =>
    item.ranks.every(
      ({ pointer: at, rank }) => rank < 3 || !other.leaves.has(at) || other.leaves.get(at) === item.leaves.get(at),
    );
  return items.filter((item) => othersByKey.get(keyOf(item))?.some((other) => isEqual(item, other)));
}

/** The ids of accounts and customers that this run has seen. */
export const knownIdentities = fixture('identities of the tenants', async (): Promise<string[]> => {
  // Without customers there are still accounts.
  const { identity } = (await orNone(creationBaseline())) ?? {};
  await Promise.all([baselineListing(), orNone(secondListing())]);
  const values = context().responses.flatMap((response) => {
    const { operation, change, apiKey } = response.request;
    // Something else may answer at another path or without a key.
    if (!isSuccess(response) || change.path !== undefined || apiKey === null) return [];
    if (createsCustomer(operation)) return identity ? identityValues(response, identity) : [];
    return change.guess ? [] : (readListing(response)?.items ?? []).flatMap((item) => identifying(item, 1, 1));
  });
  return [...new Set(values)];
});

const emailOf = ({ request }: Response): unknown => customerIn(request)?.email;

/** Identities and e-mail addresses that a tenant created in this run. */
export function customersOf(caller: Caller, identity?: ResourceIdentity): Traces {
  const values = context().responses.flatMap((response) => {
    const { operation, change } = response.request;
    const isPlain = [change.apiKey, change.tenant, change.path].every((part) => part === undefined);
    if (!isPlain || !createsCustomer(operation) || callerOf(response) !== caller || !isSuccess(response)) return [];
    const ids = identity ? identityValues(response, identity).filter(isUnguessable) : [];
    return [...ids, String(emailOf(response))];
  });
  return new Map(values.map((value) => [value, 'value']));
}

/** Without what the other tenant sent or got under the same key or address: another check made both send it. */
export function notShared(response: Response, values: readonly string[]): readonly string[] {
  const { operation, idempotencyKey: key } = response.request;
  if (values.length === 0 || !createsCustomer(operation)) return values;
  const caller = callerOf(response);
  const email = emailOf(response);
  const texts = context().responses.flatMap((other) => {
    const sharesKey = key !== null && other.request.idempotencyKey === key;
    const sharesEmail = email && emailOf(other) === email;
    return (sharesKey || sharesEmail) && callerOf(other) !== caller
      ? [`${emailOf(other)}`, ...other.headers.values(), other.text]
      : [];
  });
  return values.filter((value) => !texts.some((text) => text.includes(value)));
}
