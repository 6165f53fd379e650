import { setTimeout as sleep } from 'node:timers/promises';
import type { Terminal } from '../../reports/terminal/terminal.js';
import type { Finding, HarnessFault } from '../../schemas/finding.js';
import { type RunContext, type RunInput, stop } from '../client/context.js';
import { recordUnderWay } from '../client/record-exchange.js';
import type { JournalEntry } from '../evidence/journal.js';
import { StorageError } from '../evidence/storage-error.js';
import type { Redactor } from '../redaction/redactor.js';
import type { Definition } from '../runner/suite.js';
import { type Stopped, stoppedBy, whenStopped } from './ending.js';
import type { Tested } from './tested.js';

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

/** A run that nothing was asked in. */
export const nothingAsked: Asked = { expected: [], findings: [], faults: [], entries: [] };

/** What requests under way at a signal get to be answered: nothing is sent any more, and what they created is reported. */
const lastWordsMs = 300;
/** How often the terminal hears how far the run is. */
const progressMs = 250;

interface How {
  readonly tested: Tested;
  /** Whether a check or an observation that the configuration selects is asked; all of them unless given. */
  readonly isChosen?: ((definition: Definition) => boolean) | undefined;
  readonly redactor: Redactor;
  readonly stop: AbortSignal;
  readonly terminal: Terminal;
}

/** Begins all checks that were chosen, and shows how far they are, until they end or something ends them. */
export async function askTarget(input: RunInput, how: How): Promise<Asked> {
  const { run, begun, expected, leftOut, atEnd } = await begin(input, how);
  const [findings, faults]: [Finding[], HarnessFault[]] = [[], []];
  const hear = (ended: Finding | HarnessFault) =>
    ended.kind === 'harness-fault' ? faults.push(ended) : findings.push(ended);
  const done = Promise.all(begun.map((one) => one.then(hear)))
    .then(atEnd)
    .catch((error: unknown) => {
      const message = how.redactor.redact(error instanceof Error ? (error.stack ?? error.message) : String(error));
      faults.push({ kind: 'harness-fault', id: '', name: 'end of the run', message });
    });
  const ticking = setInterval(() => how.terminal.progress(progressOf(findings, expected.length)), progressMs);
  await Promise.race([whenStopped(how.stop), done]);
  const stopped = stoppedBy(how.stop);
  if (stopped) {
    stop(run, stopped.sentence);
    await Promise.race([done, sleep(lastWordsMs)]);
  }
  clearInterval(ticking);
  recordUnderWay(run);
  // What comes later, of a target that is being stopped, is no part of the run.
  const failed = new Set(findings.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : [])));
  const unproven = new Set(leftOut.filter((id) => !failed.has(id)));
  return {
    expected,
    findings: [...findings],
    faults: [...faults],
    entries: [...run.journal.entries],
    stopped,
    unproven,
  };
}

/** Loads the suites and begins their checks. @throws StorageError where the installation is broken: nothing was sent yet */
async function begin(input: RunInput, { tested, redactor, isChosen = () => true }: How) {
  const [{ beginChecks }, { endRun, openContext }, { selected }, { suites, atEnd, ...made }] = await loaded(() =>
    Promise.all([
      import('../runner/begin-checks.js'),
      import('../runner/open-context.js'),
      import('../runner/suite.js'),
      tested.tests(),
    ]),
  );
  const selectable = selected(suites, input.configuration);
  const definitions = selectable.filter(isChosen);
  const run: RunContext = openContext(input, definitions, made, redactor);
  return {
    run,
    begun: beginChecks(run, definitions),
    expected: definitions.map(({ id, name }) => ({ id, name })),
    leftOut: selectable.filter((one) => !definitions.includes(one)).map(({ id }) => id),
    atEnd: () => endRun(run, atEnd),
  };
}

async function loaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StorageError(
      `The checks could not be loaded, and no verdict about the target is given; install the package again: ${why}`,
    );
  }
}

function progressOf(findings: readonly Finding[], expected: number) {
  const failed = new Set(findings.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : [])));
  return { ended: findings.length, expected, failed: failed.size };
}
