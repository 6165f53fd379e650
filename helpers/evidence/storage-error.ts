import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** A file could not be written or loaded: one sentence, no stack. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly status = 4;
}

/** Does work that is not vital. @returns a sentence, beginning with `what`, if the file system rejects it */
export function notStored(what: string, work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    const { code, syscall, message = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
    // Any other is an error of this suite.
    if (typeof code !== 'string' || syscall === undefined || code.startsWith('ERR_')) throw error;
    const words = /: ([^,:]+),/.exec(message)?.[1];
    return `${what}: ${words === undefined ? code : `${words} (${code})`}.`;
  }
}

/** Runs `work`, which writes files. @throws StorageError, beginning with `what`, if the file system rejects it */
export function stored(what: string, work: () => void): void {
  const rejected = notStored(what, work);
  if (rejected !== undefined) throw new StorageError(rejected);
}

/** Replaces a file in one step. @throws what the file system says */
export function replaceFile(path: string, content: string, mode = 0o666): void {
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
