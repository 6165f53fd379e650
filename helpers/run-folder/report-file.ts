import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { printableLine } from '../../reports/text/printable.js';
import { readJson } from '../../reports/text/read-json.js';
import type { Report } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { quote } from '../configuration/quote.js';
import { UsageError } from '../configuration/usage-error.js';
import { mostOf, readLimited, tooLarge } from './read-limited.js';

const version = '1.0';

/**
 * Reads a report that was written before, perhaps by another version, perhaps by hand.
 * @param path a report.json, or the folder of a run
 * @param said how a message names it: `The baseline`
 * @throws UsageError where it is not there, is too large, is no JSON, breaks the schema, or is of another schema version
 */
export function readReport(path: string, said: string): Report {
  const subject = `${said}, ${quote(basename(path))},`;
  const value = parsed(textOf(path, subject), subject);
  const stated = (value as { schemaVersion?: unknown } | null)?.schemaVersion;
  if (typeof stated === 'string' && stated !== version)
    throw new UsageError(`${subject} is a report of schema version ${quote(stated)}; this suite reads ${version}.`);
  const valid = validator('report');
  // A complaint may name members, and whoever made the file named them.
  if (!valid(value))
    throw new UsageError(`${subject} is not a valid report: ${printableLine(complaint(valid.errors))}.`);
  return value as Report;
}

/**
 * The report that a person works on: the one that is named, or the newest complete run's below `cwd`.
 * @throws UsageError as `readReport`
 */
export function chosenReport(cwd: string, given?: string): Report {
  if (given !== undefined) return readReport(resolve(cwd, given), 'The report of --report');
  const latest = latestReport(cwd);
  if (latest) return latest;
  throw new UsageError('There is no report in reports/latest. Run the suite first, or name a report with --report.');
}

/** The newest complete run's report below `cwd`, if there is one. @throws UsageError for one that is damaged */
export function latestReport(cwd: string): Report | undefined {
  const latest = join(cwd, 'reports', 'latest');
  return existsSync(reportFile(latest)) ? readReport(latest, 'The newest report') : undefined;
}

/** Where a report stands that a path names: itself, or in the folder of a run. */
function reportFile(path: string): string {
  return existsSync(path) && statSync(path).isDirectory() ? join(path, 'report.json') : path;
}

function textOf(path: string, subject: string): string {
  const file = reportFile(path);
  try {
    const content = readLimited(file, mostOf('report.json'));
    if (content) return content.toString('utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR')
      throw new UsageError(`${subject} cannot be read (${code ?? 'unknown error'}).`);
    throw new UsageError(`${subject} ${file === path ? 'does not exist' : 'is a folder without a report.json'}.`);
  }
  throw new UsageError(`${subject} ${tooLarge(mostOf('report.json'))}.`);
}

function parsed(text: string, subject: string): unknown {
  try {
    return readJson(text);
  } catch (error) {
    throw new UsageError(`${subject} ${(error as SyntaxError).message}.`);
  }
}
