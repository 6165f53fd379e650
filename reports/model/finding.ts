import { consequences } from '../../schemas/consequences.js';
import type { Report, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import {
  basisAndAge,
  controlText,
  openChecks,
  otherChecks,
  rerunCommand,
  sentOf,
  shareOfChecks,
} from '../wording/finding.js';
import { whatHappened } from '../wording/summary-text.js';

/** What is told of one requirement that failed or stayed open: by the page, the terminal and the files for programs. */
export type Finding = ReturnType<typeof findingOf>;

/** A finding in its parts, the gravest check first. Texts are neither clipped nor escaped: each teller does that itself. */
export function findingOf(row: ReportedRequirement, report: Report) {
  const open = openChecks(row);
  const { clause, step, why, consequence } = row;
  return {
    found: whatHappened(row),
    why,
    /** The harm as a sentence; empty where none is named. */
    harm: consequence === undefined ? '' : `${consequences[consequence].name}.`,
    basisAndAge: basisAndAge(row, report),
    rule: clause,
    step,
    checks: open.map(sidesOf),
    /** `3 of 20 failed` */
    share: shareOfChecks(row, open.length),
    /** Where the checks are that a page does not show; empty where it shows all. */
    elsewhere: otherChecks(row, open.length),
    /** The command that tests it again. */
    rerun: rerunCommand(row.id, report),
  };
}

/** What a check sent, what it expected and what came back, and the request beside it. */
function sidesOf(check: ReportedCheck) {
  const { name, found, reason, expected, received, again, exchanges, deciding, likelyCause } = check;
  const sent = sentOf(check);
  const control = controlText(check);
  const hasSides = [sent, expected, received].some((side) => side !== undefined);
  return {
    check,
    ...{ name, found, reason, sent, expected, received, control, hasSides },
    ...{ again, exchanges, deciding, likelyCause },
  };
}
