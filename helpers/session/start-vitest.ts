import { fileURLToPath } from 'node:url';
import type { Reporter, Vitest } from 'vitest/node';
import { packageRoot } from '../../schemas/package-root.js';
import type { RunInput } from '../client/context.js';

/**
 * Has vitest run the suites against the target. One worker, one module graph and one entry file, so that all checks
 * overlap and share what they learn; how many requests are in flight is decided by the pace, not by vitest.
 * @param reporter hears every finding
 */
export async function startVitest(input: RunInput, reporter: Reporter): Promise<Vitest> {
  const vitest = await openVitest(reporter, (instance) => instance.provide('conformance', input));
  await vitest.start();
  return vitest;
}

/** Makes a vitest that knows the suites, and nothing of the folder it is called from. */
export async function openVitest(reporter: Reporter, prepare: (vitest: Vitest) => void): Promise<Vitest> {
  const { createVitest } = await import('vitest/node');
  const root = fileURLToPath(new URL('./', packageRoot));
  const settings: Parameters<typeof createVitest>[1] = {
    root,
    config: false,
    watch: false,
    include: ['.build/suites/all.suite.js'],
    exclude: [],
    reporters: [reporter],
    pool: 'threads',
    maxWorkers: 1,
    isolate: false,
    fileParallelism: false,
    maxConcurrency: 100_000,
    testTimeout: 0,
    hookTimeout: 0,
    // The process ends by itself; a worker that takes its time to stop is nothing to print about.
    teardownTimeout: 3_600_000,
    passWithNoTests: true,
    // What is compiled already needs no transformation: Node loads it by itself, in less time and memory.
    server: { deps: { external: [/\/\.build\//] } },
    silent: true,
    includeTaskLocation: false,
    cache: false,
  };
  const vitest = await unheard(() => createVitest('test', settings, { root, logLevel: 'silent', envDir: false }));
  prepare(vitest);
  return vitest;
}

/** What vitest would hear beside us: it ends the process a millisecond after a signal, before any report is written … */
const ours: readonly unknown[] = ['SIGINT', 'SIGTERM', 'exit', 'unhandledRejection'];

/** … and prints an error with all that it holds. Whatever `work` listens to of these is not listened to. */
async function unheard<T>(work: () => Promise<T>): Promise<T> {
  const takeAway = (event: string, listener: () => void) => {
    if (ours.includes(event)) queueMicrotask(() => process.off(event, listener));
  };
  process.on('newListener', takeAway);
  try {
    return await work();
  } finally {
    process.off('newListener', takeAway);
  }
}
