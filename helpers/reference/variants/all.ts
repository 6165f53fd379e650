import type { Variant } from './variant.js';

/** Every conforming variant, by theme. */
export const variants: readonly Variant[] = [];
