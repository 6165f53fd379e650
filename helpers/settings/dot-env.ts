import { lstatSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parse } from 'dotenv';
import { readText } from './files.js';
import { quote, UsageError } from './usage-error.js';

/** A blank line, a comment, or NAME=value with a value in quotes, which may go over lines, or without, which then has no #. */
const form =
  /[^\S\n]*(?![^\S\n])(?:(?:export\s+)?([\w.-]+)[^\S\n]*=[^\S\n]*(?![^\S\n])(?:'(?:\\'|[^'])*'|"(?:\\"|[^"])*"|`(?:\\`|[^`])*`|[^\s'"`#](?:[^#\n]*[^#\s])?|))?[^\S\n]*(?:(?<![^\s])#[^\n]*)?(?:\n|$)/y;

/** The variables of a file, and the lines on which they stand. */
export interface EnvFile {
  readonly values: Readonly<Record<string, string>>;
  readonly lines: ReadonlyMap<string, number>;
}

/**
 * The variables of the `.env` file of a folder; none where there is no such file.
 * @param named another file, which has to be there
 * @throws UsageError for a file that cannot be read, and for one that would be read otherwise than it was meant: dotenv
 * passes over what it does not understand. The message names the line, never what stands there: it may be a key.
 */
export function readEnvFile(folder: string, named?: string): EnvFile {
  const path = resolve(folder, named ?? '.env');
  const lines = new Map<string, number>();
  // A link that leads nowhere is a secret that was not mounted, not a file that nobody wanted.
  if (!lstatSync(path, { throwIfNoEntry: false })) {
    if (named === undefined) return { values: {}, lines };
    // Its name may be a key that lost its variable.
    throw new UsageError('--env-file (CONFORMANCE_ENV_FILE) names a file that does not exist.');
  }
  const text = readText(path, named === undefined ? 'The working folder' : '--env-file').replace(/\r\n?/g, '\n');
  const entry = new RegExp(form);
  for (let line = 1; entry.lastIndex < text.length; ) {
    const [whole, name] = entry.exec(text) ?? [];
    const broken = (what: string) => new UsageError(`Line ${line} of ${quote(basename(path))} ${what}.`);
    if (whole === undefined)
      throw broken('is neither NAME=value nor a # comment, or its value has a # or a quote and needs quotes around it');
    if (name && lines.has(name)) throw broken(`sets a variable that line ${lines.get(name)} already set`);
    if (name) lines.set(name, line);
    line += whole.split('\n').length - 1;
  }
  return { values: parse(text), lines };
}
