import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { attempt, quote, UsageError } from './usage-error.js';

/** How a message names a file: by the last part of its path, and what named it. */
export const nameOf = (path: string, sourceName: string) => `${sourceName} names ${quote(basename(path))}`;

/** About a file. @param what `which is a folder` */
export function unusable(path: string, sourceName: string, what: string): UsageError {
  return new UsageError(`${nameOf(path, sourceName)}, ${what}.`);
}

/**
 * Work on files, whose rejection by the file system is the user's to mend.
 * @param sentence what cannot be done, without a full stop: the code of the error follows
 * @param known whole sentences for some codes
 */
export function usable<T>(sentence: string, work: () => T, known: Readonly<Record<string, string>> = {}): T {
  try {
    return work();
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    if (error instanceof UsageError) throw error;
    throw new UsageError(known[code] ?? `${sentence} (${code}).`);
  }
}

/** The text of a file without a byte order mark. @throws UsageError for what cannot be read, or is not UTF-8 */
export function readText(path: string, sourceName: string): string {
  const named = `${nameOf(path, sourceName)}, which`;
  const missing = `${named} does not exist.`;
  const known = { ENOENT: missing, ENOTDIR: missing, EISDIR: `${named} is a folder, not a file.` };
  const bytes = usable(`${named} cannot be read`, () => readFileSync(path), known);
  const text = attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  if (text === undefined) throw new UsageError(`${named} is not UTF-8 text; save it as UTF-8.`);
  return text;
}

/** A person's JSON. @param subject names the file @throws UsageError without the parser's words, which repeat it */
export function parsedJson(text: string, subject: string): unknown {
  const read = attempt(() => ({ value: JSON.parse(text) as unknown }));
  if (!read) throw new UsageError(`${subject} is not well-formed JSON.`);
  return read.value;
}

/** A folder with files in it may be an earlier run: two in one folder would prove neither. @throws UsageError */
export function rejectUsedFolder(path: string, sourceName: string): void {
  const what = `${nameOf(path, sourceName)}, which`;
  const known = { ENOTDIR: `${what} is not a folder.` };
  const isUsed = existsSync(path) && usable(`${what} cannot be read`, () => readdirSync(path), known).length > 0;
  if (isUsed) throw unusable(path, sourceName, 'which is not empty; choose a new or empty folder');
}
