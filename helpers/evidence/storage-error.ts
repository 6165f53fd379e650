/** What the codes of the file system mean. */
const words: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the quota of space is used up',
  EFBIG: 'the file would be larger than the system lets it be',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a file stands where a folder has to',
  EEXIST: 'something else stands there',
  ENOTEMPTY: 'a folder with files in it stands there',
  EISDIR: 'a folder stands there',
  ENOENT: 'there is no such folder',
  ELOOP: 'links lead in a circle',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'the device does not answer as it should',
};

/** A file that could not be written: reported in one sentence, without a stack. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

/** Why the file system rejected the write, in words and its code; undefined for any other error. */
export function whyNotStored(error: unknown): string | undefined {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (typeof code !== 'string' || syscall === undefined || !/^E[A-Z0-9]+$/.test(code)) return undefined;
  return words[code] === undefined ? code : `${words[code]} (${code})`;
}

/** Does what writes files. @throws StorageError, beginning with `what`, where the file system rejects the write */
export function stored<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const why = whyNotStored(error);
    if (why === undefined) throw error;
    throw new StorageError(`${what}: ${why}.`);
  }
}
