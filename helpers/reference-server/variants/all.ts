import { accountVariants } from './accounts.js';
import { answerVariants } from './answers.js';
import { creationVariants } from './creations.js';
import { frontVariants } from './fronts.js';
import { identityVariants } from './identities.js';
import { mannerVariants } from './key-parsing.js';
import { idempotencyKeyVariants, secretKeyVariants } from './keys.js';
import { listingVariants } from './listings.js';
import { mendedVariants } from './normalising.js';
import { refusalVariants } from './refusals.js';
import { replayVariants } from './replays.js';
import { ruleVariants } from './rules.js';
import { tenantVariants } from './tenants.js';
import { transportVariants } from './transport.js';
import type { Variant } from './variant.js';

/** Every conforming variant, by theme. */
export const variants: readonly Variant[] = [
  ...creationVariants,
  ...identityVariants,
  ...replayVariants,
  ...refusalVariants,
  ...frontVariants,
  ...listingVariants,
  ...accountVariants,
  ...tenantVariants,
  ...secretKeyVariants,
  ...idempotencyKeyVariants,
  ...mendedVariants,
  ...ruleVariants,
  ...transportVariants,
  ...answerVariants,
  ...mannerVariants,
];
