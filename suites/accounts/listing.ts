import { context, sleep } from '../../helpers/client/context.js';
import type { Caller, RequestChange, Response } from '../../helpers/client/message.js';
import { describeResponse, isRejection, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Inconclusive, UnclearResponse } from '../../helpers/client/verdicts.js';
import { isRejectionBody, reportsRejection } from '../../helpers/identity/acceptance.js';
import {
  accountPointer,
  type Item,
  keyOfItem,
  type Listing,
  readListing,
  totalsOf,
} from '../../helpers/identity/listing.js';
import { leavesOf } from '../../helpers/json/json-leaves.js';
import { settled } from '../../helpers/runner/again.js';
import { fixture } from '../../helpers/runner/fixture.js';
import type { DecidableId } from '../../schemas/fsapi/catalogue.js';
import { listAccounts } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { requireAcceptedTenant } from '../baselines.js';
import { orNone } from '../creation-baseline.js';
import { baselineCreation, baselineListing, requireAcceptedKey, secondCustomer, secondListing } from '../requests.js';
import { nextPages } from './next-page.js';

export interface ReadListing extends Listing {
  readonly response: Response;
  /** The page that shows an account, where that is not the first. */
  readonly pageOf?: ReadonlyMap<Item, Response>;
  /** Whether further pages were read, until no request that they offer shows another account. */
  readonly ended?: boolean;
}

/** Lists accounts, all pages of them. @throws Inconclusive where a response is no success or shows no collection */
export async function list(change: RequestChange = {}): Promise<ReadListing> {
  return settled(async () => whole(await send(listAccounts, change)));
}

/** How far a listing is followed. */
const mostPages = 20;
const mostAccounts = 2000;

/** Reads a listing, and follows it to its end as far as the responses lead: 20 pages, or 2,000 accounts. */
export async function whole(first: Response): Promise<ReadListing> {
  await requireAcceptedTenant(first);
  let page = read(first);
  const keyOf = keyOfAccounts(page);
  const items = new Map(page.items.map((item) => [keyOf(item), item]));
  const pageOf = new Map<Item, Response>();
  const isLong = page.items.length >= mostAccounts;
  let ended = false;
  for (let pages = 1; pages < mostPages && items.size < mostAccounts; pages += 1) {
    const next = await pageAfter(page.response, { items, keyOf }, pages + 1);
    ended = !next && pages > 1;
    if (!next) break;
    for (const item of next.items) {
      items.set(keyOf(item), item);
      pageOf.set(item, next.response);
    }
    page = next;
  }
  const isAlone = page.response === first;
  const isShort = [...totalsOf(first).values()].some((total) => total > items.size);
  const isCut = isShort || nextPages(page.response, items.size).length > 0;
  return {
    items: isAlone ? page.items : [...items.values()],
    paged: isAlone || isLong ? page.paged : isCut,
    response: first,
    pageOf,
    ended,
  };
}

/** The accounts of the pages so far, by what tells one from another. */
interface Shown {
  readonly items: ReadonlyMap<string, Item>;
  readonly keyOf: (item: Item) => string;
}

/** The page after another, if one of the requests that the response offers shows accounts that were not shown yet. */
async function pageAfter(
  response: Response,
  { items, keyOf }: Shown,
  number: number,
): Promise<ReadListing | undefined> {
  const { purpose = '' } = response.request.change;
  const named = `${purpose.replace(/,? ?page \d+$/, '')}, page ${number}`.replace(/^, /, '');
  for (const change of nextPages(response, items.size).slice(0, 4)) {
    const next = await settled(() => send(listAccounts, { ...change, purpose: named }));
    const listing = isSuccess(next) ? readListing(next) : undefined;
    if (listing?.items.some((item) => !items.has(keyOf(item)))) return { ...listing, response: next };
  }
  return undefined;
}

/** What tells the accounts of a listing apart: a key of it, else all that they show. */
function keyOfAccounts(listing: Listing): Shown['keyOf'] {
  return keyOfItem(accountPointer([listing], context().configuration.accountIdPointer));
}

/** The whole listing of each tenant, once a run. @throws Inconclusive as `read`, Skipped without a second tenant */
export const wholeListing: Readonly<Record<Caller, () => Promise<ReadListing>>> = {
  first: fixture('all pages of the baseline listing', async () => withAccounts('first', await baselineListing())),
  second: fixture('all pages of the second tenant’s listing', async () =>
    withAccounts('second', await secondListing()),
  ),
};

/** Milliseconds before each listing after a customer: an account may come a moment later. */
const pausesMs = [0, 300, 900];

/** A whole listing. Where a tenant has no account yet, a customer of its own may bring one: then as it is after that. */
async function withAccounts(caller: Caller, response: Response): Promise<ReadListing> {
  const listing = await whole(response);
  if (listing.items.length > 0) return listing;
  if (!(await orNone(caller === 'first' ? baselineCreation() : secondCustomer()))) return listing;
  for (const pause of pausesMs) {
    await sleep(pause);
    const later = await list({ caller, purpose: `for the ${caller} tenant, after a customer` });
    if (later.items.length > 0) return later;
  }
  return listing;
}

/**
 * Whether a response to another tenant's id gives nothing: it is a rejection, says so at its top, or has no accounts.
 * A 204, and a body that is null in place of the accounts, have none.
 */
export function givesNothing(response: Response): boolean {
  if (isRejection(response) || response.status === 401) return true;
  if (!isSuccess(response)) return false;
  const listing = readListing(response);
  if (listing) return listing.items.length === 0 || reportsRejection(response);
  // Where the caller's own listing shows a collection, a short response without one has no accounts.
  return response.text === '' || isRejectionBody(response) || leavesOf(response.json).length < fewLeaves;
}

/** A response with fewer scalars says only that there is nothing. */
const fewLeaves = 12;

/** @throws Inconclusive where the response is no success or shows no collection */
export function read(response: Response): ReadListing {
  requireAcceptedKey(response);
  if (response.status === 204) return { response, items: [], paged: false };
  if (!isSuccess(response))
    throw new UnclearResponse(
      `${describeResponse(response)} returned ${response.status}, so there is no listing to inspect.`,
      response,
      'ACCT-01' satisfies DecidableId,
    );
  const listing = readListing(response);
  if (!listing) {
    const why = response.cut ? ' It is too long to read: the suite reads 1 MiB of a body.' : '';
    throw new Inconclusive(
      `No list of accounts was found in the response to ${describeResponse(response)}.${why}`,
      'no list of accounts',
    );
  }
  return { ...listing, response };
}

/** @throws Inconclusive where a listing is empty: it shares no account with any list */
export function notEmpty(listing: ReadListing, whose: string): void {
  if (listing.items.length > 0) return;
  throw new Inconclusive(
    `${whose} listing is empty, so it cannot show whether tenants share accounts. Create an account there.`,
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
