import { testFaults } from './testing/whole-matrix.js';

/** Who tests the tests: the whole matrix, of which `faults-other-half.slow.test.ts` has every second fault. */
testFaults(0);
