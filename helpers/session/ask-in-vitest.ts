import { fileURLToPath } from 'node:url';
import { BroadcastChannel } from 'node:worker_threads';
import type { Reporter, Vitest } from 'vitest/node';
import { createReporter } from '../../reports/model/reporter.js';
import type { Finding } from '../../schemas/finding.js';
import { packageRoot } from '../../schemas/package-root.js';
import type { RunInput } from '../client/context.js';
import { type Counts, readJournal } from '../evidence/journal.js';
import type { Asking } from './asking.js';

/**
 * Has vitest run the checks, in a thread of its own, so that whatever keeps that thread busy leaves this one free.
 * @param input names the journal's file and the channel between the two threads
 * @param onFinding hears each finding as it comes
 */
export function askInVitest(
  input: RunInput & { readonly journalFile: string; readonly channel: string },
  onFinding: (finding: Finding) => void,
): Asking {
  const reporter = createReporter(onFinding);
  const channel = new BroadcastChannel(input.channel);
  let counts: Counts = { requests: 0, customers: 0 };
  channel.onmessage = ({ data }) => {
    counts = data as Counts;
  };
  channel.unref();
  const { heard } = reporter;
  return {
    done: startVitest(input, reporter)
      .then(() => undefined)
      .finally(() => channel.close()),
    expected: heard.expected,
    findings: heard.findings,
    faults: heard.faults,
    get counts() {
      return counts;
    },
    halt: (sentence) => channel.postMessage(sentence),
    entries: () => readJournal(input.journalFile),
  };
}

/** One worker, one module graph and one entry file, so that all checks overlap and share what they learn. */
async function startVitest(input: RunInput, reporter: Reporter): Promise<void> {
  const vitest = await openVitest(reporter);
  vitest.provide('conformance', input);
  await vitest.start();
}

/** Makes a vitest that knows the suites, and nothing of the folder it is called from. */
async function openVitest(reporter: Reporter): Promise<Vitest> {
  const { createVitest } = await import('vitest/node');
  const root = fileURLToPath(new URL('.', packageRoot));
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
  return unheard(() => createVitest('test', settings, { root, logLevel: 'silent', envDir: false }));
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
