import { accounts } from './accounts.suite.js';
import { accountsGaps } from './accounts-gaps.suite.js';
import { authentication } from './authentication.suite.js';
import { authenticationGaps } from './authentication-gaps.suite.js';
import { customer } from './customer.suite.js';
import { customerGaps } from './customer-gaps.suite.js';
import { events } from './events.suite.js';
import { idempotency } from './idempotency.suite.js';
import { idempotencyGaps } from './idempotency-gaps.suite.js';
import { rest } from './rest.suite.js';
import { tenantIsolation } from './tenant-isolation.suite.js';
import { transport } from './transport.suite.js';
import { transportGaps } from './transport-gaps.suite.js';
import { unauthorized } from './unauthorized.suite.js';

/** Every suite, in the order in which reports show their checks. */
export const suites = [
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
