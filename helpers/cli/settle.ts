import { holdsInferred, settlementOf } from '../../reports/model/settlement.js';
import { formatJson } from '../../reports/text/format-json.js';
import { printableLine } from '../../reports/text/printable.js';
import { embeddedNotice } from '../../reports/text/summary-text.js';
import { catalogue } from '../../schemas/catalogue.js';
import { calledBy } from '../../schemas/suite-version.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { nearest, quote } from '../configuration/quote.js';
import { UsageError } from '../configuration/usage-error.js';
import { chosenReport } from '../run-folder/report-file.js';
import { defineCommand } from './define-command.js';
import { doneOrUnusable } from './exits.js';

/** `settle`: an entry for the decisions file, from what was observed last. */
export const command = defineCommand({
  positionals: ['ID'],
  options: { report: { value: 'FILE', help: 'a report.json or run folder (default: reports/latest)' } },
  exits: doneOrUnusable,
  run: ({ values, words: [id] }, { cwd }) => settle(id, cwd, values.report),
});

/**
 * Prints the entry to the standard output; what the person who signs it has to know goes beside it.
 * @throws UsageError where there is nothing to settle, or nothing to settle it from
 */
function settle(id: string, cwd: string, from: string | undefined): number {
  refuseOther(id);
  const report = chosenReport(cwd, from);
  const row = report.requirements.find((one) => one.id === id);
  if (row?.observation === undefined) throw new UsageError(unseen(id, report, row));
  process.stdout.write(`${formatJson(settlementOf(row, new Date().toISOString().slice(0, 10)))}\n`);
  for (const line of notesOn(row, report)) process.stderr.write(`${printableLine(line)}\n`);
  return 0;
}

/** Only what the specification does not show can be settled. */
function refuseOther(id: string): void {
  const row = catalogue.find((one) => one.id === id);
  if (!row) {
    const ids = catalogue.map((one) => one.id);
    throw new UsageError(`The catalogue has no ${quote(id)}; the nearest is ${nearest(id, ids)}.`);
  }
  if (row.basis === 'attested')
    throw new UsageError(
      `${id} is an organisational control, not testable over HTTP: it can be attested, not settled.`,
    );
  if (row.basis !== 'not-shown')
    throw new UsageError(`${id} is ${row.basis}, so there is nothing to settle: a run evaluates it as specified.`);
}

function unseen(id: string, { run }: Report, row: ReportedRequirement | undefined): string {
  const reason = printableLine(row?.reason ?? '');
  const how = `${calledBy} --only ${id} --observe all observes it, if a request can.`;
  return [`The run ${printableLine(run.id)} observed nothing for ${id}.`, reason, how].filter(Boolean).join(' ');
}

function notesOn({ id, title, sentence, observation }: ReportedRequirement, report: Report): string[] {
  const { run, target, decisions } = report;
  const earlier = decisions.find((entry) => entry.id === id && entry.kind === 'settle');
  return [
    `${id}, ${title}. ${sentence ?? ''}`.trim(),
    `Observed in the run ${run.id}${run.complete ? '' : ', which is incomplete'}.`,
    ...(target.embedded ? [embeddedNotice] : []),
    ...(earlier ? [`${earlier.by} settled it already on ${earlier.on}: remove one of the two entries.`] : []),
    'To settle it, put the entry into decisions.json with a name and a reason; without them a run rejects the file.',
    'Any other behaviour is then a failure. Widen the schema where more should be valid.',
    ...(holdsInferred(observation)
      ? ['The members of responses must stay, with their types; new members are allowed.']
      : []),
  ];
}
