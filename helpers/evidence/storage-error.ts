import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** A file that could not be written or loaded: reported in one sentence, without a stack. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly status = 4;
}

/** Why the file system rejected the write, in the words of the system and its code; undefined for any other error. */
export function whyNotStored(error: unknown): string | undefined {
  const { code, syscall, message = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  if (typeof code !== 'string' || syscall === undefined || code.startsWith('ERR_')) return undefined;
  const words = /: ([^,:]+),/.exec(message)?.[1];
  return words === undefined ? code : `${words} (${code})`;
}

/** Runs `work`, which writes files. @throws StorageError, beginning with `what`, where the file system rejects the write */
export function stored<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const why = whyNotStored(error);
    if (why === undefined) throw error;
    throw new StorageError(`${what}: ${why}.`);
  }
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
