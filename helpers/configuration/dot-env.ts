import { lstatSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parse } from 'dotenv';
import { attempt } from './attempt.js';
import { readPlain, usable } from './files.js';
import { quote, UsageError } from './usage-error.js';

const assignment = /^\s*(?:export\s+)?([\w.-]+)(?:\s*=\s*|:\s+)(.*)$/;
const remainder = /^\s*(?:#.*)?$/;

/**
 * The variables of the `.env` file of a folder; none where there is no such file. The environment is left as it is.
 * @param named another file, which has to be there
 * @throws UsageError for a file that cannot be read, and for one that would be read otherwise than it was meant. It
 * names the line, never what stands there, since that may be a key.
 */
export function readDotEnv(folder: string, named?: string): Readonly<Record<string, string>> {
  const path = resolve(folder, named ?? '.env');
  const file = named === undefined ? 'The .env file' : `The file ${quote(basename(path))} (--env-file)`;
  // A link that leads nowhere is a secret that was not mounted, not a file that nobody wanted.
  if (!lstatSync(path, { throwIfNoEntry: false })) {
    if (named === undefined) return {};
    // Its name may be a key that lost its variable.
    throw new UsageError('--env-file (CONFORMANCE_ENV_FILE) names a file that does not exist.');
  }
  const bytes = usable(`${file} exists but cannot be read`, () => readPlain(path, file));
  const text = attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  if (text === undefined || text.includes('\0')) throw new UsageError(`${file} is not UTF-8 text; save it as UTF-8.`);
  refuseBrokenLines(text.split(/\r\n|\n|\r/), (line, what) => {
    return new UsageError(`${file} is broken: line ${line} ${what}.`);
  });
  return parse(text);
}

type Broken = (line: number, what: string) => UsageError;

/** dotenv passes over what it does not understand. A key that is dropped, or cut at a #, must not go unnoticed. */
function refuseBrokenLines(lines: readonly string[], broken: Broken): void {
  const known = new Map<string, number>();
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (remainder.test(line)) continue;
    const [, name = '', value] = assignment.exec(line) ?? [];
    if (value === undefined) throw broken(index + 1, 'is neither NAME=value nor a # comment');
    const earlier = known.get(name);
    if (earlier !== undefined && name.startsWith('CONFORMANCE_'))
      throw broken(index + 1, `sets a variable that line ${earlier} already set`);
    known.set(name, index + 1);
    index = lastLineOf(value, lines, index, broken);
  }
}

/** The index of the line on which a value ends: a quoted one may go over several. */
function lastLineOf(value: string, lines: readonly string[], start: number, broken: Broken): number {
  const quotation = /^['"`]/.exec(value)?.[0];
  if (!quotation) {
    if (/\S#/.test(value)) throw broken(start + 1, 'has a # inside an unquoted value, which would be cut off there');
    return start;
  }
  // A quote that no backslash precedes.
  const closing = new RegExp(`(?<!\\\\)${quotation}`);
  let rest = value.slice(1);
  for (let index = start; index < lines.length; rest = lines[++index] ?? '') {
    const end = rest.search(closing);
    if (end < 0) continue;
    if (!remainder.test(rest.slice(end + 1))) throw broken(index + 1, 'continues after the closing quote');
    return index;
  }
  throw broken(start + 1, 'opens a quote that is never closed');
}
