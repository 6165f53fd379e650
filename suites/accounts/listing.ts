import { context, sleep } from '../../helpers/client/context.js';
import type { Caller, RequestChange, Response } from '../../helpers/client/message.js';
import { describeResponse, isRejection, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed, Inconclusive, type Proof, UnclearResponse } from '../../helpers/client/verdicts.js';
import { isRejectionBody, reportsRejection } from '../../helpers/identity/acceptance.js';
import { accountPointer, keyOfItem, type Listing, readListing, totalsOf } from '../../helpers/identity/listing.js';
import { leavesOf } from '../../helpers/json/json-leaves.js';
import { settled } from '../../helpers/runner/again.js';
import { fixtures } from '../../helpers/runner/fixture.js';
import type { DecidableId } from '../../schemas/fsapi/catalogue.js';
import { listAccounts } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { requireAcceptedTenant } from '../baselines.js';
import { orNone } from '../creation-baseline.js';
import * as requests from '../requests.js';
import { nextPages } from './next-page.js';

export interface ReadListing extends Listing {
  /** The first page. */
  readonly response: Response;
  /** The pages after it. */
  readonly later?: readonly Response[];
}

/** Lists accounts, all pages of them. @throws Inconclusive where a response is no success or shows no collection */
export async function list(change: RequestChange = {}): Promise<ReadListing> {
  return settled(async () => whole(await send(listAccounts, change)));
}

const [mostPages, mostAccounts] = [20, 2000];

/** Reads a listing, and follows it to its end as far as the responses lead: 20 pages, or 2,000 accounts. */
export async function whole(first: Response): Promise<ReadListing> {
  await requireAcceptedTenant(first);
  const listing = read(first);
  const keyOf = keyOfItem(accountPointer([listing], context().configuration.accountIdPointer));
  const items = new Map(listing.items.map((item) => [keyOf(item), item]));
  const later: Response[] = [];
  /** The next page, if one of the requests that the last one offers shows accounts that were not shown yet. */
  const next = async (last: Response) => {
    const { purpose = '' } = last.request.change;
    const named = `${purpose.replace(/,? ?page \d+$/, '')}, page ${later.length + 2}`.replace(/^, /, '');
    for (const change of nextPages(last, items.size).slice(0, 4)) {
      const page = await settled(() => send(listAccounts, { ...change, purpose: named }));
      if (isSuccess(page) && readListing(page)?.items.some((item) => !items.has(keyOf(item)))) return page;
    }
    return undefined;
  };
  while (later.length + 1 < mostPages && items.size < mostAccounts) {
    const page = await next(later.at(-1) ?? first);
    if (!page) break;
    for (const item of readListing(page)?.items ?? []) items.set(keyOf(item), item);
    later.push(page);
  }
  const last = later.at(-1);
  if (!last) return listing;
  const isShort = [...totalsOf(first).values()].some((total) => total > items.size);
  const paged = isShort || nextPages(last, items.size).length > 0;
  return { response: first, later, items: [...items.values()], paged };
}

/** A tenant's own listing, whatever the response, once a run. @throws Skipped without a second tenant */
export const ownListing = (caller: Caller) =>
  caller === 'first' ? requests.baselineListing() : requests.secondListing();

/** Milliseconds before each listing after a customer: an account may come a moment later. */
const pausesMs = [0, 300, 900];
const wholeOnce = fixtures<ReadListing>();

/**
 * A tenant's whole listing, once a run. Where it has no account yet, a customer of its own may bring one: then as it is
 * after that. @throws Inconclusive as `read`, Skipped without a second tenant
 */
export const wholeListing = (caller: Caller): Promise<ReadListing> =>
  wholeOnce(`all pages of the ${caller} tenant’s listing`, async () => {
    const listing = await whole(await ownListing(caller));
    if (listing.items.length > 0) return listing;
    if (!(await orNone(caller === 'first' ? requests.baselineCreation() : requests.secondCustomer()))) return listing;
    for (const pause of pausesMs) {
      await sleep(pause);
      const later = await list({ caller, purpose: `for the ${caller} tenant, after a creation` });
      if (later.items.length > 0) return later;
    }
    return listing;
  });

/**
 * Whether a response to another tenant's id gives nothing: it is a rejection, says so at its top, or has no accounts.
 * A 204, and a body that is null in place of the accounts, have none.
 */
export function givesNothing(response: Response): boolean {
  if (!isSuccess(response)) return isRejection(response) || response.status === 401;
  const listing = readListing(response);
  if (listing) return listing.items.length === 0 || reportsRejection(response);
  // Where the caller's own listing shows a collection, a response of few scalars without one says that there is nothing.
  return response.text === '' || isRejectionBody(response) || leavesOf(response.json).length < 12;
}

/** @throws Inconclusive where the response is no success or shows no collection */
export function read(response: Response): ReadListing {
  requests.requireAcceptedKey(response);
  if (response.status === 204) return { response, items: [], paged: false };
  const asked = describeResponse(response);
  if (!isSuccess(response))
    throw new UnclearResponse(
      `${asked} returned ${response.status}, so there is no listing to inspect.`,
      response,
      'ACCT-01' satisfies DecidableId,
    );
  const listing = readListing(response);
  if (listing) return { ...listing, response };
  const why = response.cut ? ' It is too long to read: the suite reads 1 MiB of a body.' : '';
  throw new Inconclusive(`No list of accounts was found in the response to ${asked}.${why}`, 'no list of accounts');
}

/** @throws Inconclusive where a listing is empty: it shares no account with any list */
export function notEmpty(...listings: readonly ReadListing[]): void {
  const empty = listings.find(({ items }) => items.length === 0);
  if (!empty) return;
  throw new Inconclusive(
    `The ${requests.callerOf(empty.response)} tenant’s listing is empty, so it cannot show whether tenants share accounts. Create an account there.`,
  );
}

/** The pointer that identifies an account in all the listings. @throws Inconclusive with the variable to set */
export function pointerOf(listings: readonly Listing[]): string {
  const configured = context().configuration.accountIdPointer;
  const pointer = accountPointer(listings, configured);
  if (pointer !== undefined) return pointer;
  throw new Inconclusive(
    configured === undefined
      ? 'The suite found no member that identifies an account. Set `CONFORMANCE_ACCOUNT_ID_POINTER` to its JSON Pointer within one account.'
      : `Not every account has a value at ${code('CONFORMANCE_ACCOUNT_ID_POINTER')} (${code(configured)}).`,
  );
}

// Listings one after the other (ACCT-05).

/** Lists accounts several times, one after the other. */
export async function repeatedListings(count: number): Promise<ReadListing[]> {
  const made: ReadListing[] = [];
  while (made.length < count) made.push(await list({ purpose: `listed ${count} times`, urgent: true }));
  return made;
}

/** The changes from listing to listing; empty where one listing equals the one before it. */
export function changesOf(made: readonly ReadListing[]) {
  const filled = made.filter(({ items }) => items.length > 0);
  const pointer = filled.length > 0 ? pointerOf(filled) : '';
  const sets = made.map(({ items }) => new Set(items.map((item) => item.leaves.get(pointer))));
  const lacking = (one: Set<unknown>, other: Set<unknown>) => [...one].filter((id) => !other.has(id)).length;
  const changes = sets.slice(1).map((after, at) => {
    const before = sets[at] ?? new Set();
    return { added: lacking(after, before), removed: lacking(before, after) };
  });
  return changes.some(({ added, removed }) => added + removed === 0) ? [] : changes;
}

/** @throws Failed where each listing changes the accounts alike, Inconclusive where others may have changed them */
export function expectUnchanged(made: readonly ReadListing[], how: string): Proof {
  const changes = changesOf(made);
  const [first] = changes;
  const { response } = made.at(-1) as ReadListing;
  if (!first) return { response };
  const { added, removed } = first;
  const isRenaming = changes.every((change, at) => change.removed === made[at]?.items.length);
  const isSteady = changes.every((change) => change.added === added && change.removed === removed);
  if ((!isRenaming && !isSteady) || made.some(({ paged }) => paged))
    throw new Inconclusive(
      'Accounts change from listing to listing in a different way each time, so the cause cannot be determined.',
    );
  const does = isRenaming
    ? 'returns all accounts with new ids'
    : `changes the accounts: ${added} appear and ${removed} disappear each time`;
  throw new Failed({
    found: `Each ${code('GET /accounts')} ${does}.`,
    received: `listings of ${made.map(({ items }) => items.length).join(', ')} accounts`,
    response,
    sent: { request: `${listAccounts.method} ${listAccounts.path}`, change: how },
    repeated: { times: made.length, atOnce: false, identity: '' },
  });
}
