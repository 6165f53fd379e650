import { listAccounts } from '../../schemas/operations.js';
import { fixture } from '../engine/fixture.js';
import { Contradiction, Undecided } from '../engine/outcome.js';
import { isSuccess, type Reply, told } from '../engine/reply.js';
import { send } from '../engine/send.js';
import { identityIn, identityValues } from '../identity/customer-identity.js';
import { leavesOf } from '../identity/leaves.js';
import { acquaintance } from './acquaintance.js';
import { keyAccepted, needsSecondTenant } from './admission.js';
import { disclosed, telling } from './disclosure.js';

/** The second tenant's listing, whatever its answer. @throws Withheld where there is no second tenant */
export const secondListing = fixture('the second tenant’s listing', async () => {
  needsSecondTenant();
  return send(listAccounts, { caller: 'second', purpose: 'for the second tenant' });
});

/**
 * Asks on behalf of the second tenant, and looks in the answers for anything of a customer of the first.
 *
 * Identities that are too short to be one thing's own, as where each tenant counts from 1, may agree by chance. Then it
 * asks again about a customer that was created earlier: a counter that has moved on cannot agree with both.
 * @param probe what the second tenant asks about a customer of the first
 * @throws Contradiction where an answer holds something of that customer, Undecided where that cannot be told
 */
export async function mustNotDisclose(probe: (customer: Reply) => Promise<Reply>): Promise<void> {
  needsSecondTenant();
  keyAccepted(await secondListing());
  const { identity, original, control } = await acquaintance();
  const earlier = [control, original];
  for (const customer of earlier) {
    const reply = await probe(customer);
    keyAccepted(reply);
    const values = identity ? identityValues(customer, identity) : [];
    const found = disclosed(reply, [...values, ...personal(customer)]);
    const named = holdsName(reply, customer);
    if (found.length > 0 || named) {
      throw disclosure(reply, values.some((value) => found.includes(value)) ? 'the identity' : 'personal data');
    }
    if (values.some((value) => value.length >= telling) || !isSuccess(reply) || reply.text === '') return;
    if (!identity) {
      throw new Undecided(
        `${told(reply)} is answered ${reply.status}, and no identity of a customer was found in the answers, so whose it is cannot be told. Set CONFORMANCE_CUSTOMER_ID_POINTER if they hold one.`,
      );
    }
    const own = identityIn(reply, identity);
    if (own === undefined || own !== identityIn(customer, identity)) return;
    if (customer === earlier.at(-1)) throw disclosure(reply, 'the identity');
  }
}

function disclosure(reply: Reply, what: string): Contradiction {
  return new Contradiction({
    found: `The second tenant is given ${what} of the first tenant’s customer.`,
    expected: 'any answer that holds nothing of the first tenant’s customer',
    received: `${reply.status}, with ${what} of that customer in it`,
    reply,
  });
}

/** Values of a customer that no other has: long ones, and not those that many share. */
function personal({ asked }: Reply): string[] {
  const { email, phone } = asked.customer ?? {};
  return [email, phone].filter((value) => typeof value === 'string');
}

/** Whether an answer shows first and last name of a customer, where its own request held another's. */
function holdsName(reply: Reply, { asked }: Reply): boolean {
  const { first_name, last_name } = asked.customer ?? {};
  const own = reply.asked.customer ?? {};
  if (typeof first_name !== 'string' || typeof last_name !== 'string' || own.last_name === last_name) return false;
  const shown = leavesOf(reply.json).map(({ value }) => value);
  return shown.includes(first_name) && shown.includes(last_name);
}
