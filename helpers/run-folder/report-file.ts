import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { printableLine } from '../../reports/text/printable.js';
import type { Report } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { attempt } from '../settings/attempt.js';
import { usable } from '../settings/files.js';
import { quote, UsageError } from '../settings/usage-error.js';

/** Bytes of a file of a run that are read: of report.json 200 times, of evidence.har 50 times what an ordinary run writes. */
export function mostOf(file: string): number {
  return (file === 'report.json' ? 32 : 64) * 1024 * 1024;
}

/** The version of the schema that reports have. */
const schemaVersion = '1.1';

/**
 * Reads a report that was written before, perhaps by another version, perhaps by hand.
 * @param path a report.json, or the folder of a run
 * @param said how a message names it: `The baseline`
 * @throws UsageError where it is not there, is too large, is no JSON, breaks the schema, or is of another schema version
 */
export function readReport(path: string, said: string): Report {
  const subject = `${said}, ${quote(basename(path))},`;
  const rejected = (what: string) => new UsageError(`${subject} ${what}.`);
  const text = usable(`${subject} cannot be read`, () => {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    const file = isFolder ? join(path, 'report.json') : path;
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat) throw rejected(isFolder ? 'is a folder without a report.json' : 'does not exist');
    if (!stat.isFile()) throw rejected('is not a file');
    if (stat.size > mostOf('report.json')) throw rejected('is larger than any report of a run');
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  });
  const value: unknown = attempt(() => JSON.parse(text));
  if (value === undefined) throw rejected('is not well-formed JSON');
  const stated = (value as { schemaVersion?: unknown } | null)?.schemaVersion;
  if (typeof stated === 'string' && stated !== schemaVersion)
    throw rejected(`is a report of schema version ${quote(stated)}; this suite reads ${schemaVersion}`);
  const valid = validator('report');
  // A complaint may name members, and whoever made the file named them.
  if (!valid(value)) throw rejected(`is not a valid report: ${printableLine(complaint(valid.errors))}`);
  return value as Report;
}

/**
 * The report that a person works on: the one that is named, or the newest complete run's below `cwd`.
 * @throws UsageError as `readReport`
 */
export function chosenReport(cwd: string, given?: string): Report {
  if (given !== undefined) return readReport(resolve(cwd, given), 'The report of --from');
  const latest = latestReport(cwd);
  if (latest) return latest;
  throw new UsageError('There is no report in reports/latest. Run the suite first, or name a report with --from.');
}

/** The newest complete run's report below `cwd`, if there is one. @throws UsageError for one that is damaged */
export function latestReport(cwd: string): Report | undefined {
  const latest = join(cwd, 'reports', 'latest');
  return existsSync(join(latest, 'report.json')) ? readReport(latest, 'The newest report') : undefined;
}
