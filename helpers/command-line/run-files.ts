import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readHar } from '../../reports/har-reader.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import { complaint, validator } from '../../schemas/validate.js';
import { excerpt } from '../configuration/excerpt.js';
import { UsageError } from '../configuration/usage-error.js';

/** The version of report.json that this version of the suite writes and reads. */
const schemaVersion = '1.0';

/** The report of a run's folder. @throws UsageError where there is none, or none that is valid */
export function readReport(folder: string): Report {
  const said = `report.json of ${excerpt(basename(folder))}`;
  const text = textOf(join(folder, 'report.json'), said);
  if (text === undefined)
    throw new UsageError(`${excerpt(basename(folder))} is no folder of a run: it has no report.json.`);
  const report = parsed(text, said);
  const version = (report as Partial<Report> | null)?.schemaVersion as unknown;
  if (typeof version === 'string' && version !== schemaVersion)
    throw new UsageError(
      `${said} has the schema version ${excerpt(version)}; this version reads ${schemaVersion} only.`,
    );
  const valid = validator('report');
  // What is wrong may be named by a member's name, which may be anything in a file that somebody else wrote.
  if (!valid(report))
    throw new UsageError(`${said} is no report of this suite: ${printable(complaint(valid.errors))}.`);
  return report as Report;
}

/**
 * The exchanges of a run's folder, from its evidence.har; `undefined` where that file is not there.
 * @throws UsageError for a file that this suite did not write, and for the evidence of another run
 */
export function readEvidence(folder: string, report: Report): readonly Exchange[] | undefined {
  const said = `evidence.har of ${excerpt(basename(folder))}`;
  const text = textOf(join(folder, 'evidence.har'), said);
  if (text === undefined) return undefined;
  try {
    const { run, evidence } = readHar(text);
    if (run !== report.run.id)
      throw new UsageError(`${said} is of the run ${excerpt(run)}, and report.json of ${excerpt(report.run.id)}.`);
    return evidence;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError(`${said} cannot be read back: ${error.message}.`);
  }
}

/**
 * Puts files into a folder, each whole: all are written under names of their own first, then take their places. Where one
 * cannot be written, none has changed.
 * @throws UsageError for a folder that cannot be written to
 */
export function putFiles(folder: string, files: ReadonlyMap<string, string | Uint8Array>): void {
  const draft = (file: string) => join(folder, `.${file}.${process.pid}.partial`);
  try {
    for (const [file, content] of files) writeFileSync(draft(file), content);
    for (const file of files.keys()) renameSync(draft(file), join(folder, file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${excerpt(basename(folder))} cannot be written to (${code ?? 'unknown fault'}).`);
  } finally {
    for (const file of files.keys()) rmSync(draft(file), { force: true });
  }
}

function textOf(path: string, said: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new UsageError(`${said} cannot be read (${code ?? 'unknown fault'}).`);
  }
}

function parsed(text: string, said: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${said} is not well-formed JSON.`);
  }
}

function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?');
}
