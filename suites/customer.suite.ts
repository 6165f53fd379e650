/**
 * Resources, customer and address object; Endpoints with a shown shape, POST {base_url}/customers.
 *
 * The table gives every member a form. A right customer is let in; then one member at a time is bent, all else valid,
 * each bend proved malformed by the schema before it is sent, and the refusal counts beside the right customer only.
 */

import { acquaintance } from '../helpers/controls/acquaintance.js';
import { keyAccepted, needsSecondTenant, rightCreation } from '../helpers/controls/admission.js';
import { refusalOfTheRightCustomer } from '../helpers/controls/diagnosis.js';
import { mustRefuse } from '../helpers/controls/field.js';
import { mustNotDisclose } from '../helpers/controls/other-tenant.js';
import { proveRight } from '../helpers/controls/right-request.js';
import { bends } from '../helpers/customer/bends.js';
import { freshCustomer } from '../helpers/customer/customer.js';
import { withMember } from '../helpers/customer/member.js';
import { check } from '../helpers/engine/check.js';
import { Contradiction, Undecided } from '../helpers/engine/outcome.js';
import { isRefusal, isRefusalOfContent, isSuccess, type Reply, told } from '../helpers/engine/reply.js';
import { run } from '../helpers/engine/run.js';
import { send } from '../helpers/engine/send.js';
import { createCustomer } from '../schemas/operations.js';

check('CUST-01', 'every member of the table, well-formed', async () => {
  const reply = await rightCreation();
  keyAccepted(reply);
  proveRight(reply.asked);
  if (isSuccess(reply)) return;
  if (!isRefusalOfContent(reply)) throw refusedOutright(reply, 'a right customer');
  const cause = await refusalOfTheRightCustomer();
  const configured = run().configuration.customer !== undefined;
  if (cause.kind === 'open value' || (cause.kind === 'unknown' && !configured)) {
    throw new Undecided(`${told(reply)} is answered ${reply.status}. ${cause.sentence}`);
  }
  throw refusedOutright(
    reply,
    cause.member === undefined ? 'a right customer' : `a right customer that has ${cause.member}`,
  );
});

function refusedOutright(reply: Reply, whom: string): Contradiction {
  return new Contradiction({
    found: `${whom.replace('a ', 'A ')} is answered ${reply.status}.`,
    expected: 'success, any 2xx',
    received: String(reply.status),
    reply,
  });
}

const memberRows = [...new Set(bends.map((bend) => bend.row))].sort();

for (const row of memberRows) {
  check(row, 'a well-formed value is accepted', async () => {
    const reply = await rightCreation();
    if (isSuccess(reply)) return;
    const cause = isRefusalOfContent(reply) ? await refusalOfTheRightCustomer() : undefined;
    if (cause?.kind === 'member' && cause.row === row)
      throw refusedOutright(reply, `a right customer that has ${cause.member}`);
    await acquaintance();
  });
}

for (const bend of bends) check(bend.row, bend.name, () => mustRefuse(bend));

check('CUST-09', '29 February 2000 is accepted', async () => {
  const { fate } = await acquaintance();
  const born = (date: string) =>
    send(createCustomer, {
      purpose: `with "date_of_birth": "${date}"`,
      customer: withMember(freshCustomer(), '/date_of_birth', date),
    });
  let leapDay = await born('2000-02-29');
  // A refusal may be of a number or an address that an earlier run has used, so it is tried again with others.
  for (let more = 2; more > 0 && isRefusal(leapDay); more -= 1) leapDay = await born('2000-02-29');
  if (fate(leapDay) === 'let in') return;
  const dayBefore = await born('2000-02-28');
  if (isRefusal(leapDay) && fate(dayBefore) === 'let in') {
    throw new Contradiction({
      found: '29 February 2000, a day that there was, is refused as a date of birth.',
      expected: 'success, any 2xx',
      received: String(leapDay.status),
      control: `2000-02-28 in the same request: ${dayBefore.status}`,
      reply: leapDay,
    });
  }
  throw new Undecided(`29 February 2000 is answered ${leapDay.status}, and so is the day before: ${dayBefore.status}.`);
});

check('CUST-23', 'the e-mail address and phone of the first tenant’s customer, sent by the second', async () => {
  needsSecondTenant();
  const { control } = await acquaintance();
  await mustNotDisclose(control, (of) => {
    const { email, phone } = of.asked.customer ?? {};
    return send(createCustomer, {
      caller: 'second',
      customer: { ...freshCustomer(), email, phone },
      purpose: 'with the e-mail address and phone of another tenant’s customer',
    });
  });
});
