import { creationVariants } from './creations.js';
import { identityVariants } from './identities.js';
import { refusalVariants } from './refusals.js';
import { replayVariants } from './replays.js';
import type { Variant } from './variant.js';

/** Every conforming variant, by theme. */
export const variants: readonly Variant[] = [
  ...creationVariants,
  ...identityVariants,
  ...replayVariants,
  ...refusalVariants,
];
