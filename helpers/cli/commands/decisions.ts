import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Standing } from '../../../reports/model/decide.js';
import { counted } from '../../../reports/text/counted.js';
import { dayInFull, daysBetween } from '../../../reports/text/dates.js';
import { printableLine } from '../../../reports/text/printable.js';
import { approvalOf } from '../../../reports/wording/decisions.js';
import { quote } from '../../configuration/usage-error.js';
import { decisionsFile, proofOf } from '../../run-folder/decisions-file.js';
import { chosenReport, latestReport } from '../../run-folder/report-file.js';
import { type Placed, placedDecisions } from '../../run-folder/standings.js';
import { defineCommand } from '../define-command.js';

/** Within how many days the end of a decision is due. */
const soon = 30;

/** `decisions`: what was decided, by whom, and what is due. */
export const command = defineCommand({
  options: {
    decisions: { value: 'FILE', help: 'decisions file (default: decisions.json)' },
    report: { value: 'FILE', help: 'a report.json or run folder, to find the unused (default: reports/latest)' },
  },
  exits: {
    0: 'every decision is in force, or will be',
    1: 'a decision has expired or is unused',
    2: 'usage or configuration error',
  },
  run: ({ values }, { env, cwd, tested }) => {
    const now = new Date();
    const path = decisionsFile(cwd, env, values.decisions);
    const file = quote(basename(path));
    // One that is named has to be there.
    if (!existsSync(path) && values.decisions === undefined)
      return { status: 0, lines: [`There is no ${file}.`], data: [] };
    const report = values.report === undefined ? latestReport(cwd) : chosenReport(cwd, values.report);
    const day = now.toISOString().slice(0, 10);
    const lines = placedDecisions(path, report, now, tested).map((placed) => lineOf(placed, { day, cwd }));
    const over = lines.filter(({ isOver }) => isOver).length;
    const beside = report
      ? `compared with the run of ${dayInFull(report.run.startedAt)}`
      : 'without a report, so unused ones are not found';
    const [have, are] = over === 1 ? ['has', 'is'] : ['have', 'are'];
    const due = over === 0 ? 'No decision has expired.' : `${over} ${have} expired or ${are} unused.`;
    const head = `${counted(lines.length, 'decision')} in ${file}, ${beside}. ${due}`;
    const blocks = lines.toSorted((a, b) => rank(a) - rank(b)).flatMap(block);
    return {
      status: over > 0 ? 1 : 0,
      lines: [head, ...blocks].map((line) => printableLine(line).trimEnd()),
      data: lines.map(({ entry, ...standing }) => ({ ...entry, ...standing })),
    };
  },
});

/** A decision with what somebody should do about it, one sentence each, and whether it has expired or is unused. */
type Line = ReturnType<typeof lineOf>;

function lineOf(
  { entry, standing, isExpired, isUnused }: Placed,
  { day, cwd }: { readonly day: string; readonly cwd: string },
) {
  const { expires } = entry;
  const left = expires === undefined ? Number.POSITIVE_INFINITY : daysBetween(day, expires);
  const isFuture = entry.on > day;
  return {
    entry,
    state: isExpired ? 'expired' : isFuture ? 'not yet in force' : isUnused ? 'unused' : testedState(standing),
    due: [
      isUnused && (standing?.reason ?? ''),
      isFuture && `It is in force from ${dayInFull(entry.on)}.`,
      !isExpired && left <= soon && `It expires in ${counted(left, 'day')}.`,
      approvalOf(entry),
      proofOf(entry, cwd).remark,
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
