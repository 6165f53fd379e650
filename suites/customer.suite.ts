/**
 * Resources, customer and address object; Endpoints with a shown shape, POST {base_url}/customers.
 *
 * The table gives every member a form. A right customer is let in; then one member at a time is bent, all else valid,
 * each bend proved malformed by the schema before it is sent, and the refusal counts beside the right customer only.
 */

import { context } from '../helpers/client/context.js';
import {
  describeResponse,
  isRejection,
  isRejectionOfContent,
  isSuccess,
  type Response,
} from '../helpers/client/response.js';
import { send } from '../helpers/client/send.js';
import { Failed, Inconclusive } from '../helpers/client/verdicts.js';
import { baselineCreation, needsSecondTenant, requireAcceptedKey } from '../helpers/probes/baseline-requests.js';
import { creationBaseline } from '../helpers/probes/creation-baseline.js';
import { expectRejected } from '../helpers/probes/field-validation.js';
import { rejectionOfTheValidCustomer } from '../helpers/probes/rejection-cause.js';
import { expectNoDisclosure } from '../helpers/probes/tenant-isolation.js';
import { assertValid } from '../helpers/probes/valid-request.js';
import { suite } from '../helpers/runner/suite.js';
import { freshCustomer } from '../helpers/test-data/customer.js';
import { withMember } from '../helpers/test-data/member.js';
import { mutations } from '../helpers/test-data/mutations.js';
import { createCustomer } from '../schemas/operations.js';

export const customer = suite();
const { check } = customer;

check('CUST-01', 'every member of the table, well-formed', async () => {
  const response = await baselineCreation();
  requireAcceptedKey(response);
  assertValid(response.request);
  if (isSuccess(response)) return;
  if (!isRejectionOfContent(response)) throw refusedOutright(response, 'a right customer');
  const cause = await rejectionOfTheValidCustomer();
  const configured = context().configuration.customer !== undefined;
  if (cause.kind === 'open value' || (cause.kind === 'unknown' && !configured)) {
    throw new Inconclusive(`${describeResponse(response)} is answered ${response.status}. ${cause.sentence}`);
  }
  throw refusedOutright(
    response,
    cause.member === undefined ? 'a right customer' : `a right customer that has ${cause.member}`,
  );
});

function refusedOutright(response: Response, whom: string): Failed {
  return new Failed({
    found: `${whom.replace('a ', 'A ')} is answered ${response.status}.`,
    expected: 'success, any 2xx',
    received: String(response.status),
    response,
  });
}

const memberRows = [...new Set(mutations.map((mutation) => mutation.requirement))].sort();

for (const row of memberRows) {
  check(row, 'a well-formed value is accepted', async () => {
    const response = await baselineCreation();
    if (isSuccess(response)) return;
    const cause = isRejectionOfContent(response) ? await rejectionOfTheValidCustomer() : undefined;
    if (cause?.kind === 'member' && cause.row === row)
      throw refusedOutright(response, `a right customer that has ${cause.member}`);
    await creationBaseline();
  });
}

for (const mutation of mutations) check(mutation.requirement, mutation.name, () => expectRejected(mutation));

check('CUST-09', '29 February 2000 is accepted', async () => {
  const { acceptance: fate } = await creationBaseline();
  const born = (date: string) =>
    send(createCustomer, {
      purpose: `with "date_of_birth": "${date}"`,
      customer: withMember(freshCustomer(), '/date_of_birth', date),
    });
  let leapDay = await born('2000-02-29');
  // A refusal may be of a number or an address that an earlier run has used, so it is tried again with others.
  for (let more = 2; more > 0 && isRejection(leapDay); more -= 1) leapDay = await born('2000-02-29');
  if (fate(leapDay) === 'let in') return;
  const dayBefore = await born('2000-02-28');
  if (isRejection(leapDay) && fate(dayBefore) === 'let in') {
    throw new Failed({
      found: '29 February 2000, a day that there was, is refused as a date of birth.',
      expected: 'success, any 2xx',
      received: String(leapDay.status),
      control: { request: '`2000-02-28` in the same request', response: dayBefore },
      response: leapDay,
    });
  }
  throw new Inconclusive(
    `29 February 2000 is answered ${leapDay.status}, and so is the day before: ${dayBefore.status}.`,
  );
});

check('CUST-23', 'the e-mail address and phone of the first tenant’s customer, sent by the second', async () => {
  needsSecondTenant();
  const { control } = await creationBaseline();
  await expectNoDisclosure(control, (of) => {
    const { email, phone } = of.request.customer ?? {};
    return send(createCustomer, {
      caller: 'second',
      customer: { ...freshCustomer(), email, phone },
      purpose: 'with the e-mail address and phone of another tenant’s customer',
    });
  });
});
