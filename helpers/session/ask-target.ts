import { setTimeout as sleep } from 'node:timers/promises';
import type { Terminal } from '../../reports/terminal/terminal.js';
import type { Finding, HarnessFault } from '../../schemas/finding.js';
import { stop } from '../client/context.js';
import { recordUnderWay } from '../client/record-exchange.js';
import type { JournalEntry } from '../evidence/journal.js';
import { StorageError } from '../evidence/storage-error.js';
import { beginChecks } from '../runner/begin-checks.js';
import { endRun, openContext } from '../runner/open-context.js';
import { selected } from '../runner/suite.js';
import { type Stopped, stoppedBy, whenStopped } from './ending.js';
import type { Environment, Prepared } from './prepare.js';

/** What came of asking. */
export interface Asked {
  /** Checks and observations of this run, in the order of their definition. */
  readonly expected: readonly { readonly id: string; readonly name: string }[];
  readonly findings: readonly Finding[];
  /** Faults of the suite itself: a probe that threw what no probe throws, a module that did not load. */
  readonly faults: readonly HarnessFault[];
  readonly entries: readonly JournalEntry[];
  /** Why it ended before its end. */
  readonly stopped?: Stopped;
  /** Requirements of which a check was not chosen, and none failed: some of their checks prove nothing about them. */
  readonly unproven?: ReadonlySet<string>;
  /** What a reader has to know of it, one sentence each. */
  readonly notices?: readonly string[];
}

/** What requests under way at a signal get to be answered: nothing is sent any more, and what they created is reported. */
const lastWordsMs = 300;
/** How often the terminal hears how far the run is. */
const progressMs = 250;

interface How extends Pick<Environment, 'isChosen'> {
  readonly stop: AbortSignal;
  readonly terminal: Terminal;
}

/**
 * Begins all checks that were chosen, and shows how far they are, until they end or something ends them.
 * @throws StorageError where the installation is broken: nothing was sent yet
 */
export async function askTarget({ tested, input, redactor }: Prepared, how: How): Promise<Asked> {
  const { suites, atEnd, ...made } = await tested.tests().catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new StorageError(
      `The checks could not be loaded, and no verdict about the target is given; install the package again: ${why}`,
    );
  });
  const { stop: signal, terminal, isChosen = () => true } = how;
  const selectable = selected(suites, input.configuration);
  const definitions = selectable.filter(isChosen);
  const run = openContext(input, definitions, made, redactor);
  const expected = definitions.map(({ id, name }) => ({ id, name }));
  const [findings, faults]: [Finding[], HarnessFault[]] = [[], []];
  const hear = (ended: Finding | HarnessFault) =>
    ended.kind === 'harness-fault' ? faults.push(ended) : findings.push(ended);
  const done = Promise.all(beginChecks(run, definitions).map((one) => one.then(hear)))
    .then(() => endRun(run, atEnd))
    .catch((error: unknown) => {
      const message = redactor.redact(error instanceof Error ? (error.stack ?? error.message) : String(error));
      faults.push({ kind: 'harness-fault', id: '', name: 'end of the run', message });
    });
  const showProgress = () => {
    const failed = new Set(findings.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : [])));
    terminal.progress({ ended: findings.length, expected: expected.length, failed: failed.size });
  };
  const ticking = setInterval(showProgress, progressMs);
  await Promise.race([whenStopped(signal), done]);
  const stopped = stoppedBy(signal);
  if (stopped) {
    stop(run, stopped.sentence);
    await Promise.race([done, sleep(lastWordsMs)]);
  }
  clearInterval(ticking);
  recordUnderWay(run);
  // What comes later, of a target that is being stopped, is no part of the run.
  const failed = new Set(findings.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : [])));
  const leftOut = selectable.filter((one) => !isChosen(one) && !failed.has(one.id));
  const unproven = new Set(leftOut.map(({ id }) => id));
  const entries = [...run.journal.entries];
  return { expected, findings: [...findings], faults: [...faults], entries, stopped, unproven };
}
