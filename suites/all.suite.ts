/** The one entry for vitest: its checks overlap, since files of their own would run one after another. */
import { inject } from 'vitest';
import { monotonic } from '../helpers/client/clock.js';
import type { RunInput } from '../helpers/client/context.js';
import { tearDown } from '../helpers/probes/tear-down.js';
import { runInVitest } from '../helpers/runner/run-in-vitest.js';
import { suites } from './all.js';

declare module 'vitest' {
  interface ProvidedContext {
    conformance: RunInput;
  }
}

const input = inject('conformance');
// vitest may collect this file again, in watch mode: each time is a run of its own.
const startedAt = Date.now();
const mark = `${input.mark}v${startedAt.toString(36)}`;
runInVitest({ ...input, startedAt, beganAt: monotonic(), mark }, suites, tearDown);
