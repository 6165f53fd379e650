import type { Response } from '../../helpers/client/message.js';
import { send } from '../../helpers/client/send.js';
import { Failed, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { claimedIdentity } from '../../helpers/identity/resource-identity.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { list } from '../accounts/listing.js';
import { type CreationBaseline, creationBaseline, isCertain, requireDistinctCustomers } from '../creation-baseline.js';
import { createValidCustomer } from '../requests.js';
import { creationsOfTheRun, customersByKey } from './customers-by-key.js';
import { againOf, requireKeysTakeEffect } from './tries.js';

const expected = 'under each key a customer of its own';

/**
 * Searches all responses of the run for a customer that was created under another key.
 * @throws Failed where a response under a key never used before shows one (IDEM-04), Skipped where keys take no effect (IDEM-01)
 */
export async function expectOwnCustomers(): Promise<Proof> {
  const known = await creationBaseline();
  if (!known.identity) return expectNotCanned(known);
  const { mistaken, fresh } = customersByKey(known.identity);
  const [first] = mistaken;
  if (!first) {
    await requireKeysTakeEffect(known);
    if (fresh === 0) throw new Skipped('No customer id in the responses is long enough to be one customer’s alone.');
    return { expected, received: `no customer of another key in ${fresh} responses`, response: known.control };
  }
  const { response, of } = first;
  throw new Failed({
    found: `${mistaken.length === 1 ? 'A creation' : `${mistaken.length} creations`} under ${mistaken.length === 1 ? 'a key' : 'keys'} never used before returned a customer that another key had created.`,
    expected,
    received: `${response.status}, the customer of another key`,
    control: { request: 'the POST that created this customer', response: of, outcome: 'the same customer' },
    likelyCause:
      'The service looks up a short digest or a part of the `Idempotency-Key`, or returns one of a few prepared customers.',
    response,
  });
}

/**
 * Where every creation has one body, nothing in it differs, so that nothing is known to identify. It fails where the body
 * names a customer by an identifier that is long enough to be nobody else's.
 */
function expectNotCanned(known: CreationBaseline): Proof {
  const { original, control } = known;
  const claimed = claimedIdentity(original);
  const creations = creationsOfTheRun();
  if (!claimed || creations.length < 2 || creations.some(({ text }) => text !== original.text))
    throw new Skipped('The responses show no customer id, so they cannot show a customer of another key.');
  if (!isCertain(claimed)) requireDistinctCustomers(known);
  throw new Failed({
    found: `Creations of ${creations.length} customers under ${creations.length} keys all returned the same customer: ${code(claimed.pointer)} never differs.`,
    expected,
    received: `${control.status}, the first customer`,
    control: { request: 'the first customer, under its own key', response: original, outcome: 'the same customer' },
    likelyCause: 'The response is canned: it does not depend on the request.',
    response: control,
  });
}

/** A customer whose creation was tried several times, and by how many accounts the listing grew meanwhile. */
interface Round {
  readonly response: Response;
  /** The listing after all tries. */
  readonly listing: Response;
  /** Undefined where the listing was not read whole, or the service did not accept the customer. */
  readonly grown: number | undefined;
}

async function round(tries: number): Promise<Round> {
  const { acceptance } = await creationBaseline();
  const sent = tries === 1 ? 'a customer is created once' : `the same creation is sent ${tries} times`;
  const before = await list({ purpose: `before ${sent}` });
  const response = await createValidCustomer({ purpose: tries === 1 ? 'once' : `to be sent ${tries} times` });
  for (let more = tries; more > 1; more -= 1)
    await send(createCustomer, { ...againOf(response), purpose: 'again, same key' });
  const after = await list({ purpose: `after ${sent}` });
  const isClear = !before.paged && !after.paged && acceptance(response) === 'accepted';
  const grown = isClear ? after.items.length - before.items.length : undefined;
  return { response, listing: after.response, grown };
}

/**
 * Where each new customer has accounts, a duplicate shows in the listing, whatever the retry returned. Others may open
 * accounts meanwhile: so the listing has to grow with the number of tries, exactly, in four rounds.
 * @throws Failed where it does (IDEM-01)
 */
export async function expectNoHiddenDuplicate(): Promise<Proof> {
  const known = await creationBaseline();
  await requireKeysTakeEffect(known);
  // Where retries alone add nothing, no customer has to be created to see it.
  const before = await list({ purpose: 'before retries' });
  for (let more = 3; more > 0; more -= 1)
    await send(createCustomer, { ...againOf(known.control), purpose: 'again, same key' });
  const after = await list({ purpose: 'after retries' });
  const isWhole = !before.paged && !after.paged && known.acceptance(known.control) === 'accepted';
  if (isWhole && after.items.length <= before.items.length)
    return {
      expected: 'no new account for a retry',
      received: 'no new account after 3 retries',
      response: after.response,
    };
  const one = await round(1);
  if (one.grown === undefined || one.grown <= 0)
    return {
      expected: 'no new account for a retry',
      received: `${one.grown ?? 'unclear'} new accounts after one creation, so a duplicate does not show here`,
      response: one.listing,
    };
  let last = one;
  for (const tries of [3, 1, 4]) {
    const next = await round(tries);
    if (next.grown !== tries * one.grown)
      return {
        expected: 'as many new accounts as for one try',
        received: `${next.grown ?? 'unclear'} new accounts after ${tries} tries, ${one.grown} after one`,
        response: last.response,
      };
    last = next;
  }
  throw new Failed({
    found: 'Retries returned the first customer again, but the listing grew with each retry.',
    expected: `${one.grown} new accounts, however often the client retries`,
    received: `${last.grown} new accounts after 4 tries`,
    control: { request: 'one POST under another key', response: one.response, outcome: `${one.grown} new accounts` },
    response: last.response,
  });
}
