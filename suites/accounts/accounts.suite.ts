/** Endpoints with a shown shape, GET {base_url}/accounts; Endpoints, common request headers. */

import { sleep, type Target } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import { hasJsonType, isSuccess } from '../../helpers/client/response.js';
import { Failed, type Observed } from '../../helpers/client/verdicts.js';
import { reportsRejection } from '../../helpers/identity/acceptance.js';
import { readListing } from '../../helpers/identity/listing.js';
import { memberList } from '../../helpers/json/infer-schema.js';
import { type Leaf, leavesOf, wordsOf } from '../../helpers/json/json-leaves.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { headers, listAccounts } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { countAlone } from '../shared/accounts-opened.js';
import { describe } from '../shared/describe.js';
import { givesNothing, list } from '../shared/listing.js';
import * as observing from '../shared/observing.js';
import { howOften, inPassing, lookingBack } from '../shared/observing.js';
import * as address from '../shared/right-address.js';
import { sampleOf, shapeOf } from '../shared/shape.js';
import { randomTenantId } from '../shared/tenants.js';
import { baselineListing, isTrueSuccess } from '../shared/valid-requests.js';
import { guess, listingsApart } from './isolation.js';
import { changesOf, expectUnchanged, repeatedListings } from './repeated-listings.js';

export const ACCT_01 = describe('ACCT-01', ({ test }) => {
  test('with the key and the tenant id', async () => {
    const response = await baselineListing();
    address.requireAcceptedKey(response);
    await address.requireAcceptedTenant(response);
    await address.requireRightAddress();
    await address.requireOwnResponse(response);
    const { status, headers: received, text, isJson, cut } = response;
    const hasJson = text === '' || (hasJsonType(response) && (isJson || cut));
    if (isTrueSuccess(response) && hasJson) return { response };
    const how = reportsRejection(response) ? ' with a body that reports a rejection' : ', and no JSON';
    throw new Failed({
      found: `The listing returned ${status}${isSuccess(response) ? how : ''}.`,
      expected: 'success (any 2xx) with JSON',
      received: `${status}, ${code(received.get('content-type') ?? 'no Content-Type')}`,
      response,
    });
  });
});

/** Read early: a listing that changes accounts may soon run out of them. */
const fourListings = fixture('four listings', () => repeatedListings(4));

export const ACCT_05 = describe('ACCT-05', ({ test }) => {
  test('listed four times', { unless: listingsApart }, async () => {
    const readings = await fourListings();
    // Growth alone may come from customers created meanwhile: the other check repeats it without traffic.
    const grows = changesOf(readings)[0]?.removed === 0;
    return expectUnchanged(grows ? readings.slice(-1) : readings, 'four times');
  });

  test('listed again without other traffic', { phase: 'end', unless: listingsApart }, async () => {
    const first = await fourListings();
    if (changesOf(first).length === 0) return expectUnchanged(first, 'four times');
    // A change that the listing causes does not grow with time; one that others cause is larger after a pause.
    return countAlone(async () => {
      const readings = await repeatedListings(3);
      await sleep(600);
      readings.push(...(await repeatedListings(2)));
      return expectUnchanged(readings, 'five times, with a pause before the last two');
    });
  });
});

// Whether such a listing has accounts: ACCT-04 judges whose they are.
export const ACCT_06 = describe('ACCT-06', ({ observe }) => {
  for (const [name, what, id, tenant] of [
    ['without x-tenant-id', `A listing without ${code(headers.tenant)}`, 'no id', () => null],
    ['with an unknown x-tenant-id', 'A listing for an unknown tenant', 'a random id', randomTenantId],
  ] as const)
    observe(name, async () => {
      const own = await baselineListing();
      address.requireAcceptedKey(own);
      const response = await guess('first', tenant(), id);
      const outcome = observing.outcomeByStatus(response);
      const isEmpty = isSuccess(own) && (readListing(own)?.items.length ?? 0) === 0;
      if (outcome.acceptance !== 'accepted' || isEmpty) return observing.observed(what, outcome);
      const gives = givesNothing(response) ? 'no accounts' : 'accounts';
      const sentences = [`${what} ${observing.inWords(outcome)} and contains ${gives}.`];
      return { observation: { ...observing.normal(outcome), gives }, sentences };
    });
});

const listings = observing.seen(observing.kinds.listings);

const shapeOfListings = inPassing(observing.ownListings, (all) => {
  const observation = shapeOf(all);
  const accounts = Math.max(...all.map((response) => readListing(response)?.items.length ?? 0));
  const sample = sampleOf(all, `${all.length} listings, with ${accounts} accounts,`);
  return { observation, sentences: [`The response contains ${memberList(observation)}.`], sample };
});

export const ACCT_07 = describe('ACCT-07', ({ observe }) => {
  observe('listings of the run', lookingBack, async () => {
    await baselineListing();
    return shapeOfListings();
  });
});

/** Parameters that such listings often accept. */
const parameters = 'limit=1 page_size=1 per_page=1 page=2 offset=1 currency=XXX conformance_probe=1'.split(' ');

async function effectsOfParameters({ send }: Target): Promise<Observed> {
  const before = await list({ purpose: 'before query parameters' });
  const responses: Record<string, Response> = {};
  for (const query of parameters) responses[query] = await send(listAccounts, { query, purpose: `with ?${query}` });
  // Accounts may be closed meanwhile, so "fewer" means fewer than both before and after.
  const after = await list({ purpose: 'after query parameters' });
  const least = Math.min(before.items.length, after.items.length);
  const observation: Record<string, object> = {};
  const sentences: string[] = [];
  for (const [query, response] of Object.entries(responses)) {
    const count = isSuccess(response) ? readListing(response)?.items.length : undefined;
    // With one account no parameter shows an effect.
    const isDecided = least >= 2 && count !== undefined;
    const changes = isDecided && (count < least ? 'fewer accounts' : 'nothing');
    const outcome = observing.outcomeByStatus(response);
    observation[query] = { ...observing.normal(outcome), ...(changes && { changes }) };
    if (outcome.acceptance !== 'accepted') sentences.push(`${code(`?${query}`)} ${observing.inWords(outcome)}.`);
    else if (changes === 'fewer accounts') sentences.push(`${code(`?${query}`)} returns fewer accounts.`);
  }
  if (sentences.length === 0) sentences.push(`None of ${parameters.length} query parameters changes the listing.`);
  return { observation, sentences };
}

const paging = /^(next|previous|prev|cursor|page|pages|pagination|paging|total|limit|offset|hasmore|more)$/;

const namesPaging = ({ pointer, names }: Leaf) =>
  !/\/\d+(\/|$)/.test(pointer) && names.flatMap(wordsOf).some((word) => paging.test(word));

function pagingShown(responses: readonly Response[]): Observed {
  const membersOf = ({ json }: Response) => leavesOf(json).flatMap((leaf) => (namesPaging(leaf) ? leaf.pointer : []));
  const headerNames = /^link$|^x-(total|next|page|per-page)|^content-range$|^accept-ranges$/;
  const observation = {
    headers: observing.headersLike(responses, headerNames),
    members: howOften(responses.map(membersOf)),
  };
  const sentences = Object.entries(observation).map(
    ([what, names]) => `Paging ${what}: ${observing.namesInWords(names)}.`,
  );
  return { observation, sentences };
}

export const ACCT_08 = describe('ACCT-08', ({ observe }) => {
  observe('query parameters', effectsOfParameters);
  observe('listings of the run', lookingBack, inPassing(listings, pagingShown));
});

// Success status codes of each operation: not shown.
export const ACCT_09 = describe('ACCT-09', ({ observe }) => {
  observe('listings of the run', lookingBack, inPassing(listings, observing.statusesOf('A listing returns')));
});
