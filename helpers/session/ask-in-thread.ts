import type { Finding, HarnessFault } from '../../schemas/finding.js';
import type { ThreadMessage } from '../../suites/all.thread.js';
import type { RunInput } from '../client/context.js';
import { type Counts, type JournalEntry, readJournal } from '../evidence/journal.js';
import type { CheckThread } from './open-thread.js';

/** A run of the checks that is under way: by vitest in a thread, or in this process. */
export interface Asking {
  /** Settles when all checks have ended. Never rejects: what breaks is a fault. */
  readonly done: Promise<void>;
  /** Checks and observations of this run, in the order of their definition, once they are known. */
  readonly expected: readonly { readonly id: string; readonly name: string }[];
  readonly findings: readonly Finding[];
  /** Faults of the suite itself: a probe that threw what no probe throws, a module that did not load. */
  readonly faults: readonly HarnessFault[];
  readonly counts: Counts;
  /** Sends nothing more, for this reason; what is under way comes to its end. */
  halt(sentence: string): void;
  /** What was recorded so far. */
  entries(): readonly JournalEntry[];
}

/** Keeps what the checks of a run come to, and passes each finding on. */
export function collector(onFinding: (finding: Finding) => void) {
  const findings: Finding[] = [];
  const faults: HarnessFault[] = [];
  const hear = (ended: Finding | HarnessFault) => {
    if (ended.kind === 'harness-fault') return void faults.push(ended);
    findings.push(ended);
    onFinding(ended);
  };
  return { findings, faults, hear };
}

/**
 * Runs the checks in a thread of their own, so that whatever keeps that thread busy leaves this one free.
 * @param thread ends with the run
 * @param input names the journal's file
 * @param onFinding hears each finding as it comes
 */
export function askInThread(
  { worker, broken, ended }: CheckThread,
  input: RunInput & { readonly journalFile: string },
  onFinding: (finding: Finding) => void,
): Asking {
  const { findings, faults, hear } = collector(onFinding);
  const expected: Asking['expected'][number][] = [];
  let counts: Counts = { requests: 0, customers: 0 };
  const over = new Promise<void>((resolve) => {
    worker.on('message', (message: ThreadMessage) => {
      if ('counts' in message) counts = message.counts;
      else if ('expected' in message) expected.push(...message.expected);
      else if ('ended' in message) hear(message.ended);
      else resolve();
    });
  });
  void broken.then(({ message, stack = message }) => {
    const text = `The checks could not be loaded, and no verdict about the target is given; install the package again: ${message}`;
    const sentence = expected.length === 0 && { sentence: text };
    faults.push({ kind: 'harness-fault', id: '', name: 'unhandled', message: stack, ...sentence });
  });
  worker.postMessage(input);
  return {
    done: Promise.race([over, ended]).then(() => void worker.terminate()),
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
