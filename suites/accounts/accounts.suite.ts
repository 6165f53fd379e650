/**
 * Endpoints with a shown shape, GET {base_url}/accounts; Endpoints, common request headers: a request with Api-Key and
 * x-tenant-id lists that tenant's accounts. Gaps: a listing without x-tenant-id, or with an unknown one; its status and
 * shape; query parameters, filters and paging.
 */

import { sleep } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { hasJsonType, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed } from '../../helpers/client/verdicts.js';
import { reportsRejection } from '../../helpers/identity/acceptance.js';
import { readListing } from '../../helpers/identity/listing.js';
import { howOften } from '../../helpers/json/how-often.js';
import { inferSchema, memberList } from '../../helpers/json/infer-schema.js';
import { leavesOf } from '../../helpers/json/json-leaves.js';
import { wordsOf } from '../../helpers/json/member-names.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { suite } from '../../helpers/runner/suite.js';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import { listAccounts } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { requireAcceptedTenant, requireOwnResponse, requireRightAddress } from '../baselines.js';
import {
  examples,
  headersLike,
  inWords,
  isListing,
  type Normal,
  namesInWords,
  normal,
  observed,
  oneOf,
  outcomeByStatus,
  someSeen,
  statuses,
} from '../observing.js';
import { assertValid, baselineListing, requireAcceptedKey } from '../requests.js';
import { listingsDoNotMix } from './isolation.suite.js';
import { givesNothing, list, type ReadListing } from './listing.js';
import { changesOf, expectUnchanged, repeatedListings, vanished } from './repeated-listing.js';
import { randomTenantId, tenantHeader } from './tenant-ids.js';

export const accounts = suite<typeof fsapi>();
const { check, observe } = accounts;

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

// What the specification leaves open of listings.

for (const [name, what, change] of [
  [
    'without x-tenant-id',
    () => `A listing without ${code(tenantHeader())}`,
    () => ({ tenant: null, purpose: `without ${tenantHeader()}` }),
  ],
  [
    'with an unknown x-tenant-id',
    () => 'A listing for an unknown tenant',
    () => ({ tenant: randomTenantId(), purpose: `with an ${tenantHeader()} that names no tenant: a random id` }),
  ],
] as const) {
  // Whether it has accounts: ACCT-04 judges whose they are.
  observe('ACCT-06', name, async () => {
    const own = await baselineListing();
    requireAcceptedKey(own);
    const response = await send(listAccounts, { ...change(), guess: true });
    const outcome = outcomeByStatus(response);
    const isEmpty = isSuccess(own) && (readListing(own)?.items.length ?? 0) === 0;
    if (outcome.acceptance !== 'accepted' || isEmpty) return observed(what(), outcome);
    const gives = givesNothing(response) ? 'no accounts' : 'accounts';
    return {
      observation: { ...normal(outcome), gives },
      sentences: [`${what()} ${inWords(outcome)} and contains ${gives}.`],
    };
  });
}

observe('ACCT-07', 'listings in passing', { phase: 'last' }, async () => {
  const listings = someSeen(isListing, 'A listing');
  const schema = inferSchema(listings.filter((response) => response.isJson).map((response) => response.json));
  const observation = { statuses: statuses(listings), ...(schema !== undefined && { schema }) };
  return {
    observation,
    sentences: [`A listing returns ${oneOf(observation.statuses)}.`, `The response contains ${memberList(schema)}.`],
    seen: examples(listings),
  };
});

/** Parameters that listings of this kind often accept. Others may have an effect where none of these has. */
const parameters = [
  'limit=1',
  'page_size=1',
  'per_page=1',
  'page=2',
  'offset=1',
  'currency=XXX',
  'conformance_probe=1',
];

observe('ACCT-08', 'query parameters', async () => {
  requireAcceptedKey(await baselineListing());
  const before = await list({ purpose: 'before query parameters' });
  const given: Record<string, Response> = {};
  for (const query of parameters) given[query] = await send(listAccounts, { query, purpose: `with ?${query}` });
  // Accounts may be closed meanwhile: fewer means fewer than both before and after.
  const after = await list({ purpose: 'after query parameters' });
  const least = Math.min(before.items.length, after.items.length);
  const observation: Record<string, Normal & { changes?: string }> = {};
  const parts: string[] = [];
  for (const [query, response] of Object.entries(given)) {
    const listing = isSuccess(response) ? readListing(response) : undefined;
    // With fewer than two accounts no parameter can show an effect.
    const changes = least < 2 || !listing ? undefined : listing.items.length < least ? 'fewer accounts' : 'nothing';
    const outcome = outcomeByStatus(response);
    observation[query] = { ...normal(outcome), ...(changes !== undefined && { changes }) };
    if (outcome.acceptance !== 'accepted') parts.push(`${code(`?${query}`)} ${inWords(outcome)}.`);
    else if (changes === 'fewer accounts') parts.push(`${code(`?${query}`)} returns fewer accounts.`);
  }
  return {
    observation,
    sentences: parts.length > 0 ? parts : [`None of ${parameters.length} query parameters changes the listing.`],
  };
});

/** Words that members and headers of paging have in their names. */
const paging = /^(next|previous|prev|cursor|page|pages|pagination|paging|total|limit|offset|hasmore|more)$/;

observe('ACCT-08', 'listings in passing', { phase: 'last' }, async () => {
  const listings = someSeen(isListing, 'A listing');
  const members = howOften(
    listings.map((response) =>
      leavesOf(response.json)
        .filter(
          ({ pointer, names }) =>
            !/\/\d+(\/|$)/.test(pointer) && names.flatMap(wordsOf).some((word) => paging.test(word)),
        )
        .map(({ pointer }) => pointer),
    ),
  );
  const headers = headersLike(listings, /^link$|^x-(total|next|page|per-page)|^content-range$|^accept-ranges$/);
  return {
    observation: { headers, members },
    sentences: [`Paging headers: ${namesInWords(headers)}.`, `Paging members: ${namesInWords(members)}.`],
    seen: examples(listings),
  };
});
