import { code } from '../../schemas/marked.js';
import { listAccounts } from '../../schemas/operations.js';
import { prove } from '../client/context.js';
import type { Response } from '../client/message.js';
import { describeResponse, isSuccess } from '../client/response.js';
import { send } from '../client/send.js';
import { Failed, Inconclusive } from '../client/verdicts.js';
import { identityValues, sameCustomer } from '../identity/customer-identity.js';
import { leavesOf } from '../json/json-leaves.js';
import { fixture } from '../runner/fixture.js';
import { createValidCustomer, needsSecondTenant, requireAcceptedKey } from './baseline-requests.js';
import { creationBaseline } from './creation-baseline.js';
import { disclosed, shortestTrace } from './leak-detection.js';

/** The second tenant's listing, whatever the response. @throws Skipped without a second tenant */
export const secondListing = fixture('the second tenant’s listing', async () => {
  needsSecondTenant();
  return send(listAccounts, { caller: 'second', purpose: 'for the second tenant' });
});

/**
 * Sends a request as the second tenant, and searches the response for data of a customer of the first.
 *
 * An identity may agree by chance, as where each tenant has its own counter. So where the response discloses nothing but
 * an identity, the probe repeats with two new customers, the later first: a counter that moves on cannot match both.
 * @param customer a creation of the first tenant that no other probe of this kind uses
 * @param probe the second tenant's request about a customer of the first
 * @throws Failed where a response contains data of that customer, Inconclusive where that cannot be determined
 */
export async function expectNoDisclosure(
  customer: Response,
  probe: (customer: Response) => Promise<Response>,
): Promise<void> {
  requireAcceptedKey(await secondListing());
  const response = await probe(customer);
  prove({
    expected: undisclosed,
    received: `${response.status}, without data of that customer`,
    control: { request: 'the first tenant’s own request', response: customer },
    response,
  });
  if (!(await givesIdentity(customer, response))) return;
  const [earlier, later] = [
    await createValidCustomer({ purpose: 'once more' }),
    await createValidCustomer({ purpose: 'once more' }),
  ];
  for (const one of [later, earlier]) {
    if (!isSuccess(one))
      throw new Inconclusive(`${describeResponse(one)} returned ${one.status}, so the probe could not be repeated.`);
    if (!(await givesIdentity(one, await probe(one)))) return;
  }
  throw disclosure(response, 'the identity');
}

/** Whether a response discloses a customer's identity. @throws Failed where it discloses more than that */
async function givesIdentity(customer: Response, response: Response): Promise<boolean> {
  const { identity } = await creationBaseline();
  requireAcceptedKey(response);
  if (disclosed(response, personal(customer)).length > 0 || holdsName(response, customer))
    throw disclosure(response, 'personal data');
  // A response that shows what the second tenant has just sent, and the first has not, is about its own customer.
  if (isSuccess(response) && showsOwn(response, customer)) return false;
  const values = identity ? identityValues(customer, identity) : [];
  if (disclosed(response, values).length > 0) return true;
  if (!isSuccess(response)) return false;
  if (!identity && response.text === '') return false;
  if (identity) return sameCustomer(response, customer, identity) === true && !isOwn(response, values);
  throw new Inconclusive(
    `${describeResponse(response)} returned ${response.status} without a customer id, so the owner cannot be determined. Set ${code('CONFORMANCE_CUSTOMER_ID_POINTER')} if the response contains one.`,
  );
}

/** Whether a response shows the e-mail address or phone of its own request, which the customer does not have. */
function showsOwn(response: Response, customer: Response): boolean {
  const own = personal(response).filter((value) => !personal(customer).includes(value));
  const shown = leavesOf(response.json).map(({ value }) => value);
  return own.some((value) => shown.includes(value));
}

/** Whether an identity derives from the second tenant's own request, such as the key. */
function isOwn(response: Response, values: readonly string[]): boolean {
  return values.some((value) => value.length >= shortestTrace) && disclosed(response, values).length === 0;
}

const undisclosed = 'any response without data of the first tenant’s customer';

function disclosure(response: Response, what: string): Failed {
  return new Failed({
    found: `The service disclosed ${what} of the first tenant’s customer to the second tenant.`,
    expected: undisclosed,
    received: `${response.status}, containing ${what} of that customer`,
    response,
  });
}

/** Values of a customer that no other customer has. */
function personal({ request }: Response): string[] {
  const { email, phone } = request.customer ?? {};
  return [email, phone].filter((value) => typeof value === 'string');
}

/** Whether a response shows first and last name of a customer, and its own request contained another's. */
function holdsName(response: Response, { request }: Response): boolean {
  const { first_name, last_name } = request.customer ?? {};
  const own = response.request.customer ?? {};
  if (typeof first_name !== 'string' || typeof last_name !== 'string' || own.last_name === last_name) return false;
  const shown = leavesOf(response.json).map(({ value }) => value);
  const whole = shown.some((value) => String(value).includes(`${first_name} ${last_name}`));
  return whole || (shown.includes(first_name) && shown.includes(last_name));
}
