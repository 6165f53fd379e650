import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { printableLine } from '../../reports/text/words.js';
import { sha256 } from '../../schemas/sha256.js';
import type { Report } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { attempt, quote, UsageError, usable } from '../settings/usage-error.js';

/** Bytes of a file that are read: 50 times those of an ordinary run. */
export const mostOfFile = 64 * 1024 * 1024;

/**
 * Reads a report, perhaps of another version, perhaps made by hand, and the SHA-256 of its file.
 * @param path a report.json, or the folder of a run
 * @param said how a message names it: `The baseline`
 * @throws UsageError where it is missing, no file of a run, no JSON, or invalid
 */
export function readReport(path: string, said: string): { report: Report; digest: string } {
  const subject = `${said}, ${quote(basename(path))},`;
  const rejected = (what: string) => new UsageError(`${subject} ${what}.`);
  const known = { ENOENT: `${subject} does not exist.`, EISDIR: `${subject} is a folder without a report.json.` };
  const work = () => {
    const inFolder = join(path, 'report.json');
    const file = existsSync(inFolder) ? inFolder : path;
    const stat = statSync(file);
    const isReadable = stat.isDirectory() || (stat.isFile() && stat.size <= mostOfFile);
    if (!isReadable) throw rejected('is no file that a run writes');
    return readFileSync(file, 'utf8');
  };
  const text = usable(`${subject} cannot be read`, work, known);
  const report: unknown = attempt(() => JSON.parse(text));
  if (report === undefined) throw rejected('is not well-formed JSON');
  const valid = validator('report');
  // Whoever made the file named the members in a complaint.
  if (!valid(report)) throw rejected(`is not a valid report: ${printableLine(complaint(valid.errors))}`);
  return { report: report as Report, digest: sha256(text) };
}

/** The report that is named, or that of the newest complete run. @throws UsageError as `readReport` */
export function chosenReport(cwd: string, given?: string): Report {
  if (given !== undefined) return readReport(resolve(cwd, given), 'The report of --from').report;
  const latest = latestReport(cwd);
  if (latest) return latest;
  throw new UsageError('There is no report in reports/latest. Run the suite first, or name a report with --from.');
}

/** The newest complete run's report, if any. @throws UsageError for a damaged one */
export function latestReport(cwd: string): Report | undefined {
  const latest = join(cwd, 'reports', 'latest');
  return existsSync(join(latest, 'report.json')) ? readReport(latest, 'The newest report').report : undefined;
}
