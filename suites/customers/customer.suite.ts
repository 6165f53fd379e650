/** Resources, customer and address object; Endpoints with a shown shape, POST {base_url}/customers. */

import type { Response } from '../../helpers/client/message.js';
import { inItsWords, isRejection, isSuccess, returned } from '../../helpers/client/response.js';
import { type ControlResponse, Failed, Inconclusive, type Proof } from '../../helpers/client/verdicts.js';
import type { Checks } from '../../helpers/runner/suite.js';
import type { DecidableId } from '../../schemas/fsapi/catalogue.js';
import { code } from '../../schemas/marked.js';
import { creationBaseline, leapDay } from '../shared/creation-baseline.js';
import { describe } from '../shared/describe.js';
import { customersAreAccepted } from '../shared/facts.js';
import { requireAcceptedKey, requireOwnResponse, requireRightAddress } from '../shared/right-address.js';
import { baselineCreation, isTrueSuccess } from '../shared/valid-requests.js';
import { rejectionOfTheValidCustomer } from '../shared/why-rejected.js';
import { mutations } from './invalid-values.js';
import { createWith, mustBeRejected, validCustomer } from './must-be-rejected.js';

const expected = 'success (any 2xx)';

const accepted = (response: Response) => ({ expected, received: `${response.status}, valid value accepted`, response });

const notAccepted = (response: Response, what = 'a valid customer', control?: ControlResponse): Failed =>
  new Failed({
    found: `The service returned ${response.status} for ${what}.`,
    expected,
    received: `${response.status}${inItsWords(response)}`,
    response,
    control,
  });

export const CUST_01 = describe('CUST-01', ({ test }) => {
  test('every member of the table, well-formed', async ({ configuration }) => {
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
});

/** A well-formed value of a member is accepted; that an invalid one is rejected follows by inference. */
function aMember({ test, id }: Checks<DecidableId>): void {
  test('a well-formed value is accepted', async () => {
    const response = await baselineCreation();
    if (isTrueSuccess(response)) return accepted(response);
    const { member } = (await rejectionOfTheValidCustomer()) ?? {};
    if (member?.requirement === id) throw notAccepted(response, `a valid customer with ${code(member.name)}`);
    // Throws, and says why the service rejects the valid customer.
    return accepted((await creationBaseline()).original);
  });
  const about = { basis: 'inferred', given: [customersAreAccepted] } as const;
  const invalidValues = mutations.filter(({ id: requirement }) => requirement === id);
  test.each(invalidValues)('create customer: $name', about, mustBeRejected);
}

async function leapDayIsAccepted(): Promise<Proof> {
  const { acceptance } = await creationBaseline();
  const born = await leapDay();
  if (acceptance(born) === 'accepted') return accepted(born);
  const dayBefore = await createWith('/date_of_birth', '2000-02-28');
  // Responses that echo the request show by their status alone that both were accepted.
  if ([born, dayBefore].every((response) => isSuccess(response) && acceptance(response) === 'unclear'))
    return { response: born };
  if (isRejection(born) && acceptance(dayBefore) === 'accepted') {
    const control = validCustomer(dayBefore, '/date_of_birth');
    throw notAccepted(born, 'the valid leap day `2000-02-29`', control);
  }
  throw new Inconclusive(
    `The valid leap day ${code('2000-02-29')} returned ${born.status}, and the day before it ${dayBefore.status}.`,
  );
}

export const CUST_02 = describe('CUST-02', aMember); // first_name: string
export const CUST_03 = describe('CUST-03', aMember); // last_name: string
export const CUST_04 = describe('CUST-04', aMember); // middle_name: string
export const CUST_05 = describe('CUST-05', aMember); // email: e-mail address
export const CUST_06 = describe('CUST-06', aMember); // phone: international format with leading plus sign and country code
export const CUST_07 = describe('CUST-07', aMember); // type: string, the kind of customer
export const CUST_08 = describe('CUST-08', aMember); // gender: lowercase word
// date_of_birth: calendar date, YYYY-MM-DD
export const CUST_09 = describe('CUST-09', ({ test, id }) => {
  aMember({ test, id });
  test('29 February 2000 is accepted', leapDayIsAccepted);
});

export const CUST_10 = describe('CUST-10', aMember); // address: object
export const CUST_11 = describe('CUST-11', aMember); // address_line1: string
export const CUST_12 = describe('CUST-12', aMember); // city: string
export const CUST_13 = describe('CUST-13', aMember); // country: two-letter uppercase code
export const CUST_14 = describe('CUST-14', aMember); // postal_code: string
export const CUST_15 = describe('CUST-15', aMember); // state: <country code>-<subdivision code>, as in ISO 3166-2
