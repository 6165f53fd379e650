import { listAccounts } from '../../schemas/operations.js';
import { fixture } from '../engine/fixture.js';
import { Contradiction, Undecided } from '../engine/outcome.js';
import { isSuccess, type Reply, told } from '../engine/reply.js';
import { send } from '../engine/send.js';
import { identityValues, sameCustomer } from '../identity/customer-identity.js';
import { leavesOf } from '../identity/leaves.js';
import { acquaintance } from './acquaintance.js';
import { create, keyAccepted, needsSecondTenant } from './admission.js';
import { disclosed, telling } from './disclosure.js';

/** The second tenant's listing, whatever its answer. @throws Withheld where there is no second tenant */
export const secondListing = fixture('the second tenant’s listing', async () => {
  needsSecondTenant();
  return send(listAccounts, { caller: 'second', purpose: 'for the second tenant' });
});

/**
 * Asks on behalf of the second tenant, and looks in the answers for anything of a customer of the first.
 *
 * An identity may agree by chance, as where each tenant counts for itself. So where nothing but an identity is given
 * away it asks again about two new customers, the later first: a counter that moves on cannot agree with both.
 * @param customer a creation of the first tenant that no other probe of this kind uses
 * @param probe what the second tenant asks about a customer of the first
 * @throws Contradiction where an answer holds something of that customer, Undecided where that cannot be told
 */
export async function mustNotDisclose(customer: Reply, probe: (customer: Reply) => Promise<Reply>): Promise<void> {
  keyAccepted(await secondListing());
  const reply = await probe(customer);
  if (!(await givesIdentity(customer, reply))) return;
  const [earlier, later] = [await create({ purpose: 'once more' }), await create({ purpose: 'once more' })];
  for (const one of [later, earlier]) {
    if (!isSuccess(one)) throw new Undecided(`${told(one)} is answered ${one.status}, so it could not be asked again.`);
    if (!(await givesIdentity(one, await probe(one)))) return;
  }
  throw disclosure(reply, 'the identity');
}

/** Whether an answer gives a customer's identity away. @throws Contradiction where it gives more than that */
async function givesIdentity(customer: Reply, reply: Reply): Promise<boolean> {
  const { identity } = await acquaintance();
  keyAccepted(reply);
  if (disclosed(reply, personal(customer)).length > 0 || holdsName(reply, customer))
    throw disclosure(reply, 'personal data');
  // An answer that shows what the second tenant has just sent, and the first has not, is about its own customer.
  if (isSuccess(reply) && showsOwn(reply, customer)) return false;
  const values = identity ? identityValues(customer, identity) : [];
  if (disclosed(reply, values).length > 0) return true;
  if (!isSuccess(reply)) return false;
  if (!identity && reply.text === '') return false;
  if (identity) return sameCustomer(reply, customer, identity) === true && !isOwn(reply, values);
  throw new Undecided(
    `${told(reply)} is answered ${reply.status}, and no identity of a customer was found in the answers, so whose it is cannot be told. Set CONFORMANCE_CUSTOMER_ID_POINTER if they hold one.`,
  );
}

/** Whether an answer shows an e-mail address or phone that its own request held and the customer does not have. */
function showsOwn(reply: Reply, customer: Reply): boolean {
  const own = personal(reply).filter((value) => !personal(customer).includes(value));
  const shown = leavesOf(reply.json).map(({ value }) => value);
  return own.some((value) => shown.includes(value));
}

/** Whether an identity is made from what the second tenant itself sent, such as the key: then it is its own. */
function isOwn(reply: Reply, values: readonly string[]): boolean {
  return values.some((value) => value.length >= telling) && disclosed(reply, values).length === 0;
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
  const whole = shown.some((value) => String(value).includes(`${first_name} ${last_name}`));
  return whole || (shown.includes(first_name) && shown.includes(last_name));
}
