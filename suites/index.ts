import type { RunContext } from '../helpers/client/context.js';
import { noteIdentity } from '../helpers/client/record-exchange.js';
import { identityIn } from '../helpers/identity/resource-identity.js';
import { suitesOf } from '../helpers/runner/suite.js';
import * as accounts from './accounts/accounts.suite.js';
import * as tenantIsolation from './accounts/isolation.suite.js';
import * as authentication from './authentication/authentication.suite.js';
import { nearMissSecrets } from './authentication/near-miss-keys.js';
import * as customer from './customers/customer.suite.js';
import * as customerGaps from './customers/customer-gaps.suite.js';
import * as disclosure from './disclosure/disclosure.suite.js';
import { looks } from './doctor.js';
import * as events from './events.suite.js';
import * as gaps from './gaps.suite.js';
import * as idempotency from './idempotency/idempotency.suite.js';
import * as idempotencyGaps from './idempotency/idempotency-gaps.suite.js';
import { creationBaseline } from './shared/creation-baseline.js';
import { freshCustomer } from './shared/customer.js';
import { isCreationOfCustomer } from './shared/valid-requests.js';
import * as transport from './transport.suite.js';

/** Records the customer of each key for the owner of the target. Sends nothing. */
async function noteIdentities({ responses }: RunContext) {
  const created = responses.filter(isCreationOfCustomer);
  const baseline = created.length > 0 ? await creationBaseline().catch(() => undefined) : undefined;
  for (const response of created) {
    const found = [...identityIn(response, baseline?.identity ?? { pointers: [] })];
    const [, value] = found.find(([pointer]) => pointer.startsWith('/')) ?? found[0] ?? [];
    if (value !== undefined) noteIdentity(response, value);
  }
}

/** How services of this API are tested. */
export const tests = {
  /** In the order in which reports show their checks. */
  suites: [
    transport,
    authentication,
    idempotency,
    idempotencyGaps,
    customer,
    customerGaps,
    disclosure,
    accounts,
    tenantIsolation,
    gaps,
    events,
  ].flatMap(suitesOf),
  bodies: { customer: freshCustomer },
  nearMissSecrets,
  atEnd: noteIdentities,
  looks,
};
