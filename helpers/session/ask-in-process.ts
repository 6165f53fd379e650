import type { Finding } from '../../schemas/finding.js';
import { suites } from '../../suites/all.js';
import { type RunInput, stop } from '../client/context.js';
import { tearDown } from '../probes/tear-down.js';
import type { Redactor } from '../redaction/redactor.js';
import { openContext } from '../runner/open-context.js';
import { runInProcess } from '../runner/run-in-process.js';
import { selected } from '../runner/select.js';
import { type Asking, collector } from './ask-in-thread.js';

/**
 * Runs the checks in this process.
 * @param onFinding hears each finding as it comes
 * @param redactor knows the secrets of the run
 */
export function askInProcess(input: RunInput, onFinding: (finding: Finding) => void, redactor: Redactor): Asking {
  const definitions = selected(suites, input.configuration, input.resumed);
  const run = openContext(input, definitions, redactor);
  const { findings, faults, hear } = collector(onFinding);
  const done = runInProcess(run, definitions, hear)
    .then(() => tearDown(run))
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
    entries: () => run.journal.entries,
  };
}
