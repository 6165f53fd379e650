import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { distance } from 'fastest-levenshtein';

/** A wrong call or configuration: a sentence without secrets. Nothing was sent. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly status = 2;
}

/** Shorter than any key, or words alone: `single-tennant`. */
const isNoKey = (value: string) => value.length < 12 || /^[a-z]+(?:[-, ]+[a-z]+)*$/i.test(value);

/** As `quote`, but of a possible key only its length. */
export const quoteShort = (value: string) => (isNoKey(value) ? quote(value) : `a text of ${value.length} characters`);

/** Shorter than most keys, so that none is printed whole. */
const longest = 20;

/** A value in quotes, cut and without controls. Never for secrets. */
export function quote(value: string) {
  const printable = value.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
  const characters = [...printable];
  return `"${characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : printable}"`;
}

/** The result of `work`; undefined if it throws. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** The end of a message about a mistyped or shortened name: `; the nearest is --only`, or nothing. */
export function nearest(name: string, names: readonly string[]): string {
  const folded = name.toLowerCase().slice(0, 100);
  // A slip is seldom in the first letter.
  const changes = (each: string) => distance(folded, each) - (each[0] === folded[0] ? 0.5 : 0);
  const isNear = (each: string) => changes(each) <= name.length / 2 || (folded.length > 3 && each.startsWith(folded));
  const near = names.filter((each) => isNear(each.toLowerCase()));
  const [found] = near.toSorted((a, b) => changes(a.toLowerCase()) - changes(b.toLowerCase()));
  return found ? `; the nearest is ${found}` : '';
}

export const nameOf = (path: string, sourceName: string) => `${sourceName} names ${quote(basename(path))}`;

/** An error about a file. @param what is wrong: `which is a folder` */
export const unusable = (path: string, sourceName: string, what: string) =>
  new UsageError(`${nameOf(path, sourceName)}, ${what}.`);

/** Works on files. @param sentences by codes of errors, in place of `sentence` @throws UsageError if refused */
export function usable<T>(sentence: string, work: () => T, sentences: Readonly<Record<string, string>> = {}): T {
  try {
    return work();
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    if (error instanceof UsageError) throw error;
    throw new UsageError(sentences[code] ?? `${sentence} (${code}).`);
  }
}

/** The text of a file without a byte order mark. @throws UsageError if it cannot be read, or is not UTF-8 */
export function readText(path: string, sourceName: string) {
  const named = `${nameOf(path, sourceName)}, which`;
  const missing = `${named} does not exist.`;
  const sentences = { ENOENT: missing, ENOTDIR: missing, EISDIR: `${named} is a folder, not a file.` };
  const bytes = usable(`${named} cannot be read`, () => readFileSync(path), sentences);
  const text = attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  if (text === undefined) throw new UsageError(`${named} is not UTF-8 text; save it as UTF-8.`);
  return text;
}

/** @param subject names the file @throws UsageError without the parser's words, which repeat the text */
export function parsedJson(text: string, subject: string): unknown {
  const read = attempt(() => ({ value: JSON.parse(text) as unknown }));
  if (!read) throw new UsageError(`${subject} is not well-formed JSON.`);
  return read.value;
}

/** Two runs in one folder would prove neither. @throws UsageError for a folder with files */
export function rejectUsedFolder(path: string, sourceName: string): void {
  const what = `${nameOf(path, sourceName)}, which`;
  const sentences = { ENOTDIR: `${what} is not a folder.` };
  const isUsed = existsSync(path) && usable(`${what} cannot be read`, () => readdirSync(path), sentences).length > 0;
  if (isUsed) throw unusable(path, sourceName, 'which is not empty; choose a new or empty folder');
}
