import { describe, test } from 'vitest';
import { faults } from './faults/all.js';
import { failsExactlyItsRequirements } from './testing/fails-exactly.js';
import { isTimed } from './testing/run-against.js';

/** A seventh of the whole matrix, another each day: `faults.timed.test.ts` has all of it. */
const parts = 7;
const day = Math.floor(Date.now() / 86_400_000);
const sample = faults.filter((fault, at) => !isTimed(fault) && at % parts === day % parts);

describe.concurrent('faults of the day, asked everything', { timeout: 240_000 }, () => {
  test.each(sample)('$id: $breaks', failsExactlyItsRequirements);
});
