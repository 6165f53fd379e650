import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Codes of the file system in words. */
const words: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file exceeds the size limit of the system',
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a file is in place of a folder',
  EEXIST: 'the path exists already',
  ENOTEMPTY: 'the folder is not empty',
  EISDIR: 'the path is a folder',
  ENOENT: 'the folder does not exist',
  ELOOP: 'symbolic links form a loop',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'the device reported an error',
};

/** A file that could not be written or loaded: reported in one sentence, without a stack. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly status = 4;
}

/** Why the file system rejected the write, in words and its code; undefined for any other error. */
export function whyNotStored(error: unknown): string | undefined {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (typeof code !== 'string' || syscall === undefined || !/^E[A-Z0-9]+$/.test(code)) return undefined;
  return words[code] === undefined ? code : `${words[code]} (${code})`;
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
