import { writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { printableLine } from '../../../reports/text/printable.js';
import { embeddedNotice } from '../../../reports/wording/summary-text.js';
import { escapedJson } from '../../../schemas/escaped-json.js';
import type { Report } from '../../../schemas/types.js';
import { usable } from '../../configuration/files.js';
import { quote, UsageError } from '../../configuration/usage-error.js';
import { chosenReport, latestReport } from '../../run-folder/report-file.js';
import { defineCommand } from '../define-command.js';

/** `openapi`: the service as an OpenAPI 3.1 document, on the standard output or in a file. */
export const command = defineCommand({
  options: {
    report: { value: 'FILE', help: 'a report.json or run folder, or none (default: reports/latest, if it is there)' },
    out: { value: 'FILE', help: 'file to write instead of printing' },
  },
  run: ({ values: { report: given, out } }, { cwd, tested }) => {
    if (!tested.openapi) throw new UsageError(`${tested.title} brings no OpenAPI document.`);
    // Nothing was run yet: that is no fault, and the document has what is stated.
    const chosen = () => (given === undefined ? latestReport(cwd) : chosenReport(cwd, given));
    const report = given === 'none' ? undefined : chosen();
    const document = tested.openapi(tested, report, report?.target.embedded ? [embeddedNotice] : []);
    const text = escapedJson(document, 2);
    const notes = notesOn(report).map(printableLine);
    if (out === undefined) return { status: 0, lines: [text], data: document, notes };
    usable(`--out names ${quote(basename(out))}, which cannot be written`, () =>
      writeFileSync(resolve(cwd, out), `${text}\n`),
    );
    return { status: 0, lines: [], data: { written: out }, notes };
  },
});

function notesOn(report: Report | undefined): string[] {
  if (!report)
    return ['No report was read: the document holds what the specification states, and marks what it leaves open.'];
  const { run, target } = report;
  const from = `Observed and settled behaviour: from the run ${run.id}${run.complete ? '' : ', which is incomplete'}.`;
  return target.embedded ? [from, embeddedNotice] : [from];
}
