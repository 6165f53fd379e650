import type { HarnessFault } from '../../schemas/finding.js';
import { StorageError } from '../evidence/storage-error.js';
import type { Redactor } from '../redaction/redactor.js';
import { UsageError } from '../settings/usage-error.js';
import { exitStatus } from './exit-status.js';

/** A secret was found in what was about to be published, so nothing was. */
export class WithheldError extends Error {
  override readonly name = 'WithheldError';
  readonly status = exitStatus.withheld;

  constructor(label: string, file: string) {
    super(`Nothing was published: a secret (${label}) was found in ${file}.`);
  }
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

/**
 * An error as it may be shown: of the same kind, with no secret in it. A stack repeats the message.
 * @param created where the customers that the run created are listed: the last line
 */
export function presentable(error: unknown, redactor: Redactor, created: string | undefined): Error {
  const shown = error instanceof Error ? error : new Error(String(error));
  const ending = created === undefined ? '' : `\n${created}`;
  shown.message = redactor.redact(shown.message) + ending;
  if (shown.stack !== undefined) shown.stack = redactor.redact(shown.stack) + ending;
  return shown;
}

/**
 * Has an uncaught error reported as any other, instead of by Node, which prints all that an error holds: a request's
 * headers too. The process ends with it.
 * @param statusBefore of a signal that came before
 * @param shown the error as it may be shown
 * @returns how to stop listening
 */
export function onUncaught(shown: (error: unknown) => Error, statusBefore: () => number | undefined): () => void {
  const report = (error: unknown) => {
    const { text, status } = wordsFor(shown(error));
    process.stderr.write(`${text}\n`, () => process.exit(statusBefore() ?? status));
  };
  process.on('uncaughtException', report).on('unhandledRejection', report);
  return () => void process.off('uncaughtException', report).off('unhandledRejection', report);
}
