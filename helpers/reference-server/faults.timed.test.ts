import { describe, test } from 'vitest';
import { faults } from './faults/all.js';
import { failsExactlyItsRequirements } from './testing/fails-exactly.js';
import { isTimed } from './testing/run-against.js';

/** The whole matrix, its faults. */
describe.concurrent('faults, asked everything', { timeout: 240_000 }, () => {
  test.each(faults.filter((fault) => !isTimed(fault)))('$id: $breaks', failsExactlyItsRequirements);
});

// One after another.
describe('faults that depend on time, asked everything', { timeout: 240_000 }, () => {
  test.each(faults.filter(isTimed))('$id: $breaks', failsExactlyItsRequirements);
});
