import { once } from 'node:events';
import { relative } from 'node:path';
import { differencesIn } from '../../reports/news/drift.js';
import { counted } from '../../reports/text/words.js';
import type { HarnessFault } from '../../schemas/finding.js';
import type { Report } from '../../schemas/types.js';
import { deadlinePassed } from '../client/context.js';
import { stackOf } from '../client/stack-of.js';
import type { CreatedList } from '../evidence/created-file.js';
import { StorageError } from '../evidence/storage-error.js';
import type { Redactor } from '../redaction/redactor.js';
import { UsageError } from '../settings/usage-error.js';

const exitStatus = {
  conformant: 0,
  'conformant-with-waivers': 0,
  'fit-as-declared': 0,
  partial: 0,
  nonconformant: 1,
  inconclusive: 3,
  internal: 4,
  withheld: 5,
  SIGINT: 130,
  SIGTERM: 143,
} as const;

/** @param unwritten says which file failed @returns `because`, a phrase, if the status is not that of the verdict */
export function exitOf(report: Report, stopped?: Stopped, unwritten?: string): { status: number; because?: string } {
  if (stopped?.status !== undefined) return { status: stopped.status };
  if (unwritten !== undefined) return { status: exitStatus.internal, because: unwritten.replace(/\.$/, '') };
  const status = exitStatus[report.summary.verdict];
  const differences = report.run.strict?.includes('drift') && differencesIn(report);
  if (status === exitStatus.nonconformant || !differences) return { status };
  return { status: exitStatus.nonconformant, because: `${differences}, and --fail-on-drift was given` };
}

/** Why a run ends early: the reason of its AbortSignal. */
export interface Stopped {
  readonly sentence: string;
  /** Set if a signal ended the run. */
  readonly status?: number;
}

/** After the deadline suites may stop by themselves. */
const graceMs = 500;

/** The first SIGINT or SIGTERM ends the run with a report, the second ends the process. */
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
  const passed: Stopped = { sentence: deadlinePassed(deadlineSeconds) };
  setTimeout(() => deadline.abort(passed), deadlineSeconds * 1000 + graceMs).unref();
  return signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal;
}

export const stoppedBy = (signal: AbortSignal | undefined) => signal?.reason as Stopped | undefined;

export async function whenStopped(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** A secret was found in what was about to be published, so nothing was. */
export class WithheldError extends Error {
  override readonly name = 'WithheldError';
  readonly status = exitStatus.withheld;
}

/** One error for all faults: many checks may report the same full disk. */
export function faultOf(faults: readonly HarnessFault[]): Error {
  const [sentence] = faults.flatMap((fault) => fault.sentence ?? []);
  if (sentence !== undefined) return new StorageError(sentence);
  return new Error(faults.map(({ id, name, message }) => `${id} ${name}: ${message}`).join('\n'));
}

export function wordsFor(error: unknown) {
  if (error instanceof UsageError || error instanceof StorageError || error instanceof WithheldError)
    return { text: error.message, status: error.status };
  const text = `Internal error of this suite; no verdict about the target is given.\n${stackOf(error)}`;
  return { text, status: exitStatus.internal };
}

/** Redacts an error, and adds a line that names the list of created customers. */
export function presentable(error: unknown, redactor: Redactor, created: CreatedList | undefined): Error {
  const redacted = error instanceof Error ? error : new Error(String(error));
  const count = created?.customers().length ?? 0;
  const list = created && relative(process.cwd(), created.file);
  const ending = count > 0 ? `\nThe run created ${counted(count, 'customer')}: see ${list}.` : '';
  redacted.message = redactor.redact(redacted.message) + ending;
  // The stack repeats the message.
  if (redacted.stack !== undefined) redacted.stack = redactor.redact(redacted.stack) + ending;
  return redacted;
}

/** Redacts uncaught errors: Node would print the headers of requests. The process ends unless `hear` is given. */
export function onUncaught(redacted: (error: unknown) => Error, signal: AbortSignal, hear?: (error: Error) => void) {
  const report = (error: unknown) => {
    if (hear) return hear(redacted(error));
    const { text, status } = wordsFor(redacted(error));
    process.stderr.write(`${text}\n`, () => process.exit(stoppedBy(signal)?.status ?? status));
  };
  process.on('uncaughtException', report).on('unhandledRejection', report);
  return (): void => void process.off('uncaughtException', report).off('unhandledRejection', report);
}
