import type { Fault } from './changes.js';
import { accountFaults } from './faults/accounts.js';
import { authenticationFaults } from './faults/authentication.js';
import { customerFaults } from './faults/customers.js';
import { idempotencyFaults } from './faults/idempotency.js';
import { faultsOfRows } from './faults/rows.js';
import { transportFaults } from './faults/transport.js';
import { accountVariants } from './variants/accounts.js';
import { customerVariants } from './variants/customers.js';
import { combinations } from './variants/freedoms.js';
import { frontVariants } from './variants/front.js';

/** Written by hand, each with where such a bug comes from. */
export const stories: readonly Fault[] = [
  ...transportFaults,
  ...authenticationFaults,
  ...idempotencyFaults,
  ...customerFaults,
  ...accountFaults,
];

export const faults: readonly Fault[] = [...stories, ...faultsOfRows];

export const variants = [...combinations, ...customerVariants, ...accountVariants, ...frontVariants];
