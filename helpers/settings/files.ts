import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { whyNotStored } from '../evidence/storage-error.js';
import { attempt } from './attempt.js';
import { quote, UsageError } from './usage-error.js';

/**
 * What is wrong with a configured file, or with something in it: `which is a folder`.
 * @param path absolute; the message names its last part only
 * @param sourceName the option or variable that named it
 */
export function unusable(path: string, sourceName: string, what: string): UsageError {
  return new UsageError(`${sourceName} names ${quote(basename(path))}, ${what}.`);
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

/**
 * Work on files that takes nothing from a run where the file system rejects it.
 * @returns why it was rejected, as a sentence that begins with `what`; undefined where it was not
 */
export function notStored(what: string, work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    const why = whyNotStored(error);
    if (why === undefined) throw error;
    return `${what}: ${why}.`;
  }
}

/** The text of a configured file, a byte order mark aside. @throws UsageError for what is no plain file of UTF-8 text of 1 MiB at most */
export function readText(path: string, sourceName: string): string {
  const named = `${sourceName} names ${quote(basename(path))}, which`;
  const missing = `${named} does not exist.`;
  const work = () => {
    const stat = statSync(path);
    if (stat.isDirectory()) throw new UsageError(`${named} is a folder, not a file.`);
    // A pipe may never end to be waited for, and a device never ends.
    if (!stat.isFile()) throw new UsageError(`${named} is no plain file.`);
    // A bundle of all public certificate authorities has a quarter of that.
    if (stat.size > 1024 * 1024) throw new UsageError(`${named} is larger than 1 MiB, the most that the suite reads.`);
    return readFileSync(path);
  };
  const bytes = usable(`${named} cannot be read`, work, { ENOENT: missing, ENOTDIR: missing });
  const text = attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  if (text === undefined) throw new UsageError(`${named} is not UTF-8 text; save it as UTF-8.`);
  return text;
}

/**
 * What a JSON file of a person holds.
 * @param subject how a message names the file
 * @throws UsageError for an empty text, and for one that is not well-formed, with its line: the parser's own words repeat the text
 */
export function parsedJson(text: string, subject: string): unknown {
  if (text.trim() === '') throw new UsageError(`${subject} is empty.`);
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${subject} is not well-formed JSON: see line ${lineOfSyntaxError(text)}.`);
  }
}

/** The line in which a text stops being JSON: the first at whose end there is an error other than that it ends too early. */
function lineOfSyntaxError(text: string): number {
  const lines = text.split('\n');
  const broken = lines.findIndex((_, at) => {
    const beginning = lines.slice(0, at + 1).join('\n');
    try {
      JSON.parse(beginning);
      return false;
    } catch (error) {
      const { message } = error as Error;
      const position = Number(/at position (\d+)/.exec(message)?.[1] ?? 0);
      return !message.includes('end of JSON') && position < beginning.length;
    }
  });
  return broken < 0 ? lines.length : broken + 1;
}

/** A folder with files in it may be an earlier run: two in one folder would prove neither. @throws UsageError */
export function rejectUsedFolder(path: string, sourceName: string): void {
  const what = `${sourceName} names ${quote(basename(path))}, which`;
  const known = { ENOTDIR: `${what} is not a folder.` };
  const isUsed = existsSync(path) && usable(`${what} cannot be read`, () => readdirSync(path), known).length > 0;
  if (isUsed) throw unusable(path, sourceName, 'which is not empty; choose a new or empty folder');
}
