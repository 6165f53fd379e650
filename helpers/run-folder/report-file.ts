import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { readHar } from '../../reports/formats/har-reader.js';
import { printableLine } from '../../reports/text/printable.js';
import { readJson } from '../../reports/text/read-json.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { quote, UsageError } from '../configuration/usage-error.js';
import { mostOf, readText } from './read-limited.js';

/** Versions 0.1 and 0.2 of the suite wrote 1.0. */
const versions = ['1.0', '1.1'];

/**
 * Reads a report that was written before, perhaps by another version, perhaps by hand.
 * @param path a report.json, or the folder of a run
 * @param said how a message names it: `The baseline`
 * @throws UsageError where it is not there, is too large, is no JSON, breaks the schema, or is of another schema version
 */
export function readReport(path: string, said: string): Report {
  const subject = `${said}, ${quote(basename(path))},`;
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  const text = readText(isFolder ? join(path, 'report.json') : path, subject, mostOf('report.json'));
  if (text === undefined)
    throw new UsageError(`${subject} ${isFolder ? 'is a folder without a report.json' : 'does not exist'}.`);
  const value = parsed(text, subject);
  const stated = (value as { schemaVersion?: unknown } | null)?.schemaVersion;
  if (typeof stated === 'string' && !versions.includes(stated))
    throw new UsageError(
      `${subject} is a report of schema version ${quote(stated)}; this suite reads ${versions.join(' and ')}.`,
    );
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
  return existsSync(join(latest, 'report.json')) ? readReport(latest, 'The newest report') : undefined;
}

/**
 * The exchanges of a run's folder, from its evidence.har; `undefined` where that file is not there.
 * @throws UsageError for a file that this suite did not write, and for the evidence of another run
 */
export function readEvidence(folder: string, report: Report): readonly Exchange[] | undefined {
  const said = `evidence.har of ${quote(basename(folder))}`;
  const text = readText(join(folder, 'evidence.har'), said);
  return text === undefined ? undefined : parsedEvidence(text, report, said);
}

/** The exchanges of an evidence.har. @param said how messages name it @throws UsageError as `readEvidence` */
export function parsedEvidence(text: string, report: Report, said: string): readonly Exchange[] {
  try {
    const { run, evidence } = readHar(text);
    if (run !== report.run.id)
      throw new UsageError(`${said} belongs to the run ${quote(run)}, but report.json to ${quote(report.run.id)}.`);
    return evidence;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError(`${said} cannot be read back: ${error.message}.`);
  }
}

function parsed(text: string, subject: string): unknown {
  try {
    return readJson(text);
  } catch (error) {
    throw new UsageError(`${subject} ${(error as SyntaxError).message}.`);
  }
}
