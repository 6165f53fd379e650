/**
 * Endpoints, gaps: what a listing without x-tenant-id, or with an unknown one, gets; its status and shape; query
 * parameters, filters and paging.
 */
import { keyAccepted, rightListing } from '../helpers/controls/admission.js';
import { guesses } from '../helpers/controls/guesses.js';
import { givesNothing, list } from '../helpers/controls/listings.js';
import { observe } from '../helpers/engine/check.js';
import { isSuccess, type Reply } from '../helpers/engine/reply.js';
import { send } from '../helpers/engine/send.js';
import { leavesOf } from '../helpers/identity/leaves.js';
import { readListing } from '../helpers/identity/listing.js';
import { wordsOf } from '../helpers/identity/names.js';
import { inWords, type Normal, normal, outcomeByStatus } from '../helpers/observation/outcome.js';
import {
  headersLike,
  howOften,
  isListing,
  namesTold,
  oneOf,
  someSeen,
  statuses,
} from '../helpers/observation/passing.js';
import { inferSchema, memberList } from '../helpers/observation/schema.js';
import { listAccounts } from '../schemas/operations.js';

observe('ACCT-06', 'without x-tenant-id', async () => {
  const own = await rightListing();
  keyAccepted(own);
  const reply = await send(listAccounts, { tenant: null, purpose: 'without x-tenant-id', guess: true });
  return told('A listing without x-tenant-id', own, reply);
});

observe('ACCT-06', 'with an unknown x-tenant-id', async () => {
  const own = await rightListing();
  keyAccepted(own);
  const purpose = 'with an x-tenant-id that names no tenant: a random id';
  return told(
    'A listing for an unknown tenant',
    own,
    await send(listAccounts, { tenant: guesses().random, purpose, guess: true }),
  );
});

/** What a listing that names no tenant of the caller's gives. Whose accounts those are is ACCT-04's to say. */
function told(what: string, own: Reply, reply: Reply) {
  const outcome = outcomeByStatus(reply);
  const isEmpty = isSuccess(own) && (readListing(own)?.items.length ?? 0) === 0;
  const gives = outcome.became !== 'let in' || isEmpty ? undefined : givesNothing(reply) ? 'no accounts' : 'accounts';
  const observation = { ...normal(outcome), ...(gives !== undefined && { gives }) };
  return {
    observation,
    sentence: `${what} is ${inWords(outcome)}${gives === undefined ? '' : `, and gives ${gives}`}.`,
  };
}

observe(
  'ACCT-07',
  'listings in passing',
  async () => {
    const listings = someSeen(isListing, 'A listing');
    const schema = inferSchema(listings.filter((reply) => reply.isJson).map((reply) => reply.json));
    const observation = { statuses: statuses(listings), ...(schema !== undefined && { schema }) };
    return { observation, sentence: `${oneOf(observation.statuses)}; the answer has ${memberList(schema)}.` };
  },
  { phase: 'last' },
);

/** Parameters that listings of this kind often take. What none of them changes may still be changed by others. */
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
  keyAccepted(await rightListing());
  const before = await list({ purpose: 'before query parameters' });
  const given: Record<string, Reply> = {};
  for (const query of parameters) given[query] = await send(listAccounts, { query, purpose: `with ?${query}` });
  // Others may close accounts meanwhile: fewer is fewer than before and after.
  const after = await list({ purpose: 'after query parameters' });
  const least = Math.min(before.items.length, after.items.length);
  const observation: Record<string, Normal & { changes?: string }> = {};
  for (const [query, reply] of Object.entries(given)) {
    const listing = isSuccess(reply) ? readListing(reply) : undefined;
    // With fewer than two accounts no parameter can show what it changes.
    const changes = least < 2 || !listing ? undefined : listing.items.length < least ? 'fewer accounts' : 'nothing';
    observation[query] = { ...normal(outcomeByStatus(reply)), ...(changes !== undefined && { changes }) };
  }
  const effective = Object.entries(observation).filter(
    ([, { changes, became }]) => changes === 'fewer accounts' || became !== 'let in',
  );
  const parts = effective.map(
    ([query, one]) =>
      `?${query} ${one.became === 'let in' ? 'gives fewer accounts' : `is ${one.became} with ${one.status}`}`,
  );
  return {
    observation,
    sentence:
      parts.length > 0 ? `${parts.join('; ')}.` : `None of ${parameters.length} query parameters changes the listing.`,
  };
});

/** Words that members and headers of paging have in their names. */
const paging = /^(next|previous|prev|cursor|page|pages|pagination|paging|total|limit|offset|hasmore|more)$/;

observe(
  'ACCT-08',
  'listings in passing',
  async () => {
    const listings = someSeen(isListing, 'A listing');
    const members = howOften(
      listings.map((reply) =>
        leavesOf(reply.json)
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
      sentence: `Paging headers: ${namesTold(headers)}; paging members: ${namesTold(members)}.`,
    };
  },
  { phase: 'last' },
);
