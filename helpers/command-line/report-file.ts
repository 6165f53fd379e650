import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Report } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { excerpt } from '../configuration/excerpt.js';
import { readText } from '../configuration/files.js';
import { UsageError } from '../configuration/usage-error.js';

/**
 * A report that was written before.
 * @param given a report.json, or the folder of a run; the newest complete run below `cwd` unless given
 * @throws UsageError where there is none, or the file is no report
 */
export function readReport(cwd: string, given?: string): Report {
  const path = given === undefined ? usualReport(cwd) : resolve(cwd, given);
  const folder = existsSync(path) && statSync(path).isDirectory();
  const text = readText(folder ? join(path, 'report.json') : path, given === undefined ? 'reports/latest' : '--report');
  const subject = given === undefined ? 'reports/latest/report.json' : `The file of --report ${excerpt(given)}`;
  const report = parsed(text);
  if (report === undefined) throw new UsageError(`${subject} is not well-formed JSON.`);
  const valid = validator('report');
  if (!valid(report)) throw new UsageError(`${subject} is no report of this suite: ${complaint(valid.errors)}.`);
  return report as unknown as Report;
}

function usualReport(cwd: string): string {
  const path = join(cwd, 'reports', 'latest', 'report.json');
  if (existsSync(path)) return path;
  throw new UsageError('There is no report in reports/latest. A run writes one; --report names one elsewhere.');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
