import type { Change } from '../middleware.js';

/** A conforming server of another shape. */
export interface Variant extends Change {
  /** Unique, in kebab-case. */
  readonly id: string;
  /** Where the specification is silent, and what this server does there. */
  readonly freedom: string;
}
