import type { Target } from '../../helpers/client/context.js';
import type { Caller, Response } from '../../helpers/client/message.js';
import { isSuccess, returned } from '../../helpers/client/response.js';
import { Inconclusive, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { accountPointer, type Item, keyOfItem } from '../../helpers/identity/listing.js';
import { type Leaf, leavesOf } from '../../helpers/json/json-leaves.js';
import type { Fact } from '../../helpers/runner/fixture.js';
import type { Trait } from '../../schemas/finding.js';
import type { DecidableId } from '../../schemas/fsapi/catalogue.js';
import { type FsapiOperation, operations } from '../../schemas/fsapi/operations.js';
import { bothListings, listingsInTurn } from './belongings.js';
import { creationBaseline, orNone, requireDistinctCustomers, requireIdentity } from './creation-baseline.js';
import { list, wholeListing } from './listing.js';
import { customerOfRetry, isRejectedRepeat, plainRetries, undetectable } from './retries.js';
import { orUndefined, requireOtherStatus, requireOwnResponse } from './right-address.js';
import { recordsOf } from './traces.js';
import { baselineCreation, baselineListing, baselineOf } from './valid-requests.js';

// Most show that the target could have broken a relation between responses.
const fact = (name: string, establish: Fact['establish']): Fact => ({ name, establish });

/** It holds if the configuration allows something. @param why it does not */
export const allowed = (name: string, isAllowed: (target: Target) => boolean, why: string | (() => Skipped)): Fact =>
  fact(name, async (target) => {
    if (!isAllowed(target)) throw typeof why === 'string' ? new Skipped(why) : why();
    return [];
  });

/** A probe of another requirement shows it. If it fails, so does its owner. */
export function provedBy(owner: DecidableId, name: string, probe: () => Promise<Proof>): Fact {
  const establish = async () => {
    const { response } = await probe();
    return response ? [response] : [];
  };
  return { name, owner, establish };
}

/** If repeats are rejected, it is enough that both creations succeeded. */
async function twoCustomers(): Promise<readonly Response[]> {
  const baseline = await creationBaseline();
  const { original, control, repeat } = baseline;
  if (!isSuccess(control))
    throw new Inconclusive(`Of two creations under two keys the second returned ${control.status}.`);
  requireDistinctCustomers(baseline);
  if (!isRejectedRepeat(repeat)) requireIdentity(baseline);
  return [original, control];
}
// That responses are canned may show later than the first pass.
const customersDiffer: Fact = { name: 'two customers differ', establish: twoCustomers, changes: true };

/** A rejection counts beside a fresh key that is accepted. */
const repeatShowsFirst = fact('a repeat shows the first customer, or is rejected', async () => {
  const baseline = await creationBaseline();
  const { original, repeat, control } = baseline;
  const shows = (retry: Response) => customerOfRetry(original, retry, baseline) === 'same';
  const retries = shows(repeat) || isRejectedRepeat(repeat) ? [repeat] : await plainRetries();
  if (retries.some((retry) => customerOfRetry(original, retry, baseline) === 'other'))
    throw new Inconclusive(
      'A retry with the same key returned another customer (IDEM-01), so checks that rely on retries cannot be decided.',
      'repeats return other customers' satisfies Trait,
    );
  // A 2xx without the identity that a creation has rejects, too.
  const rejects = (retry: Response) =>
    isRejectedRepeat(retry) || (isSuccess(retry) && baseline.acceptance(retry) === 'rejected');
  const retry = retries.find(shows) ?? retries.find(rejects);
  if (!retry) throw undetectable(repeat);
  return [retry, shows(retry) ? original : control];
});

/** If it is rejected, no other rejection says anything. */
export const customersAreAccepted = fact('a valid customer is accepted', async () => [
  (await creationBaseline()).original,
]);

const statusesOfNone: readonly number[] = [404, 405, 410, 501];

/** @throws Skipped if this operation is missing and another is there: then its baseline fails, and no other check */
export const operationIsThere = (operation: FsapiOperation): Fact =>
  fact(`${operation.activity} is there`, async () => {
    const response = await orUndefined(baselineOf(operation));
    if (!response) return [];
    if (statusesOfNone.includes(response.status))
      for (const other of operations)
        if (isSuccess((await orUndefined(baselineOf(other))) ?? response))
          throw new Skipped(`${returned(response)}: this operation is missing (${operation.success}).`);
    return [response];
  });

/** What every relation between customers needs. */
export const ofCustomers: readonly Fact[] = [customersDiffer, repeatShowsFirst];

/** Each tenant’s listing, read once more, shows most of its accounts again. */
const listingsAreStable = fact('a listing is stable', async ({ configuration }) => {
  const { otherTenantId, accountIdPointer } = configuration;
  const isAlone = otherTenantId === undefined;
  const twoReadings = async (caller: Caller) => {
    const earlier = await wholeListing(caller);
    const later = isAlone ? await list({ purpose: 'read once more' }) : (await listingsInTurn())[caller];
    const filled = [earlier, later].filter(({ items }) => items.length > 0);
    const keyOf = keyOfItem(accountPointer(filled, accountIdPointer));
    const earlierKeys = new Set(earlier.items.map(keyOf));
    const common = later.items.filter((item) => earlierKeys.has(keyOf(item))).length;
    // Growth does not count.
    const expected = Math.min(earlierKeys.size, later.items.length);
    if (expected > 0 && common * 2 <= expected)
      throw new Inconclusive(
        `Two readings of the ${caller} tenant’s listing share ${common} of ${expected} accounts, so listings cannot be compared (ACCT-05).`,
        'listings are new at each reading' satisfies Trait,
      );
    return [earlier.response, later.response];
  };
  const callers: readonly Caller[] = isAlone ? ['first'] : ['first', 'second'];
  return (await Promise.all(callers.map(twoReadings))).flat();
});

/** If all tenants have one listing, each response is the caller's own. */
const listingsDiffer = fact('the tenants’ listings differ', async ({ configuration }) => {
  const { first, second } = await bothListings();
  const pointer = accountPointer([first, second], configuration.accountIdPointer);
  const marksOf = (item: Item) => (pointer === undefined ? [keyOfItem(pointer)(item)] : recordsOf(item, 3));
  const marksOfSecond = new Set(second.items.flatMap(marksOf));
  const inBoth = first.items.filter((item) => marksOf(item).some((mark) => marksOfSecond.has(mark))).length;
  if ([first, second].every(({ items }) => items.length === inBoth))
    throw new Inconclusive(
      'Both tenants’ listings are the same (ACCT-02), so no response can show which tenant owns its accounts.',
      'tenants are not distinguished' satisfies Trait,
    );
  return [first.response, second.response];
});

/** What a comparison of listings needs, and one where a caller names another tenant. */
export const ofListings: readonly Fact[] = [listingsAreStable];
export const ofTenants: readonly Fact[] = [listingsAreStable, listingsDiffer];

export const somethingToDisclose = fact('the valid key opens data', async () => {
  const baseline = await orNone(creationBaseline());
  const opened = [await baselineListing(), ...(baseline ? [baseline.original] : [])].filter(isSuccess);
  const isData = ({ value }: Leaf) => typeof value === 'number' || (typeof value === 'string' && value !== '');
  const telling = opened.find(({ json }) => leavesOf(json).some(isData));
  if (telling) return [telling];
  throw new Inconclusive('No response with the valid key contained data, so a leak without it cannot be detected.');
});

/** An unknown path gets something else: if not, any path would look right. */
export const operationsExist = fact('an operation answers at the base address', async () => {
  const listing = await baselineListing();
  const creation = isSuccess(listing) ? undefined : await orNone(baselineCreation());
  const response = creation && isSuccess(creation) ? creation : listing;
  await (isSuccess(response) ? requireOwnResponse : requireOtherStatus)(response);
  return [response];
});
