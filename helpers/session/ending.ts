import { once } from 'node:events';
import { relative } from 'node:path';
import { inCounts } from '../../reports/drift/sentences.js';
import { counted } from '../../reports/text/counted.js';
import type { HarnessFault } from '../../schemas/finding.js';
import { code } from '../../schemas/marked.js';
import type { Report } from '../../schemas/types.js';
import type { CreatedList } from '../evidence/created-file.js';
import { StorageError } from '../evidence/storage-error.js';
import type { Redactor } from '../redaction/redactor.js';
import { UsageError } from '../settings/usage-error.js';

/** Exit statuses of `run`, as the interface has them. */
const exitStatus = {
  ...{ conformant: 0, 'conformant-with-waivers': 0, 'fit-as-declared': 0, partial: 0 },
  ...{ nonconformant: 1, inconclusive: 3, internal: 4, withheld: 5, SIGINT: 130, SIGTERM: 143 },
} as const;

/**
 * The status of a run whose report there is: that of its verdict, unless something else counts.
 * @param stopped what ended it early
 * @param unwritten a sentence on a file that the file system rejected: a folder that lacks one is no whole one
 * @returns `because` where it is another one than the verdict gives: a phrase without a full stop
 */
export function exitOf(report: Report, stopped?: Stopped, unwritten?: string): { status: number; because?: string } {
  if (stopped?.status !== undefined) return { status: stopped.status };
  if (unwritten !== undefined) return { status: exitStatus.internal, because: unwritten.replace(/\.$/, '') };
  const status = exitStatus[report.summary.verdict];
  const { comparison } = report;
  // A failure is what it is without drift.
  if (status === exitStatus.nonconformant || !report.run.strict?.includes('drift') || !comparison?.changed.length)
    return { status };
  return { status: exitStatus.nonconformant, because: `${inCounts(comparison)}, and --fail-on-drift was given` };
}

/** Why a run ends before its checks do: the reason of the AbortSignal that ends it. */
export interface Stopped {
  readonly sentence: string;
  /** The exit status that it forces; a deadline forces none. */
  readonly status?: number;
}

/** What the suites get to stop by themselves after the deadline, in milliseconds. */
const graceMs = 500;

/**
 * Hears SIGINT and SIGTERM for the process. The first ends the run with a report of what was learned; a second ends the
 * process at once, and what is not published is lost.
 */
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

/** What ends a run: its deadline, and a signal where one is heard. */
export function stopAfter(deadlineSeconds: number, signal?: AbortSignal): AbortSignal {
  const deadline = new AbortController();
  const passed: Stopped = { sentence: `The run's deadline of ${deadlineSeconds} s passed (${code('--deadline')}).` };
  setTimeout(() => deadline.abort(passed), deadlineSeconds * 1000 + graceMs).unref();
  return signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal;
}

/** What ended a run, if anything has. */
export function stoppedBy(signal: AbortSignal | undefined): Stopped | undefined {
  return signal?.reason as Stopped | undefined;
}

/** Settles when a signal ends the run. */
export async function whenStopped(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** A secret was found in what was about to be published, so nothing was. */
export class WithheldError extends Error {
  override readonly name = 'WithheldError';
  readonly status = exitStatus.withheld;
}

/** What faults of the suites come to: a full disk makes one of every check that was under way, and is reported once. */
export function faultOf(faults: readonly HarnessFault[]): Error {
  const [sentence] = faults.flatMap((fault) => fault.sentence ?? []);
  if (sentence !== undefined) return new StorageError(sentence);
  return new Error(faults.map(({ id, name, message }) => `${id} ${name}: ${message}`).join('\n'));
}

/** What an error says to people, and the status it ends the process with. */
export function wordsFor(error: unknown): { readonly text: string; readonly status: number } {
  if (error instanceof UsageError || error instanceof StorageError || error instanceof WithheldError)
    return { text: error.message, status: error.status };
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const text = `Internal error of this suite; no verdict about the target is given.\n${message}`;
  return { text, status: exitStatus.internal };
}

/** An error as it may be shown: of the same kind, with no secret in it; the last line names the list of created customers. */
export function presentable(error: unknown, redactor: Redactor, created: CreatedList | undefined): Error {
  const shown = error instanceof Error ? error : new Error(String(error));
  const count = created?.customers().length ?? 0;
  const list =
    created && `\nThe run created ${counted(count, 'customer')}: see ${relative(process.cwd(), created.file)}.`;
  const ending = count > 0 ? list : '';
  shown.message = redactor.redact(shown.message) + ending;
  // It repeats the message.
  if (shown.stack !== undefined) shown.stack = redactor.redact(shown.stack) + ending;
  return shown;
}

/**
 * Has an uncaught error reported as any other, instead of by Node, which prints all that an error holds: a request's
 * headers too. The process ends with it.
 * @param shown the error as it may be shown
 * @param signal whose status counts where it came before
 * @returns how to stop listening
 */
export function onUncaught(shown: (error: unknown) => Error, signal: AbortSignal): () => void {
  const report = (error: unknown) => {
    const { text, status } = wordsFor(shown(error));
    process.stderr.write(`${text}\n`, () => process.exit(stoppedBy(signal)?.status ?? status));
  };
  process.on('uncaughtException', report).on('unhandledRejection', report);
  return () => void process.off('uncaughtException', report).off('unhandledRejection', report);
}
