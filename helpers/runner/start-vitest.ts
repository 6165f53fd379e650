import { startTests, type Test, type VitestRunner } from '@vitest/runner';
import type { Finding, HarnessFault } from '../../schemas/finding.js';
import type { RunContext } from '../client/context.js';
import { defineTests } from './define-tests.js';
import type { Definition } from './suite.js';

// Vitest's runner alone. What is compiled needs nothing that compiles, and the command prints, so that vitest itself,
// and vite below it, are not loaded. The runner keeps its state in its module: one run for each process.

/** What a configuration of vitest holds where nothing is configured, with no limit of its own to the checks. */
const config: VitestRunner['config'] = {
  root: '',
  setupFiles: [],
  name: undefined,
  passWithNoTests: true,
  testNamePattern: undefined,
  allowOnly: true,
  sequence: { seed: 0, hooks: 'stack', setupFiles: 'list' },
  chaiConfig: undefined,
  maxConcurrency: 100_000,
  testTimeout: 0,
  hookTimeout: 0,
  retry: 0,
  includeTaskLocation: false,
  tags: [],
  tagsFilter: undefined,
  strictTags: false,
};

/**
 * Runs the definitions of a run as vitest tests, in this process: all at once, as far as their phases and the rate
 * limiter let them.
 * @param onEnd gets each finding, and each fault of the suite
 */
export async function startVitest(
  run: RunContext,
  definitions: readonly Definition[],
  onEnd: (ended: Finding | HarnessFault) => void,
): Promise<void> {
  const fault = (of: { id: string; name: string }, { message, stack }: { message: string; stack?: string }) =>
    onEnd({ kind: 'harness-fault', ...of, message: run.redactor.redact(stack ?? message) });
  const runner: VitestRunner = {
    config,
    importFile: () => defineTests(run, definitions),
    onAfterRetryTask: ({ meta, name, result }: Test) => {
      if (meta.finding) onEnd(meta.finding);
      else for (const error of result?.errors ?? []) fault(meta.probe ?? { id: '', name }, error);
    },
  };
  for (const { name, result } of await startTests(['suites'], runner))
    for (const error of result?.errors ?? []) fault({ id: '', name }, error);
}
