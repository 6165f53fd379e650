import type { BodyMakers, Resources } from '../helpers/client/message.js';
import type { BodySchema } from '../schemas/fsapi/operations.js';
import { accounts } from './accounts/accounts.suite.js';
import { accountsGaps } from './accounts/accounts-gaps.suite.js';
import { tenantIsolation } from './accounts/tenant-isolation.suite.js';
import { authentication } from './authentication/authentication.suite.js';
import { authenticationGaps } from './authentication/authentication-gaps.suite.js';
import { unauthorized } from './authentication/unauthorized.suite.js';
import { customer } from './customers/customer.suite.js';
import { customerGaps } from './customers/customer-gaps.suite.js';
import { customerResource, freshCustomer } from './customers/test-data/customer.js';
import { looks } from './examination/looks.js';
import { idempotency } from './idempotency/idempotency.suite.js';
import { idempotencyGaps } from './idempotency/idempotency-gaps.suite.js';
import { noteIdentities } from './probes/tear-down.js';
import { events } from './rest/events.suite.js';
import { rest } from './rest/rest.suite.js';
import { transport } from './transport/transport.suite.js';
import { transportGaps } from './transport/transport-gaps.suite.js';

/** Every suite, in the order in which reports show their checks. */
const suites = [
  transport,
  transportGaps,
  authentication,
  unauthorized,
  authenticationGaps,
  idempotency,
  idempotencyGaps,
  customer,
  customerGaps,
  accounts,
  tenantIsolation,
  accountsGaps,
  rest,
  events,
] as const;

/** Makes the body of an operation whose request names none: an entry for each schema that an operation has. */
const bodies: BodyMakers & Readonly<Record<BodySchema, unknown>> = { customer: freshCustomer };

const resources: Resources = { customer: customerResource };

/** How services of this API are tested. */
export const tests = { suites, bodies, resources, atEnd: noteIdentities, looks };
