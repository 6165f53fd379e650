import { parentPort } from 'node:worker_threads';
import { type File, startTests, type Test, type VitestRunner } from '@vitest/runner';
import { type RunContext, type RunInput, stop } from '../helpers/client/context.js';
import type { Counts } from '../helpers/evidence/journal.js';
import { tearDown } from '../helpers/probes/tear-down.js';
import { runInVitest } from '../helpers/runner/run-in-vitest.js';
import type { Finding, HarnessFault } from '../schemas/finding.js';
import { suites } from './all.js';

// The one entry for the thread of the command: vitest's runner alone. What is compiled needs nothing that compiles, and
// the command prints, so that vitest itself, and vite below it, are not loaded.

/** What the thread sends: how far it is, what it has found, and that it has ended. */
export type ThreadMessage =
  | { readonly counts: Counts }
  | { readonly expected: readonly { readonly id: string; readonly name: string }[] }
  | { readonly ended: Finding | HarnessFault }
  | { readonly isOver: true };

/** How often progress is sent, milliseconds. */
const progressMs = 200;
const post = (message: ThreadMessage) => parentPort?.postMessage(message);

function fault({ id, name }: { id: string; name: string }, error: { message: string; stack?: string; name?: string }) {
  const sentence = error.name === 'StorageError' && { sentence: error.message };
  post({ ended: { kind: 'harness-fault', id, name, message: error.stack ?? error.message, ...sentence } });
}

/** The requirement and the name of the check or observation that a test is. */
const probeOf = ({ meta, name }: Pick<Test, 'meta' | 'name'>) => meta.probe ?? { id: '', name };

/** Hears what to run, and then, perhaps, why no more requests are to be sent. */
async function hear(): Promise<{ input: RunInput; connect(begun: RunContext): void }> {
  let run: RunContext | undefined;
  let stopped: string | undefined;
  const input = await new Promise<RunInput>((resolve) => {
    parentPort?.on('message', (message: RunInput | string) => {
      if (typeof message !== 'string') return resolve(message);
      stopped = message;
      if (run) stop(run, message);
    });
  });
  /** Tells how far the run is, and ends it where that was wanted before it began. */
  const connect = (begun: RunContext) => {
    run = begun;
    if (stopped !== undefined) stop(run, stopped);
    setInterval(() => post({ counts: begun.journal.counts }), progressMs);
  };
  return { input, connect };
}

const { input, connect } = await hear();

const runner: VitestRunner = {
  config: {
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
  },
  importFile: () => connect(runInVitest(input, suites, tearDown)),
  onCollected: ([file]: File[]) => post({ expected: file?.tasks.map((task) => probeOf(task as Test)) ?? [] }),
  onAfterRetryTask: (test: Test) => {
    const { finding } = test.meta;
    if (finding) post({ ended: finding });
    else for (const error of test.result?.errors ?? []) fault(probeOf(test), error);
  },
};

for (const { name, result } of await startTests(['suites'], runner))
  for (const error of result?.errors ?? []) fault({ id: '', name }, error);
post({ isOver: true });
