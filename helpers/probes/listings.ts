import { code } from '../../schemas/marked.js';
import { listAccounts } from '../../schemas/operations.js';
import { context } from '../client/context.js';
import type { RequestChange, Response } from '../client/message.js';
import { describeResponse, isRejection, isSuccess } from '../client/response.js';
import { send } from '../client/send.js';
import { Inconclusive } from '../client/verdicts.js';
import { isRejectionBody } from '../identity/acceptance.js';
import { accountPointer, type Item, identityOf, information, type Listing, readListing } from '../identity/listing.js';
import { leavesOf } from '../json/json-leaves.js';
import { wordsOf } from '../json/member-names.js';
import { requireAcceptedKey } from './baseline-requests.js';

/** A successful listing, read. */
export interface ReadListing extends Listing {
  readonly response: Response;
}

/** Lists accounts, and reads the response. @throws Inconclusive where it is no success or shows no collection */
export async function list(change: RequestChange = {}): Promise<ReadListing> {
  return read(await send(listAccounts, change));
}

/**
 * Whether a response to another tenant's id gives nothing: it is a rejection, says so in its body, or has no accounts.
 * A 204, and a body that is null in place of the accounts, have none.
 */
export function givesNothing(response: Response): boolean {
  if (isRejection(response) || response.status === 401) return true;
  if (!isSuccess(response)) return false;
  const listing = readListing(response);
  if (listing) return listing.items.length === 0 || isRejectionBody(response);
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
    throw new Inconclusive(
      `${describeResponse(response)} returned ${response.status}, so there is no listing to inspect.`,
    );
  const listing = readListing(response);
  if (!listing)
    throw new Inconclusive(`No list of accounts was found in the response to ${describeResponse(response)}.`);
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
      ? 'No member identifies an account. Set `CONFORMANCE_ACCOUNT_ID_POINTER`, relative to one account.'
      : `Not every account has a value at ${code('CONFORMANCE_ACCOUNT_ID_POINTER')} (${code(configured)}).`,
  );
}

/** How alike two accounts are that stand in two listings. */
export type Likeness = 'the same' | 'same identity only' | 'different';

/** Members whose values change by themselves. */
const volatile =
  /^(balance|balances|available|amount|pending|ledger|reserved|blocked|funds|updated|modified|refreshed|version|etag)$/;

/**
 * Compares two accounts. They are different if their identity or another identifying member differs, as where each tenant
 * counts from 1 but account numbers differ. They are the same if the other stable members agree too, and the equal values
 * are not only counters and words, which accounts of both tenants share.
 */
export function compare(a: Item, b: Item, pointer: string): Likeness {
  const identity = identityOf(a, pointer);
  if (identity === undefined || identity !== identityOf(b, pointer)) return 'different';
  const common = [...a.leaves.keys()].filter((at) => b.leaves.has(at));
  const agrees = (at: string) => a.leaves.get(at) === b.leaves.get(at);
  const strong = a.ranks.filter(({ rank }) => rank >= 3).map((one) => one.pointer);
  if (strong.some((at) => common.includes(at) && !agrees(at))) return 'different';
  const stable = common.filter((at) => !wordsOf(at).some((word) => volatile.test(word)));
  const evidence = common.filter(agrees).reduce((sum, at) => sum + information(a.leaves.get(at) ?? ''), 0);
  return stable.every(agrees) && evidence >= 3 ? 'the same' : 'same identity only';
}

/** The accounts of one listing that stand in another, by likeness. */
export function shared(a: Listing, b: Listing, pointer: string): { same: Item[]; doubtful: Item[] } {
  const likeness = (item: Item) => b.items.map((other) => compare(item, other, pointer));
  return {
    same: a.items.filter((item) => likeness(item).includes('the same')),
    doubtful: a.items.filter(
      (item) => !likeness(item).includes('the same') && likeness(item).includes('same identity only'),
    ),
  };
}
