import { lstatSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parse } from 'dotenv';
import { readText } from './files.js';
import { quote, UsageError } from './usage-error.js';

/** A blank line, a comment, or NAME=value with a value in quotes, which may go over lines, or without, which then has no #. */
const form =
  /[^\S\n]*(?![^\S\n])(?:(?:export\s+)?([\w.-]+)[^\S\n]*=[^\S\n]*(?![^\S\n])(?:'(?:\\'|[^'])*'|"(?:\\"|[^"])*"|`(?:\\`|[^`])*`|[^\s'"`#](?:[^#\n]*[^#\s])?|))?[^\S\n]*(?:(?<![^\s])#[^\n]*)?(?:\n|$)/y;

/** A variable of a file, and the line on which it stands. */
export interface Filed {
  readonly value: string;
  readonly line: number;
}

/**
 * The variables of the `.env` file of a folder; none where there is no such file.
 * @param named another file, which has to be there
 * @throws UsageError for a file that cannot be read, and for one that would be read otherwise than it was meant: dotenv
 * passes over what it does not understand. The message names the line, never what stands there: it may be a key.
 */
export function readEnvFile(folder: string, named?: string): ReadonlyMap<string, Filed> {
  const path = resolve(folder, named ?? '.env');
  // A link that leads nowhere is a secret that was not mounted, not a file that nobody wanted.
  if (!lstatSync(path, { throwIfNoEntry: false })) {
    if (named === undefined) return new Map();
    // Its name may be a key that lost its variable.
    throw new UsageError('--env-file (CONFORMANCE_ENV_FILE) names a file that does not exist.');
  }
  const text = readText(path, named === undefined ? 'The working folder' : '--env-file').replace(/\r\n?/g, '\n');
  const lines = new Map<string, number>();
  const entry = new RegExp(form);
  for (let at = 0, line = 1; at < text.length; at = entry.lastIndex) {
    const broken = (what: string) => new UsageError(`Line ${line} of ${quote(basename(path))} ${what}.`);
    entry.lastIndex = at;
    const [whole, name] = entry.exec(text) ?? [];
    if (whole === undefined)
      throw broken('is neither NAME=value nor a # comment, or its value has a # or a quote and needs quotes around it');
    if (name !== undefined) {
      if (lines.has(name)) throw broken(`sets a variable that line ${lines.get(name)} already set`);
      lines.set(name, line);
    }
    line += whole.split('\n').length - 1;
  }
  const values = Object.entries(parse(text));
  return new Map(values.map(([name, value]) => [name, { value, line: lines.get(name) ?? 0 }]));
}

/** The same as an environment has them. @throws UsageError as `readEnvFile` */
export function readDotEnv(folder: string, named?: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...readEnvFile(folder, named)].map(([name, { value }]) => [name, value]));
}
