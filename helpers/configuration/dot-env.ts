import { lstatSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parse } from 'dotenv';
import { usable } from './files.js';
import { quote } from './quote.js';
import { UsageError } from './usage-error.js';

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
  const text = decoded(path, file);
  refuseBrokenLines(text.split(/\r\n|\n|\r/), file);
  return parse(text);
}

function decoded(path: string, file: string): string {
  const bytes = usable(`${file} exists but cannot be read`, () => readFileSync(path));
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (text.includes('\0')) throw new TypeError('a NUL byte');
    return text;
  } catch {
    throw new UsageError(`${file} is not UTF-8 text; save it as UTF-8.`);
  }
}

/** dotenv passes over what it does not understand. A key that is dropped, or cut at a #, must not go unnoticed. */
function refuseBrokenLines(lines: readonly string[], file: string): void {
  const broken = brokenIn(file);
  const known = new Map<string, number>();
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const number = index + 1;
    if (remainder.test(line)) continue;
    const [, name, value] = assignment.exec(line) ?? [];
    if (name === undefined || value === undefined) throw broken(number, 'is neither NAME=value nor a # comment');
    const earlier = known.get(name);
    if (earlier !== undefined && name.startsWith('CONFORMANCE_'))
      throw broken(number, `sets a variable that line ${earlier} already set`);
    known.set(name, number);
    index = lastLineOf(value, lines, index, broken);
  }
}

/** The index of the line on which a value ends: a quoted one may go over several. */
function lastLineOf(
  value: string,
  lines: readonly string[],
  start: number,
  broken: ReturnType<typeof brokenIn>,
): number {
  const quote = /^['"`]/.exec(value)?.[0];
  if (!quote) {
    if (/\S#/.test(value)) throw broken(start + 1, 'has a # inside an unquoted value, which would be cut off there');
    return start;
  }
  let rest = value.slice(1);
  for (let index = start; index < lines.length; rest = lines[++index] ?? '') {
    const end = closing(rest, quote);
    if (end < 0) continue;
    if (!remainder.test(rest.slice(end + 1))) throw broken(index + 1, 'continues after the closing quote');
    return index;
  }
  throw broken(start + 1, 'opens a quote that is never closed');
}

/** Where a quote that no backslash precedes stands, or -1. */
function closing(text: string, quote: string): number {
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) if (text[at - 1] !== '\\') return at;
  return -1;
}

const brokenIn = (file: string) => (line: number, what: string) =>
  new UsageError(`${file} is broken: line ${line} ${what}.`);
