import type { Finding, HarnessFault } from '../../schemas/finding.js';
import { type RunInput, stop } from '../client/context.js';
import { recordUnderWay } from '../client/record-exchange.js';
import type { Counts, JournalEntry } from '../evidence/journal.js';
import type { Redactor } from '../redaction/redactor.js';
import { endRun } from '../runner/end-run.js';
import { openContext } from '../runner/open-context.js';
import { runInProcess } from '../runner/run-in-process.js';
import { selected } from '../runner/select.js';
import type { Tests } from './tested.js';

/** A run of the checks that is under way. */
export interface RunningChecks {
  /** Settles when all checks have ended. Never rejects: what breaks is a fault. */
  readonly done: Promise<void>;
  /** Checks and observations of this run, in the order of their definition. */
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

/** What runs the checks: vitest's own runner, or a plain loop, which a program may call as often as it likes. */
export type Runner = 'vitest' | 'plain';

/**
 * Begins to run the checks.
 * @param onFinding hears each finding as it comes
 * @param redactor knows the secrets of the run
 */
export function runChecks(
  input: RunInput,
  { suites, atEnd, ...made }: Tests,
  { runner, redactor, onFinding }: { runner: Runner; redactor: Redactor; onFinding: (finding: Finding) => void },
): RunningChecks {
  const definitions = selected(suites, input.configuration);
  const run = openContext(input, definitions, made, redactor);
  const findings: Finding[] = [];
  const faults: HarnessFault[] = [];
  const hear = (ended: Finding | HarnessFault) => {
    if (ended.kind === 'harness-fault') return void faults.push(ended);
    findings.push(ended);
    onFinding(ended);
  };
  const runAll = async () => {
    if (runner === 'plain') return runInProcess(run, definitions, hear);
    const { startVitest } = await import('../runner/start-vitest.js');
    return startVitest(run, definitions, hear);
  };
  const done = runAll()
    .then(() => endRun(run, atEnd))
    .catch((error: unknown) => {
      const message = redactor.redact(error instanceof Error ? (error.stack ?? error.message) : String(error));
      faults.push({ kind: 'harness-fault', id: '', name: 'end of the run', message });
    });
  return {
    done,
    findings,
    faults,
    expected: definitions.map(({ id, name }) => ({ id, name })),
    get counts() {
      return run.journal.counts;
    },
    halt: (sentence) => stop(run, sentence),
    entries: () => {
      recordUnderWay(run);
      return run.journal.entries;
    },
  };
}
