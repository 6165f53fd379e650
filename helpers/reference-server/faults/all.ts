import type { Fault } from '../middleware.js';
import { accountFaults } from './accounts.js';
import { authenticationFaults } from './authentication.js';
import { birthAndAddressFaults } from './birth-and-address.js';
import { breakageFaults } from './breakage.js';
import { customerFaults } from './customer.js';
import { disclosureFaults } from './disclosure.js';
import { idempotencyFaults } from './idempotency.js';
import { idempotencyKeyFaults } from './idempotency-key.js';
import { isolationFaults } from './isolation.js';
import { joinedFaults } from './joined.js';
import { keyElsewhereFaults } from './key-elsewhere.js';
import { unanchoredFaults } from './lenient.js';
import { rejectedListingFaults } from './rejected-listings.js';
import { secretKeyFaults } from './secret-key.js';
import { tenantElsewhereFaults } from './tenant-elsewhere.js';
import { transportFaults } from './transport.js';

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
