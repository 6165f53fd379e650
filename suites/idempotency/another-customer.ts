import { Failed, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { claimedIdentity } from '../../helpers/identity/resource-identity.js';
import { code } from '../../schemas/marked.js';
import { type CreationBaseline, creationBaseline, isCertain, requireDistinctCustomers } from '../creation-baseline.js';
import { creationsOfTheRun, customersByKey } from './customers-by-key.js';
import { requireKeysTakeEffect } from './tries.js';

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
