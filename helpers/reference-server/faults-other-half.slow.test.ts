import { test } from 'vitest';
import { isWriting, testFaults } from './testing/whole-matrix.js';

/** Every second fault: two processes share the work of `faults.slow.test.ts`, which asks them all where it writes. */
if (isWriting)
  test('every second fault', ({ skip }) => skip('faults.slow.test.ts asks all faults, to write kills.json'));
else testFaults((at) => at % 2 === 1, new Map());
