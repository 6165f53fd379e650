import { accountFaults } from './faults/accounts.js';
import { authenticationFaults } from './faults/authentication.js';
import { customerFaults } from './faults/customers.js';
import { idempotencyFaults } from './faults/idempotency.js';
import { idempotencyKeyFaults } from './faults/idempotency-key.js';
import { isolationFaults } from './faults/isolation.js';
import { faultsOfRows } from './faults/rows.js';
import { secretKeyFaults } from './faults/secret-key.js';
import { transportFaults } from './faults/transport.js';
import type { Fault, Variant } from './middleware.js';
import { creationVariants } from './variants/creations.js';
import { combinations } from './variants/freedoms.js';
import { keyVariants } from './variants/keys.js';
import { listingVariants } from './variants/listings.js';
import { normalisingVariants } from './variants/normalising.js';
import { refusalVariants } from './variants/refusals.js';
import { replayVariants } from './variants/replays.js';
import { ruleVariants } from './variants/rules.js';
import { transportVariants } from './variants/transport.js';

/** Written by hand, each with where such a bug comes from. */
export const stories: readonly Fault[] = [
  ...transportFaults,
  ...authenticationFaults,
  ...secretKeyFaults,
  ...idempotencyFaults,
  ...idempotencyKeyFaults,
  ...customerFaults,
  ...accountFaults,
  ...isolationFaults,
];

export const faults: readonly Fault[] = [...stories, ...faultsOfRows];

export const variants: readonly Variant[] = [
  ...combinations,
  ...creationVariants,
  ...replayVariants,
  ...refusalVariants,
  ...listingVariants,
  ...keyVariants,
  ...ruleVariants,
  ...normalisingVariants,
  ...transportVariants,
];
