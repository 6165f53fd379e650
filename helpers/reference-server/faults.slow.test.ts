import { testFaults } from './testing/whole-matrix.js';

testFaults(0);
