import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** A file that could not be written or loaded: reported in one sentence, without a stack. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly status = 4;
}

/**
 * Work on files that takes nothing from a run where the file system rejects it.
 * @returns why it was rejected, in the words of the system, as a sentence that begins with `what`; undefined where it was not
 */
export function notStored(what: string, work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    const { code, syscall, message = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
    // Any other error is one of this suite.
    if (typeof code !== 'string' || syscall === undefined || code.startsWith('ERR_')) throw error;
    const words = /: ([^,:]+),/.exec(message)?.[1];
    return `${what}: ${words === undefined ? code : `${words} (${code})`}.`;
  }
}

/** Runs `work`, which writes files. @throws StorageError, beginning with `what`, where the file system rejects the write */
export function stored(what: string, work: () => void): void {
  const rejected = notStored(what, work);
  if (rejected !== undefined) throw new StorageError(rejected);
}

/** Puts a file in the place of what is there, in one step: written under a name of its own first. @throws what the file system says */
export function replaceFile(path: string, content: string | Uint8Array, mode = 0o666): void {
  const draft = `${path}.${process.pid}.partial`;
  try {
    rmSync(draft, { force: true });
    writeFileSync(draft, content, { mode, flag: 'wx' });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
