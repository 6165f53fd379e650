import { once } from 'node:events';
import { relative } from 'node:path';
import { inCount } from '../../reports/news/drift.js';
import { counted } from '../../reports/text/words.js';
import type { HarnessFault } from '../../schemas/finding.js';
import { code } from '../../schemas/marked.js';
import type { Report } from '../../schemas/types.js';
import { stackOf } from '../client/stack-of.js';
import type { CreatedList } from '../evidence/created-file.js';
import { StorageError } from '../evidence/storage-error.js';
import type { Redactor } from '../redaction/redactor.js';
import { UsageError } from '../settings/usage-error.js';

const exitStatus = {
  ...{ conformant: 0, 'conformant-with-waivers': 0, 'fit-as-declared': 0, partial: 0 },
  ...{ nonconformant: 1, inconclusive: 3, internal: 4, withheld: 5, SIGINT: 130, SIGTERM: 143 },
} as const;

/**
 * The status of a run with a report: that of its verdict, unless something else counts.
 * @param unwritten a sentence on a file that the file system rejected
 * @returns `because`, a phrase without a full stop, where the verdict alone gives another status
 */
export function exitOf(report: Report, stopped?: Stopped, unwritten?: string): { status: number; because?: string } {
  if (stopped?.status !== undefined) return { status: stopped.status };
  if (unwritten !== undefined) return { status: exitStatus.internal, because: unwritten.replace(/\.$/, '') };
  const status = exitStatus[report.summary.verdict];
  const differing = report.requirements.flatMap(({ id, drift }) => (drift ? [id] : []));
  // A failure is what it is without drift.
  if (status === exitStatus.nonconformant || !report.run.strict?.includes('drift') || differing.length === 0)
    return { status };
  return { status: exitStatus.nonconformant, because: `${inCount(differing)}, and --fail-on-drift was given` };
}

/** Why a run ends early: the reason of its AbortSignal. */
export interface Stopped {
  readonly sentence: string;
  /** Forced by a signal, not by a deadline. */
  readonly status?: number;
}

/** For the suites to stop by themselves after the deadline. */
const graceMs = 500;

/** SIGINT and SIGTERM end the run with a report of what was learned; a second signal ends the process at once. */
export function hearSignals(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      const stopped: Stopped = { sentence: `The run was interrupted (${signal}).`, status: exitStatus[signal] };
      if (stopping.signal.aborted) process.exit(stopped.status);
      stopping.abort(stopped);
    });
  return stopping.signal;
}

/** Ends a run at its deadline, or by `signal`. */
export function stopAfter(deadlineSeconds: number, signal?: AbortSignal): AbortSignal {
  const deadline = new AbortController();
  const passed: Stopped = { sentence: `The run's deadline of ${deadlineSeconds} s passed (${code('--deadline')}).` };
  setTimeout(() => deadline.abort(passed), deadlineSeconds * 1000 + graceMs).unref();
  return signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal;
}

export function stoppedBy(signal: AbortSignal | undefined): Stopped | undefined {
  return signal?.reason as Stopped | undefined;
}

export async function whenStopped(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** A secret was found in what was about to be published, so nothing was. */
export class WithheldError extends Error {
  override readonly name = 'WithheldError';
  readonly status = exitStatus.withheld;
}

/** One error for all faults: a full disk, which every check under way meets, is reported once. */
export function faultOf(faults: readonly HarnessFault[]): Error {
  const [sentence] = faults.flatMap((fault) => fault.sentence ?? []);
  if (sentence !== undefined) return new StorageError(sentence);
  return new Error(faults.map(({ id, name, message }) => `${id} ${name}: ${message}`).join('\n'));
}

/** What an error says to people, and the status it ends the process with. */
export function wordsFor(error: unknown): { readonly text: string; readonly status: number } {
  if (error instanceof UsageError || error instanceof StorageError || error instanceof WithheldError)
    return { text: error.message, status: error.status };
  const text = `Internal error of this suite; no verdict about the target is given.\n${stackOf(error)}`;
  return { text, status: exitStatus.internal };
}

/** An error of the same kind without secrets; its last line names the list of created customers. */
export function presentable(error: unknown, redactor: Redactor, created: CreatedList | undefined): Error {
  const shown = error instanceof Error ? error : new Error(String(error));
  const count = created?.customers().length ?? 0;
  const list = created && relative(process.cwd(), created.file);
  const ending = count > 0 ? `\nThe run created ${counted(count, 'customer')}: see ${list}.` : '';
  shown.message = redactor.redact(shown.message) + ending;
  // It repeats the message.
  if (shown.stack !== undefined) shown.stack = redactor.redact(shown.stack) + ending;
  return shown;
}

/**
 * Reports an uncaught error as any other, and ends the process: Node would print all that it holds, a request's headers
 * too. @param signal whose status counts where it came before @param hear gets it instead @returns how to stop listening
 */
export function onUncaught(shown: (error: unknown) => Error, signal: AbortSignal, hear?: (error: Error) => void) {
  const report = (error: unknown) => {
    if (hear) return hear(shown(error));
    const { text, status } = wordsFor(shown(error));
    process.stderr.write(`${text}\n`, () => process.exit(stoppedBy(signal)?.status ?? status));
  };
  process.on('uncaughtException', report).on('unhandledRejection', report);
  return (): void => void process.off('uncaughtException', report).off('unhandledRejection', report);
}
