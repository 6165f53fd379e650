/**
 * Resources, customer and address object; Endpoints with a shown shape, POST {base_url}/customers.
 *
 * The table gives every member a format. The service has to accept a valid customer. Then each check changes one member,
 * all else valid; the schema proves the mutation invalid before it is sent; and a rejection counts only beside the valid
 * customer.
 */

import { context, now, sleep } from '../../helpers/client/context.js';
import type { Response } from '../../helpers/client/message.js';
import {
  describeResponse,
  inItsWords,
  isRejection,
  isRejectionOfContent,
  isSuccess,
} from '../../helpers/client/response.js';
import { Failed, Inconclusive, type Proof } from '../../helpers/client/verdicts.js';
import { checkName, type Kind, kinds } from '../../helpers/configuration/generated-cases.js';
import type { Configuration } from '../../helpers/configuration/settings.js';
import { reportsRejection } from '../../helpers/identity/acceptance.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { suite } from '../../helpers/runner/suite.js';
import type { DecidableId } from '../../schemas/fsapi/catalogue.js';
import type { fsapi } from '../../schemas/fsapi/fsapi.js';
import { members } from '../../schemas/fsapi/members.js';
import { code } from '../../schemas/marked.js';
import { expectNothingForeign } from '../probes/accounts/foreign-identities.js';
import {
  assertValid,
  baselineCreation,
  createValidCustomer,
  needsOwnKeys,
  needsSecondTenant,
  requireAcceptedKey,
  secondCustomer,
} from '../probes/baseline-requests.js';
import { creationBaseline, customerToProbe, noCustomer } from '../probes/creation-baseline.js';
import { expectNoDisclosure, withAnothersAddress } from '../probes/customers/tenant-isolation.js';
import { rejectionOfTheValidCustomer } from '../probes/rejection-cause.js';
import { requireOwnResponse, requireRightAddress } from '../probes/unknown-path.js';
import { ofCustomers } from '../probes/witnesses.js';
import { expectRejected, validCustomer } from './field-validation.js';
import { mutations } from './test-data/generators.js';
import { withMember } from './test-data/member.js';

export const customer = suite<typeof fsapi>();
const { check } = customer;

check('CUST-01', 'every member of the table, well-formed', { witnesses: [] }, async () => {
  const response = await baselineCreation();
  requireAcceptedKey(response);
  assertValid(response.request);
  await requireOwnResponse(response);
  const isRefused = reportsRejection(response);
  if (isSuccess(response) && !isRefused) return { expected: 'success (any 2xx)', response };
  if (!isRefused && !isRejectionOfContent(response)) {
    await requireRightAddress();
    throw notAccepted(response, 'a valid customer');
  }
  const cause = await rejectionOfTheValidCustomer();
  const configured = context().configuration.customer !== undefined;
  if (cause.kind === 'open value' || (cause.kind === 'unknown' && !configured)) {
    throw new Inconclusive(
      `${describeResponse(response)} returned ${response.status}.${inItsWords(response)} ${cause.sentence}`,
      noCustomer,
    );
  }
  throw notAccepted(
    response,
    cause.member === undefined ? 'a valid customer' : `a valid customer with ${code(cause.member ?? '')}`,
  );
});

function notAccepted(response: Response, whom: string): Failed {
  return new Failed({
    found: `The service returned ${response.status} for ${whom}.`,
    expected: 'success (any 2xx)',
    received: `${response.status}${inItsWords(response)}`,
    response,
  });
}

const memberRequirements = [...new Set(mutations.map((mutation) => mutation.requirement))].sort();

for (const id of memberRequirements) {
  check(id, 'a well-formed value is accepted', { witnesses: [] }, async () => {
    const response = await baselineCreation();
    if (isSuccess(response) && !reportsRejection(response)) return { expected: 'success (any 2xx)', response };
    const cause =
      isSuccess(response) || isRejectionOfContent(response) ? await rejectionOfTheValidCustomer() : undefined;
    if (cause?.kind === 'member' && cause.requirement === id)
      throw notAccepted(response, `a valid customer with ${code(cause.member ?? '')}`);
    // Throws, and says why the valid customer is rejected.
    const { original } = await creationBaseline();
    return { response: original };
  });
}

for (const mutation of mutations)
  check(mutation.requirement, mutation.name, { witnesses: [], basis: 'inferred' }, () => expectRejected(mutation));

check('CUST-09', '29 February 2000 is accepted', { witnesses: [] }, async () => {
  const { acceptance } = await creationBaseline();
  const born = (date: string) =>
    createValidCustomer({ purpose: `with "date_of_birth": "${date}"` }, (fresh) =>
      withMember(fresh, '/date_of_birth', date),
    );
  const leapDay = await born('2000-02-29');
  if (acceptance(leapDay) === 'accepted') return { expected: 'success (any 2xx)', response: leapDay };
  const dayBefore = await born('2000-02-28');
  // Where the responses only echo the request, nothing but their status can show that both were accepted.
  if ([leapDay, dayBefore].every((response) => isSuccess(response) && acceptance(response) === 'unclear'))
    return { response: leapDay };
  if (isRejection(leapDay) && acceptance(dayBefore) === 'accepted') {
    throw new Failed({
      found: 'The service rejected the valid leap day `2000-02-29`.',
      expected: 'success (any 2xx)',
      received: String(leapDay.status),
      control: validCustomer(dayBefore, { pointer: '/date_of_birth', neighbour: '2000-02-28' }),
      response: leapDay,
    });
  }
  throw new Inconclusive(
    `The valid leap day ${code('2000-02-29')} returned ${leapDay.status}, and the day before it ${dayBefore.status}.`,
  );
});

/** A customer of the first tenant whose address the second sends at the end only: once sent, it is its own too. */
const keptForTheEnd = fixture('a customer for the end of the run', async () => {
  needsSecondTenant();
  return { response: await customerToProbe('for the end of the run'), at: now() };
});

check(
  'CUST-23',
  'the e-mail address and phone of the first tenant’s customer, sent by the second',
  { phase: 'patient', witnesses: ofCustomers },
  async () => {
    needsSecondTenant();
    await secondCustomer();
    const { control } = await creationBaseline();
    const proof = await expectNoDisclosure(control, (of) => withAnothersAddress(of));
    await keptForTheEnd();
    return proof;
  },
);

check('CUST-23', 'the same with the first tenant’s id', { phase: 'patient', witnesses: ofCustomers }, async () => {
  needsOwnKeys();
  const customer = await customerToProbe('for its address under its tenant’s id');
  const purpose = 'with the e-mail address and phone, and the tenant id, of another tenant’s customer';
  return expectNoDisclosure(customer, (of) =>
    withAnothersAddress(of, { tenant: context().configuration.tenantId, purpose }),
  );
});

check('CUST-23', 'the same at the end of the run', { phase: 'last', witnesses: ofCustomers }, async () => {
  const { response, at } = await keptForTheEnd();
  // An index of customers may lag behind: at least a second.
  await sleep(Math.max(0, 1000 - (now() - at)));
  return expectNoDisclosure(response, (of) => withAnothersAddress(of));
});

check('CUST-23', 'no response holds an identity of the other tenant', { phase: 'last', witnesses: ofCustomers }, () =>
  expectNothingForeign('CUST-23'),
);

/**
 * At volume: with --cases N, N valid and N invalid customers for each member, generated from the schema and validated
 * against it before they are sent.
 */
for (const { requirement } of members) {
  for (const kind of kinds) {
    const about = { witnesses: [], phase: 'cases', when: ({ cases }: Configuration) => cases > 0 } as const;
    const basis = kind === 'malformed' && ({ basis: 'inferred' } as const);
    check(requirement, checkName(kind), { ...about, ...basis }, () => sendCases(requirement, kind));
  }
}

/** Loads the generators only when they are needed: they take their time to load. */
async function sendCases(id: DecidableId, kind: Kind): Promise<Proof> {
  const { acceptsValidCases, rejectsInvalidCases } = await import('./generated/customer-cases.js');
  return (kind === 'malformed' ? rejectsInvalidCases : acceptsValidCases)(id);
}
