import { context, sleep } from '../../helpers/client/context.js';
import type { Caller, RequestChange, Response } from '../../helpers/client/message.js';
import { describeResponse, isRejection, isSuccess, returned } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Inconclusive, UnclearResponse } from '../../helpers/client/verdicts.js';
import { isRejectionBody, reportsRejection } from '../../helpers/identity/acceptance.js';
import { accountPointer, keyOfItem, type Listing, readListing, totalsOf } from '../../helpers/identity/listing.js';
import { leavesOf } from '../../helpers/json/json-leaves.js';
import { settled } from '../../helpers/runner/again.js';
import { fixtures } from '../../helpers/runner/fixture.js';
import { listAccounts } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { orNone } from './creation-baseline.js';
import { nextPages } from './next-page.js';
import { requireAcceptedKey, requireAcceptedTenant } from './right-address.js';
import { callerOf } from './tenants.js';
import { baselineCreation, baselineListing, secondCustomer, secondListing } from './valid-requests.js';

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

/** Reads a listing, and the pages after it as far as the responses lead: 20 pages, or 2,000 accounts. */
export async function whole(first: Response): Promise<ReadListing> {
  await requireAcceptedTenant(first);
  const listing = read(first);
  const keyOf = keyOfItem(accountPointer([listing], context().configuration.accountIdPointer));
  const items = new Map(listing.items.map((item) => [keyOf(item), item]));
  const later: Response[] = [];
  const { purpose } = first.request.change;
  /** The first page that shows more accounts, of those that the last one leads to. */
  const next = async (last: Response) => {
    const named = `${purpose === undefined ? '' : `${purpose}, `}page ${later.length + 2}`;
    for (const change of nextPages(last, items.size).slice(0, 4)) {
      const page = await settled(() => send(listAccounts, { ...change, purpose: named }));
      if (isSuccess(page) && readListing(page)?.items.some((item) => !items.has(keyOf(item)))) return page;
    }
    return undefined;
  };
  while (later.length < 19 && items.size < 2000) {
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
export const ownListing = (caller: Caller) => (caller === 'first' ? baselineListing() : secondListing());

const wholeOnce = fixtures<ReadListing>();

/**
 * A tenant's whole listing, once a run. Where it has no account yet, a customer of its own may bring one: then as it is
 * after that. @throws Inconclusive as `read`, Skipped without a second tenant
 */
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

/** Whether a response to another tenant's id gives nothing: it is a rejection, says so at its top, or has no accounts. */
export function givesNothing(response: Response): boolean {
  if (!isSuccess(response)) return isRejection(response) || response.status === 401;
  const listing = readListing(response);
  if (listing) return listing.items.length === 0 || reportsRejection(response);
  // Where the caller's own listing shows a collection, a response of few scalars without one says that there is nothing.
  return response.text === '' || isRejectionBody(response) || leavesOf(response.json).length < 12;
}

/** @throws Inconclusive where the response is no success or shows no collection */
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

/** @throws Inconclusive where a listing is empty: it shares no account with any list */
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
