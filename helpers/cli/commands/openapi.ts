import { existsSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { openapiDocument } from '../../../reports/openapi/document.js';
import { escapedJson, printableLine } from '../../../reports/text/printable.js';
import { embeddedNotice } from '../../../reports/wording/summary-text.js';
import type { Report } from '../../../schemas/types.js';
import { quote } from '../../configuration/quote.js';
import { UsageError } from '../../configuration/usage-error.js';
import { chosenReport } from '../../run-folder/report-file.js';
import { defineCommand, type Outcome } from '../define-command.js';
import { doneOrUnusable } from '../exits.js';

/** `openapi`: the service as an OpenAPI 3.1 document, on the standard output or in a file. */
export const command = defineCommand({
  options: {
    report: { value: 'FILE', help: 'a report.json or run folder, or none (default: reports/latest, if it is there)' },
    out: { value: 'FILE', help: 'file to write instead of printing' },
  },
  exits: doneOrUnusable,
  run: ({ values }, { cwd }) => openapi(values, cwd),
});

/** @throws UsageError for a report that is none, and a file that cannot be written */
function openapi(
  { report: given, out }: { report: string | undefined; out: string | undefined },
  cwd: string,
): Outcome {
  const report = reportFor(cwd, given);
  const document = openapiDocument(report);
  const text = escapedJson(document, 2);
  const notes = notesOn(report).map(printableLine);
  if (out === undefined) return { status: 0, lines: [text], data: document, notes };
  write(resolve(cwd, out), `${text}\n`);
  return { status: 0, lines: [], data: { written: out }, notes };
}

/** Nothing was run yet: that is no fault, and the document has what is stated. */
function reportFor(cwd: string, given: string | undefined): Report | undefined {
  const usual = existsSync(join(cwd, 'reports', 'latest', 'report.json'));
  return given === 'none' || (given === undefined && !usual) ? undefined : chosenReport(cwd, given);
}

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`--out names ${quote(basename(path))}, which cannot be written (${code ?? 'unknown error'}).`);
  }
}

function notesOn(report: Report | undefined): string[] {
  if (!report)
    return ['No report was read: the document holds what the specification states, and marks what it leaves open.'];
  const { run, target } = report;
  const from = `Observed and settled behaviour: from the run ${run.id}${run.complete ? '' : ', which is incomplete'}.`;
  return [from, ...(target.embedded ? [embeddedNotice] : [])];
}
