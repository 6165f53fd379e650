import type { OperationName } from '../../schemas/fsapi/operations.js';
import { accountFaults } from './faults/accounts.js';
import { authenticationFaults } from './faults/authentication.js';
import { birthAndAddressFaults } from './faults/birth-and-address.js';
import { breakageFaults } from './faults/breakage.js';
import { customerFaults } from './faults/customer.js';
import { disclosureFaults } from './faults/disclosure.js';
import { idempotencyFaults } from './faults/idempotency.js';
import { idempotencyKeyFaults } from './faults/idempotency-key.js';
import { isolationFaults } from './faults/isolation.js';
import { joinedFaults } from './faults/joined.js';
import { keyElsewhereFaults } from './faults/key-elsewhere.js';
import { unanchoredFaults } from './faults/lenient.js';
import { rejectedListingFaults } from './faults/rejected-listings.js';
import { secretKeyFaults } from './faults/secret-key.js';
import { tenantElsewhereFaults } from './faults/tenant-elsewhere.js';
import { transportFaults } from './faults/transport.js';
import type { Fault, Variant } from './middleware.js';
import { type Handler, showAccounts, storeCustomer } from './service.js';
import { creationVariants } from './variants/creations.js';
import { keyVariants } from './variants/keys.js';
import { listingVariants } from './variants/listings.js';
import { normalisingVariants } from './variants/normalising.js';
import { refusalVariants } from './variants/refusals.js';
import { replayVariants } from './variants/replays.js';
import { ruleVariants } from './variants/rules.js';
import { transportVariants } from './variants/transport.js';

/** What answers each operation, at the method and the path that the operation has. */
export const handlers: Readonly<Record<OperationName, Handler>> = {
  'create customer': storeCustomer,
  'list accounts': showAccounts,
};

export const faults: readonly Fault[] = [
  ...transportFaults,
  ...authenticationFaults,
  ...keyElsewhereFaults,
  ...secretKeyFaults,
  ...disclosureFaults,
  ...idempotencyFaults,
  ...idempotencyKeyFaults,
  ...customerFaults,
  ...birthAndAddressFaults,
  ...unanchoredFaults,
  ...breakageFaults,
  ...accountFaults,
  ...isolationFaults,
  ...rejectedListingFaults,
  ...tenantElsewhereFaults,
  ...joinedFaults,
];

export const variants: readonly Variant[] = [
  ...creationVariants,
  ...replayVariants,
  ...refusalVariants,
  ...listingVariants,
  ...keyVariants,
  ...ruleVariants,
  ...normalisingVariants,
  ...transportVariants,
];
