import { setTimeout as sleep } from 'node:timers/promises';
import { verdictSoFar } from '../../reports/model/assemble.js';
import type { Terminal } from '../../reports/terminal/terminal.js';
import type { Finding } from '../../schemas/finding.js';
import { elapsed } from '../client/clock.js';
import type { RunInput } from '../client/context.js';
import type { JournalEntry } from '../evidence/journal.js';
import { StorageError } from '../evidence/storage-error.js';
import type { StartedTarget } from '../target-process/start.js';
import type { Interrupt } from './interrupt.js';
import type { Prepared } from './prepare.js';
import type { RunningChecks } from './run-checks.js';
import type { Tested } from './tested.js';

/** What came of asking. */
export interface Asked extends Pick<RunningChecks, 'expected' | 'findings' | 'faults'> {
  readonly entries: readonly JournalEntry[];
  /** The signal, or the deadline, that ended it before its end. */
  readonly early?: Interrupt;
  /** Ids that were tested, where something else than the configuration left some out. */
  readonly only?: readonly string[];
  /** What a reader has to know of it, one sentence each. */
  readonly notices?: readonly string[];
}

/** What requests under way at a signal get to be answered: nothing is sent any more, and what they created is reported. */
const lastWordsMs = 300;
/** How often the terminal hears how far the run is. */
const progressMs = 250;

/** Runs the checks against the target and shows what comes of them, until they end or something ends them. */
export async function askTarget(
  prepared: Prepared,
  input: RunInput,
  terminal: Terminal,
  started: StartedTarget | undefined,
): Promise<Asked> {
  const { interrupt } = prepared;
  const nothing: Asked = { expected: [], findings: [], faults: [], entries: [] };
  // A signal, or a deadline that passed while the target was starting.
  const before = await Promise.race([interrupt.happened, Promise.resolve(undefined)]);
  if (before) return { ...nothing, early: before };
  if (started?.silent !== undefined) return nothing;
  const { runChecks, tests } = await checks(prepared.tested);
  const how = { runner: prepared.runner, redactor: prepared.redactor, onFinding: showsOn(terminal, prepared) };
  const asking = runChecks(input, tests, how);
  const ticking = setInterval(() => terminal.progress(progressOf(asking, input)), progressMs);
  // The first search takes 50 ms to get ready. The report would wait for it; here nobody does.
  setImmediate(() => prepared.redactor.redact(''));
  const early = await Promise.race([interrupt.happened, asking.done.then(() => undefined)]);
  if (early) {
    asking.halt(early.sentence);
    await Promise.race([asking.done, sleep(lastWordsMs)]);
  }
  clearInterval(ticking);
  const { expected, findings, faults } = asking;
  // What comes later, of a target that is being stopped, is no part of the run.
  return {
    expected: [...expected],
    findings: [...findings],
    faults: [...faults],
    entries: asking.entries(),
    ...(early && { early }),
  };
}

/** The suites. @throws StorageError where the installation is broken: nothing was sent yet */
async function checks(tested: Tested) {
  try {
    return { ...(await import('./run-checks.js')), tests: await tested.tests() };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StorageError(
      `The checks could not be loaded, and no verdict about the target is given; install the package again: ${why}`,
    );
  }
}

function progressOf(asking: RunningChecks, input: RunInput) {
  const known = new Set(asking.findings.map(({ id, name }) => `${id} ${name}`));
  const current = asking.expected.find(({ id, name }) => !known.has(`${id} ${name}`))?.id;
  return { ...asking.counts, ...(current && { asking: current }), elapsedMs: elapsed(input) };
}

/** Shows the verdict of a requirement as far as its findings go, each time one comes. */
function showsOn(terminal: Terminal, { decisions, startedAt, tested }: Prepared): (finding: Finding) => void {
  const byId = new Map<string, Finding[]>();
  return (finding) => {
    const findings = [...(byId.get(finding.id) ?? []), finding];
    byId.set(finding.id, findings);
    const soFar = verdictSoFar(findings, decisions?.entries ?? [], startedAt, tested);
    if (soFar) terminal.decided(finding.id, soFar.verdict, soFar.found);
  };
}
