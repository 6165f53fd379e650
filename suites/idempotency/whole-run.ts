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
  const creations = mistaken.length === 1 ? 'A creation under a key' : `${mistaken.length} creations under keys`;
  throw new Failed({
    found: `${creations} never used before returned a customer that another key had created.`,
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

/** By how many accounts the listing grows meanwhile; undefined where it was not read whole, or no customer was accepted. */
async function growth(sent: string, work: () => Promise<Response>) {
  const { acceptance } = await creationBaseline();
  const before = await list({ purpose: `before ${sent}` });
  const response = await work();
  const after = await list({ purpose: `after ${sent}` });
  const isClear = !before.paged && !after.paged && acceptance(response) === 'accepted';
  return { response, listing: after.response, grown: isClear ? after.items.length - before.items.length : undefined };
}

/** Sends a creation so many times more. */
async function retried(response: Response, times: number): Promise<Response> {
  for (let more = times; more > 0; more -= 1)
    await send(createCustomer, { ...againOf(response), purpose: 'again, same key' });
  return response;
}

/**
 * Where each new customer has accounts, a duplicate shows in the listing, whatever the retry returned. Others may open
 * accounts meanwhile: so the listing has to grow with the number of tries, exactly, in four rounds.
 * @throws Failed where it does (IDEM-01)
 */
export async function expectNoHiddenDuplicate(): Promise<Proof> {
  const known = await creationBaseline();
  await requireKeysTakeEffect(known);
  const round = (tries: number) =>
    growth(tries === 1 ? 'a customer is created once' : `the same creation is sent ${tries} times`, async () =>
      retried(await createValidCustomer({ purpose: `to be sent ${tries} times` }), tries - 1),
    );
  const passed = ({ listing, grown }: Awaited<ReturnType<typeof growth>>, after: string): Proof => ({
    expected: 'as many new accounts as for one try',
    received: `${grown ?? 'unclear'} new accounts after ${after}`,
    response: listing,
  });
  // Where retries alone add nothing, no customer has to be created to see it.
  const retries = await growth('retries', () => retried(known.control, 3));
  if (retries.grown !== undefined && retries.grown <= 0) return passed(retries, '3 retries');
  const one = await round(1);
  if (one.grown === undefined || one.grown <= 0) return passed(one, 'one creation, so a duplicate does not show here');
  let last = one;
  for (const tries of [3, 1, 4]) {
    last = await round(tries);
    if (last.grown !== tries * one.grown) return passed(last, `${tries} tries, ${one.grown} after one`);
  }
  throw new Failed({
    found: 'Retries returned the first customer again, but the listing grew with each retry.',
    expected: `${one.grown} new accounts, however often the client retries`,
    received: `${last.grown} new accounts after 4 tries`,
    control: { request: 'one POST under another key', response: one.response, outcome: `${one.grown} new accounts` },
    response: last.response,
  });
}
