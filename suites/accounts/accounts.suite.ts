/**
 * Endpoints with a shown shape, GET {base_url}/accounts; Endpoints, common request headers: a request with Api-Key and
 * x-tenant-id lists that tenant's accounts.
 */

import { sleep } from '../../helpers/client/context.js';
import { hasJsonType, isSuccess } from '../../helpers/client/response.js';
import { Failed } from '../../helpers/client/verdicts.js';
import { reportsRejection } from '../../helpers/identity/acceptance.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { suite } from '../../helpers/runner/suite.js';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import { code } from '../../schemas/marked.js';
import { assertValid, baselineListing, requireAcceptedKey } from '../requests.js';
import { requireOwnResponse, requireRightAddress } from '../unknown-path.js';
import { requireAcceptedTenant } from '../why-rejected.js';
import { listingsDoNotMix } from './isolation.suite.js';
import type { ReadListing } from './listing.js';
import { changesOf, expectUnchanged, repeatedListings, vanished } from './repeated-listing.js';

export const accounts = suite<typeof fsapi>();
const { check } = accounts;

check('ACCT-01', 'with the key and the tenant id', async () => {
  const response = await baselineListing();
  requireAcceptedKey(response);
  await requireAcceptedTenant(response);
  assertValid(response.request);
  await requireRightAddress();
  await requireOwnResponse(response);
  const isGiven = isSuccess(response) && !reportsRejection(response);
  if (isGiven && (response.text === '' || (hasJsonType(response) && (response.isJson || response.cut))))
    return { response };
  throw new Failed({
    found: isGiven
      ? 'The listing succeeded, but its response is not JSON.'
      : `The listing returned ${response.status}${isSuccess(response) ? ' with a body that reports a rejection' : ''}.`,
    expected: 'success (any 2xx) with JSON',
    received: `${response.status}, ${code(response.headers.get('content-type') ?? 'no Content-Type')}`,
    response,
  });
});

/** Four listings as early as possible: a listing that changes accounts may soon run out of them. */
const fourListings = fixture('four listings', () => repeatedListings(4));

check('ACCT-05', 'listed four times', { unless: listingsDoNotMix }, async () => {
  const made = await fourListings();
  const [change] = changesOf(made);
  // Growth alone may come from customers created meanwhile: the other check repeats it without traffic.
  if (change === undefined || change.removed === 0) return { response: (made.at(-1) as ReadListing).response };
  return expectUnchanged(made, 'four times');
});

check('ACCT-05', 'listed again without other traffic', { phase: 'end', unless: listingsDoNotMix }, async () => {
  const first = await fourListings();
  const early = changesOf(first);
  if (early.length === 0) return { response: (first.at(-1) as ReadListing).response };
  const made = await repeatedListings(3);
  // If each listing closes accounts, all may be closed by now, also by other listings of this run.
  const isGone = made.every(({ items }) => items.length === 0);
  if (isGone && early.every(({ added, removed }) => added === 0 && removed > 0)) throw vanished(first);
  // A change caused by the listing does not grow with time: one caused by others is larger after a pause.
  await sleep(600);
  made.push(...(await repeatedListings(2)));
  return expectUnchanged(made, 'five times, with a pause before the last two');
});
