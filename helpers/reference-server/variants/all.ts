import { creationVariants } from './creations.js';
import { keyVariants } from './keys.js';
import { listingVariants } from './listings.js';
import { normalisingVariants } from './normalising.js';
import { refusalVariants } from './refusals.js';
import { replayVariants } from './replays.js';
import { ruleVariants } from './rules.js';
import { transportVariants } from './transport.js';
import type { Variant } from './variant.js';

/** Every conforming variant, by theme. */
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
