import type { Worker } from 'node:worker_threads';
import type { Finding, HarnessFault } from '../../schemas/finding.js';
import type { ThreadMessage } from '../../suites/all.thread.js';
import type { RunInput } from '../client/context.js';
import { type Counts, readJournal } from '../evidence/journal.js';
import type { Asking } from './asking.js';

/**
 * Runs the checks in a thread of their own, so that whatever keeps that thread busy leaves this one free.
 * @param worker of `openThread`; it ends with the run
 * @param input names the journal's file
 * @param onFinding hears each finding as it comes
 */
export function askInThread(
  worker: Worker,
  input: RunInput & { readonly journalFile: string },
  onFinding: (finding: Finding) => void,
): Asking {
  const findings: Finding[] = [];
  const faults: HarnessFault[] = [];
  const expected: Asking['expected'][number][] = [];
  let counts: Counts = { requests: 0, customers: 0 };
  const hear = (ended: Finding | HarnessFault) => {
    if (ended.kind === 'harness-fault') return void faults.push(ended);
    findings.push(ended);
    onFinding(ended);
  };
  const done = new Promise<void>((resolve) => {
    worker.on('message', (message: ThreadMessage) => {
      if ('counts' in message) counts = message.counts;
      else if ('expected' in message) expected.push(...message.expected);
      else if ('ended' in message) hear(message.ended);
      else resolve();
    });
    worker.once('error', (error) => {
      faults.push({ kind: 'harness-fault', id: '', name: 'unhandled', message: error.stack ?? error.message });
    });
    worker.once('exit', resolve);
  });
  worker.postMessage(input);
  return {
    done: done.then(() => void worker.terminate()),
    expected,
    findings,
    faults,
    get counts() {
      return counts;
    },
    halt: (sentence) => worker.postMessage(sentence),
    entries: () => readJournal(input.journalFile),
  };
}
