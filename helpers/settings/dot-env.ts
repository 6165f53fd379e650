import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parse } from 'dotenv';
import { quote, readText, UsageError } from './usage-error.js';

/** A blank line, a comment, or NAME=value: quoted, perhaps over several lines, or unquoted and without #. */
const form =
  /[^\S\n]*(?![^\S\n])(?:(?:export\s+)?([\w.-]+)[^\S\n]*=[^\S\n]*(?![^\S\n])(?:'(?:\\'|[^'])*'|"(?:\\"|[^"])*"|`(?:\\`|[^`])*`|[^\s'"`#](?:[^#\n]*[^#\s])?|))?[^\S\n]*(?:(?<![^\s])#[^\n]*)?(?:\n|$)/y;

/** A variable of a file; `where` is `line 3 of .env`. */
export type Filed = Readonly<Record<'name' | 'value' | 'where', string>>;

/** The variables of `.env` or another file. @throws UsageError for a bad line, without its text: it may be a key */
export function readEnvFile(folder: string, named?: string): readonly Filed[] {
  const path = resolve(folder, named ?? '.env');
  if (named === undefined && !existsSync(path)) return [];
  const text = readText(path, named === undefined ? 'The working folder' : '--env-file').replace(/\r\n?/g, '\n');
  const place = basename(path);
  const values = parse(text);
  const lines = new Map<string, number>();
  const entry = new RegExp(form);
  for (let line = 1; entry.lastIndex < text.length; ) {
    const [whole, name] = entry.exec(text) ?? [];
    const broken = (what: string) => new UsageError(`Line ${line} of ${quote(place)} ${what}.`);
    if (whole === undefined)
      throw broken('is neither NAME=value nor a # comment, or its value has a # or a quote and needs quotes around it');
    if (name && lines.has(name)) throw broken(`sets a variable that line ${lines.get(name)} already set`);
    if (name) lines.set(name, line);
    line += whole.split('\n').length - 1;
  }
  return Array.from(lines, ([name, line]) => ({ name, value: values[name] ?? '', where: `line ${line} of ${place}` }));
}
