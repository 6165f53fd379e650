import { afterAll } from 'vitest';
import { writeKills } from './testing/recorded-kills.js';
import { isWriting, type Killed, testFaults } from './testing/whole-matrix.js';

/**
 * Who tests the tests: the whole matrix, of which `faults-other-half.slow.test.ts` has every second fault. `KILLS=write`
 * adds to kills.json the faults of `-t`, and with the whole matrix writes it anew; all faults are in this file then.
 */
const killed: Killed = new Map();
testFaults((at) => isWriting || at % 2 === 0, killed);
afterAll(() => {
  if (isWriting) writeKills(killed);
});
