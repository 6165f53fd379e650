import { basename } from 'node:path';
import { decide, type Standing, withoutDecision } from '../../../reports/model/decide.js';
import { counted, dayInFull, daysBetween, printableLine } from '../../../reports/text/words.js';
import { approvalOf, isEndingSoon } from '../../../reports/wording/decisions.js';
import { byKey } from '../../../schemas/common/by-key.js';
import type { DecisionEntry } from '../../../schemas/types.js';
import { readDecisions } from '../../decisions/decisions.js';
import { latestReport } from '../../run-folder/earlier-runs.js';
import { quote } from '../../settings/usage-error.js';
import type { Outcome, Place } from '../place.js';
import { decisionsFile } from './decide.js';

/** `decisions`: what was decided, by whom, and what is due. */
export function decisions(_: object, place: Place): Outcome {
  const { cwd, tested } = place;
  const now = new Date();
  const path = decisionsFile(place);
  const file = quote(basename(path));
  const { entries } = readDecisions(path, { now, specification: tested });
  const report = latestReport(cwd);
  const day = now.toISOString().slice(0, 10);
  const standings = report ? decide(report.requirements.map(withoutDecision), entries, { day }).standings : [];
  const all = entries.map((entry) => stateOf(entry, standings, day));
  const over = all.filter(({ isOver }) => isOver).length;
  const comparison = report
    ? `compared with the run of ${dayInFull(report.run.startedAt)}`
    : 'not compared with a report, so unused decisions are not detected';
  const due = over === 0 ? 'No decision has expired.' : `Expired or unused: ${over}.`;
  const head = `${counted(all.length, 'decision')} in ${file}, ${comparison}. ${due}`;
  const overFirst = all.toSorted((a, b) => Number(b.isOver) - Number(a.isOver));
  // Entries that differ in the id alone share a block.
  const alike = byKey(
    overFirst.map((stated) => [JSON.stringify({ ...stated, entry: { ...stated.entry, id: '' } }), stated.entry.id]),
  );
  const blocks = [...alike].flatMap(([text, ids]) => linesOf(JSON.parse(text) as Stated, ids.join(', ')));
  return { status: over > 0 ? 1 : 0, lines: [head, ...blocks].map((line) => printableLine(line).trimEnd()) };
}

function stateOf(entry: DecisionEntry, standings: readonly Standing[], day: string) {
  const standing = standings.find((standing) => standing.entry === entry);
  const { expires, on } = entry;
  const left = expires === undefined ? Number.POSITIVE_INFINITY : daysBetween(day, expires);
  const isFuture = on > day;
  const isUnused = standing?.state === 'unused';
  const tested = standing?.state === 'untested' ? 'not tested' : isUnused ? 'unused' : 'in force';
  return {
    entry,
    state: left < 0 ? 'expired' : isFuture ? 'not yet in force' : tested,
    due: [
      isUnused && standing.reason,
      isFuture && `It is in force from ${dayInFull(on)}.`,
      isEndingSoon(entry, day) && `It expires in ${counted(left, 'day')}.`,
      approvalOf(entry),
    ].filter((sentence) => typeof sentence === 'string'),
    isOver: left < 0 || isUnused,
  };
}

type Stated = ReturnType<typeof stateOf>;

function linesOf({ entry, state, due }: Stated, ids: string) {
  const { kind, by, on, reason, expires, ticket, approvedBy } = entry;
  const end = expires === undefined ? 'until revoked' : `until ${dayInFull(expires)}`;
  const about = [by, dayInFull(on), approvedBy && `approved by ${approvedBy}`, ticket].filter(Boolean).join(', ');
  const rest = [`${about}: ${reason}`, ...due.map((sentence) => `! ${sentence}`)];
  return ['', `${ids.padEnd(8)}  ${kind.padEnd(6)}  ${state}, ${end}`, ...rest.map((line) => `          ${line}`)];
}
