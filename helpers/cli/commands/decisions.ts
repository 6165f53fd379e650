import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { decide, type Standing, withoutDecision } from '../../../reports/model/decide.js';
import { counted } from '../../../reports/text/counted.js';
import { dayInFull, daysBetween } from '../../../reports/text/dates.js';
import { printableLine } from '../../../reports/text/printable.js';
import { approvalOf } from '../../../reports/wording/decisions.js';
import type { DecisionEntry } from '../../../schemas/types.js';
import { decisionsFile, entriesIn } from '../../decisions/decisions-file.js';
import { remarkOnProof } from '../../decisions/kinds.js';
import { latestReport } from '../../run-folder/report-file.js';
import { quote } from '../../settings/usage-error.js';
import type { Outcome, Place } from '../place.js';

/** Within how many days the end of a decision is due. */
const soon = 30;

/** `decisions`: what was decided, by whom, and what is due. */
export function decisions(_: object, { env, cwd, tested }: Place): Outcome {
  const now = new Date();
  const path = decisionsFile(cwd, env);
  const file = quote(basename(path));
  if (!existsSync(path)) return { status: 0, lines: [`There is no ${file}.`] };
  const entries = entriesIn(path, now, tested);
  const report = latestReport(cwd);
  const day = now.toISOString().slice(0, 10);
  const undecided = report?.requirements.map(withoutDecision);
  const standings = undecided && decide(undecided, entries, { day, specification: tested }).standings;
  const lines = entries.map((entry) => {
    const standing = standings?.find((one) => one.entry === entry);
    return lineOf(entry, standing, { day, cwd });
  });
  const over = lines.filter(({ isOver }) => isOver).length;
  const beside = report
    ? `compared with the run of ${dayInFull(report.run.startedAt)}`
    : 'without a report, so unused ones are not found';
  const due = over === 0 ? 'No decision has expired.' : `Expired or unused: ${over}.`;
  const head = `${counted(lines.length, 'decision')} in ${file}, ${beside}. ${due}`;
  const blocks = lines.toSorted((a, b) => rank(a) - rank(b)).flatMap(block);
  return { status: over > 0 ? 1 : 0, lines: [head, ...blocks].map((line) => printableLine(line).trimEnd()) };
}

/** A decision with what somebody should do about it, one sentence each, and whether it has expired or is unused. */
type Line = ReturnType<typeof lineOf>;

function lineOf(
  entry: DecisionEntry,
  standing: Standing | undefined,
  { day, cwd }: { readonly day: string; readonly cwd: string },
) {
  const { expires } = entry;
  const left = expires === undefined ? Number.POSITIVE_INFINITY : daysBetween(day, expires);
  const isExpired = expires !== undefined && expires < day;
  const isUnused = !isExpired && standing?.state === 'unused';
  const isFuture = entry.on > day;
  return {
    entry,
    state: isExpired ? 'expired' : isFuture ? 'not yet in force' : isUnused ? 'unused' : testedState(standing),
    due: [
      isUnused && (standing?.reason ?? ''),
      isFuture && `It is in force from ${dayInFull(entry.on)}.`,
      !isExpired && left <= soon && `It expires in ${counted(left, 'day')}.`,
      approvalOf(entry),
      remarkOnProof(entry, cwd),
    ].filter((sentence) => typeof sentence === 'string'),
    isOver: isExpired || isUnused,
  };
}

function testedState(standing: Standing | undefined) {
  return standing?.state === 'untested' ? 'not tested' : 'in force';
}

function rank({ isOver, due }: Line): number {
  return isOver ? 0 : due.length > 0 ? 1 : 2;
}

function block({ entry, state, due }: Line): string[] {
  const { id, kind, by, on, reason, expires, ticket, approvedBy } = entry;
  const end = expires === undefined ? 'until revoked' : `until ${dayInFull(expires)}`;
  const about = [by, dayInFull(on), approvedBy && `approved by ${approvedBy}`, ticket].filter(Boolean).join(', ');
  return [
    '',
    `${id.padEnd(8)}  ${kind.padEnd(6)}  ${state}, ${end}`,
    `          ${about}: ${reason}`,
    ...due.map((sentence) => `          ! ${sentence}`),
  ];
}
