import type { HarnessFault } from '../../schemas/finding.js';
import { UsageError } from '../configuration/usage-error.js';
import { StorageError } from '../evidence/storage-error.js';
import type { Redactor } from '../redaction/redactor.js';
import type { SecretFound } from './environment.js';
import { exitStatus } from './exit-status.js';

/** What faults of the suites come to: a full disk makes one of every check that was under way, and is reported once. */
export function faultOf(faults: readonly HarnessFault[]): Error {
  const [sentence] = faults.flatMap((fault) => fault.sentence ?? []);
  if (sentence !== undefined) return new StorageError(sentence);
  return new Error(faults.map(({ id, name, message }) => `${id} ${name}: ${message}`).join('\n'));
}

/** A fault of a run to which a signal came before: the signal gives the status, the fault its words. */
export class WhileInterrupted extends Error {
  override readonly name = 'WhileInterrupted';

  constructor(
    readonly status: number,
    override readonly cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause));
  }
}

/** What an error says to people, and the status it ends the process with. */
export function wordsFor(error: unknown): { readonly text: string; readonly status: number } {
  if (error instanceof WhileInterrupted) return { text: wordsFor(error.cause).text, status: error.status };
  if (error instanceof UsageError) return { text: error.message, status: exitStatus.usage };
  if (error instanceof StorageError) return { text: error.message, status: exitStatus.internal };
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const text = `Internal error of this suite; no verdict about the target is given.\n${message}`;
  return { text, status: exitStatus.internal };
}

/** Why nothing was published. */
export function withheldText({ label, file, created }: SecretFound): string {
  return [`Nothing was published: a secret (${label}) was found in ${file}.`, created].filter(Boolean).join('\n');
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
 * headers too. The process ends with it. @param signalled the status of a signal that came before
 * @param created where the customers that the run created are listed, if it created any
 * @returns how to stop listening
 */
export function onUncaught(
  redactor: Redactor,
  signalled: () => number | undefined,
  created: () => string | undefined,
): () => void {
  const tell = (error: unknown) => {
    const { text, status } = wordsFor(presentable(error, redactor, created()));
    process.stderr.write(`${text}\n`, () => process.exit(signalled() ?? status));
  };
  process.on('uncaughtException', tell).on('unhandledRejection', tell);
  return () => void process.off('uncaughtException', tell).off('unhandledRejection', tell);
}
