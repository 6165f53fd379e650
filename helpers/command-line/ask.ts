import { fileURLToPath } from 'node:url';
import type { Reporter, Vitest } from 'vitest/node';
import { packageRoot } from '../../schemas/package-root.js';
import type { RunInput } from '../engine/run.js';

/**
 * Has vitest run the suites against the target. One worker, one module graph and one entry file, so that all checks
 * overlap and share what they learn; how many requests are in flight is decided by the pace, not by vitest.
 * @param reporter hears every finding
 * @param order shuffles the order in which checks begin
 */
export async function ask(input: RunInput, reporter: Reporter, order?: number): Promise<Vitest> {
  const vitest = await open(reporter, (instance) => instance.provide('conformance', input), order);
  await vitest.start();
  return vitest;
}

/** vitest would end the process at a signal, while the run has a report to write and a target to stop. */
function unhear(event: string | symbol, listener: (...args: unknown[]) => void): void {
  if (event === 'SIGINT' || event === 'SIGTERM') queueMicrotask(() => process.off(event, listener));
}

/** Makes a vitest that knows the suites, and nothing of the folder it is called from. */
export async function open(reporter: Reporter, prepare: (vitest: Vitest) => void, order?: number): Promise<Vitest> {
  const { createVitest } = await import('vitest/node');
  const root = fileURLToPath(new URL('./', packageRoot));
  process.on('newListener', unhear);
  const vitest = await createVitest(
    'test',
    {
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
      ...(order !== undefined && { sequence: { shuffle: { tests: true }, seed: order } }),
      silent: true,
      includeTaskLocation: false,
      cache: false,
    },
    { root, logLevel: 'silent', envDir: false },
  );
  process.off('newListener', unhear);
  prepare(vitest);
  return vitest;
}
