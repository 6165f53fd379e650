/** The one entry for vitest: its checks overlap, since files of their own would run one after another. */
import { afterAll, inject } from 'vitest';
import { monotonic } from '../helpers/client/clock.js';
import type { RunInput } from '../helpers/client/context.js';
import { tearDown } from '../helpers/probes/tear-down.js';
import { defineTests } from '../helpers/runner/define-tests.js';
import { openContext } from '../helpers/runner/open-context.js';
import { selected } from '../helpers/runner/select.js';
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
const definitions = selected(suites, input.configuration);
const run = openContext({ ...input, startedAt, beganAt: monotonic(), mark }, definitions);
defineTests(run, definitions);
afterAll(() => tearDown(run));
