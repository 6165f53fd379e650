/**
 * Resources, customer and address object; Endpoints with a shown shape, POST {base_url}/customers.
 *
 * The service accepts a valid customer, and rejects one with an invalid member; a rejection counts only beside the former.
 */

import type { Response } from '../../helpers/client/message.js';
import { inItsWords, isRejection, isSuccess, returned } from '../../helpers/client/response.js';
import { type ControlResponse, Failed, Inconclusive } from '../../helpers/client/verdicts.js';
import type { DecidableId } from '../../schemas/fsapi/catalogue.js';
import { createCustomer } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import { area } from '../area.js';
import { requireOwnResponse, requireRightAddress } from '../baselines.js';
import { creationBaseline } from '../creation-baseline.js';
import { customersAreAccepted } from '../facts.js';
import { baselineCreation, isTrueSuccess, requireAcceptedKey } from '../requests.js';
import { rejectionOfTheValidCustomer } from '../why-rejected.js';
import { mutations } from './invalid-values.js';
import { createWith, leapDay, mustBeRejected, validCustomer } from './must-be-rejected.js';

export const customer = area();
const { check } = customer;

const expected = 'success (any 2xx)';

const accepted = (response: Response) => ({ expected, received: `${response.status}, valid value accepted`, response });

const notAccepted = (response: Response, what = 'a valid customer', control?: ControlResponse): Failed =>
  new Failed({
    found: `The service returned ${response.status} for ${what}.`,
    received: `${response.status}${inItsWords(response)}`,
    ...{ expected, response, ...(control && { control }) },
  });

check('CUST-01', 'every member of the table, well-formed', async ({ configuration }) => {
  const response = await baselineCreation();
  requireAcceptedKey(response);
  await requireOwnResponse(response);
  if (isTrueSuccess(response)) return { expected, response };
  const cause = await rejectionOfTheValidCustomer();
  if (!cause) await requireRightAddress();
  const { isOpenValue, member, sentence } = cause ?? {};
  const isUnknown = cause && !member && configuration.customer === undefined;
  if (!isOpenValue && !isUnknown) throw notAccepted(response, member && `a valid customer with ${code(member.name)}`);
  throw new Inconclusive(`${returned(response)}.${inItsWords(response)} ${sentence}`, 'CUST-01');
});

/** A well-formed value of a member is accepted; that an invalid one is rejected follows by inference. */
function checkMember(id: DecidableId): void {
  check(id, 'a well-formed value is accepted', async () => {
    const response = await baselineCreation();
    if (isTrueSuccess(response)) return accepted(response);
    const { member } = (await rejectionOfTheValidCustomer()) ?? {};
    if (member?.requirement === id) throw notAccepted(response, `a valid customer with ${code(member.name)}`);
    // Throws, and says why the service rejects the valid customer.
    return accepted((await creationBaseline()).original);
  });
  const about = { basis: 'inferred', given: [customersAreAccepted] } as const;
  for (const mutation of mutations.filter((one) => one.id === id))
    check(id, `${createCustomer.name}: ${mutation.name}`, about, (target) => mustBeRejected(mutation, target));
}

checkMember('CUST-02'); // first_name: string
checkMember('CUST-03'); // last_name: string
checkMember('CUST-04'); // middle_name: string
checkMember('CUST-05'); // email: e-mail address
checkMember('CUST-06'); // phone: international format with leading plus sign and country code
checkMember('CUST-07'); // type: string, the kind of customer
checkMember('CUST-08'); // gender: lowercase word
checkMember('CUST-09'); // date_of_birth: calendar date, YYYY-MM-DD
checkMember('CUST-10'); // address: object
checkMember('CUST-11'); // address_line1: string
checkMember('CUST-12'); // city: string
checkMember('CUST-13'); // country: two-letter uppercase code
checkMember('CUST-14'); // postal_code: string
checkMember('CUST-15'); // state: <country code>-<subdivision code>, as in ISO 3166-2

check('CUST-09', '29 February 2000 is accepted', async () => {
  const { acceptance } = await creationBaseline();
  const born = await leapDay();
  if (acceptance(born) === 'accepted') return accepted(born);
  const dayBefore = await createWith('/date_of_birth', '2000-02-28');
  // Responses that only echo the request show by their status alone that both were accepted.
  if ([born, dayBefore].every((response) => isSuccess(response) && acceptance(response) === 'unclear'))
    return { response: born };
  if (isRejection(born) && acceptance(dayBefore) === 'accepted') {
    const control = validCustomer(dayBefore, '/date_of_birth');
    throw notAccepted(born, 'the valid leap day `2000-02-29`', control);
  }
  throw new Inconclusive(
    `The valid leap day ${code('2000-02-29')} returned ${born.status}, and the day before it ${dayBefore.status}.`,
  );
});
