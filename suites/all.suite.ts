/** The one entry for vitest: its checks overlap, since files of their own would run one after another. */
import { tearDown } from '../helpers/probes/teardown.js';
import { runInVitest } from '../helpers/runner/run-in-vitest.js';
import { suites } from './all.js';

runInVitest(suites, tearDown);
