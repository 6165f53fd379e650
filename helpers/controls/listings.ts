import { listAccounts } from '../../schemas/operations.js';
import type { Change } from '../engine/change.js';
import { Undecided } from '../engine/outcome.js';
import { isRefusal, isSuccess, type Reply, told } from '../engine/reply.js';
import { run } from '../engine/run.js';
import { send } from '../engine/send.js';
import { leavesOf } from '../identity/leaves.js';
import { saysNo } from '../identity/let-in.js';
import { accountPointer, type Item, identityOf, information, type Listing, readListing } from '../identity/listing.js';
import { wordsOf } from '../identity/names.js';
import { keyAccepted } from './admission.js';

/** A listing that was answered with success, read. */
export interface ReadListing extends Listing {
  readonly reply: Reply;
}

/** Lists accounts, and reads the answer. @throws Undecided where it is no success or shows no collection */
export async function list(change: Change = {}): Promise<ReadListing> {
  return read(await send(listAccounts, change));
}

/**
 * Whether an answer to somebody else's id gives nothing: it is a refusal, says so in its body, or holds no accounts.
 * A 204, and a body that is null where accounts would stand, hold none.
 */
export function givesNothing(reply: Reply): boolean {
  if (isRefusal(reply) || reply.status === 401) return true;
  if (!isSuccess(reply)) return false;
  const listing = readListing(reply);
  if (listing) return listing.items.length === 0 || saysNo(reply);
  // Where the caller's own listing shows a collection, a short answer without any holds no accounts.
  return reply.text === '' || saysNo(reply) || leavesOf(reply.json).length < fewLeaves;
}

/** Scalars of an answer that says no more than that there is nothing. */
const fewLeaves = 12;

/** @throws Undecided where the answer is no success or shows no collection */
export function read(reply: Reply): ReadListing {
  keyAccepted(reply);
  if (reply.status === 204) return { reply, items: [], paged: false };
  if (!isSuccess(reply))
    throw new Undecided(`${told(reply)} is answered ${reply.status}, so there is no listing to look at.`);
  const listing = readListing(reply);
  if (!listing) throw new Undecided(`No collection of accounts was found in the answer of ${told(reply)}.`);
  return { ...listing, reply };
}

/** @throws Undecided where one of the listings is empty: an empty list shares nothing with any list */
export function notEmpty(listing: ReadListing, whose: string): void {
  if (listing.items.length > 0) return;
  throw new Undecided(
    `${whose} listing is empty, and an empty list shares nothing with any list. Open an account there.`,
  );
}

/** The pointer that identifies an account in all the listings. @throws Undecided naming the variable that would tell */
export function pointerOf(listings: readonly Listing[]): string {
  const configured = run().configuration.accountIdPointer;
  const pointer = accountPointer(listings, configured);
  if (pointer !== undefined) return pointer;
  throw new Undecided(
    configured === undefined
      ? 'Nothing was found that identifies an account. Set CONFORMANCE_ACCOUNT_ID_POINTER, relative to one account.'
      : `Not every account has a value at CONFORMANCE_ACCOUNT_ID_POINTER (${configured}).`,
  );
}

/** How alike two accounts are that stand in two listings. */
export type Likeness = 'the same' | 'same identity only' | 'different';

/** Members whose values change by themselves. */
const volatile =
  /^(balance|balances|available|amount|pending|ledger|reserved|blocked|funds|updated|modified|refreshed|version|etag)$/;

/**
 * Compares two accounts. Those whose identity differs are different, and so are those that another identifying member
 * tells apart, as where each tenant counts from 1 but account numbers differ. They are the same where the other stable
 * members agree too, and what agrees is more than chance: not counters and words, which accounts of both tenants share.
 */
export function compare(a: Item, b: Item, pointer: string): Likeness {
  const identity = identityOf(a, pointer);
  if (identity === undefined || identity !== identityOf(b, pointer)) return 'different';
  const common = [...a.leaves.keys()].filter((at) => b.leaves.has(at));
  const agrees = (at: string) => a.leaves.get(at) === b.leaves.get(at);
  const strong = a.ranks.filter(({ rank }) => rank >= 3).map((one) => one.pointer);
  if (strong.some((at) => common.includes(at) && !agrees(at))) return 'different';
  const stable = common.filter((at) => !wordsOf(at).some((word) => volatile.test(word)));
  const told = common.filter(agrees).reduce((sum, at) => sum + information(a.leaves.get(at) ?? ''), 0);
  return stable.every(agrees) && told >= 3 ? 'the same' : 'same identity only';
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
