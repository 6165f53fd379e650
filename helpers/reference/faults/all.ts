import type { Fault } from './fault.js';

/** Every fault, by area in the order of the catalogue. */
export const faults: readonly Fault[] = [];
