/** What was not decided, what people decided, what changed. */

import { byKey } from '../../schemas/by-key.js';
import type { DecisionEntry, Report, ReportedRequirement } from '../../schemas/types.js';
import { againstBaseline, linesOf, type Names } from '../drift/sentences.js';
import { counted, dayInFull, firstOf } from '../text/words.js';
import { approvalOf, endOf } from '../wording/decisions.js';
import { rerunCommand } from '../wording/rerun.js';
import { decidingChecks, gravestRowsFirst, isRule, lackingIn, reasonOf, whatHappened } from '../wording/row.js';
import type { Mark } from '../wording/verdict-labels.js';
import { sinceOf } from './findings.js';
import { forOfficers } from './officer.js';

type Row = ReportedRequirement;

const mostLines = 20;

export type Note = Readonly<{
  mark: Mark;
  /** Beside the mark, if not its own word. */
  word?: string | undefined;
  /** Requirements, or a group. */
  ids: readonly string[];
  titles: readonly string[];
  /** A paragraph each. */
  lines: readonly string[];
  /** In one line. */
  brief: string;
  /** `Since 2 November 2025`, `Until 31 January 2027, 65 days left`; empty if unknown. */
  when: string;
  /** Ends within thirty days, or has ended. */
  isEnding?: boolean;
  /** The reason with its settings, and the command that tests the rules again. */
  engineers?: { readonly reason: string; readonly rerun: string };
}>;

/** Rules that no response decided, by reason; then those that passed with some tests left out. */
export function undecidedOf(report: Report): readonly Note[] {
  const open = report.requirements.filter(
    (row) => isRule(row) && row.leftOut === undefined && /^(inconclusive|skipped)$/.test(row.verdict),
  );
  const cause = (row: Row) => decidingChecks(row)[0]?.unmet ?? reasonOf(row);
  const groups = byKey(gravestRowsFirst(open).map((row) => [cause(row), row]));
  const partly = report.requirements.flatMap((row) => {
    const skipped = row.verdict === 'pass' ? row.checks.filter(({ verdict }) => verdict === 'skipped') : [];
    const share = `It passed; ${skipped.length} of ${counted(row.checks.length, 'test')} were not run.`;
    return skipped.length > 0 ? [undecided([row], skipped[0]?.reason ?? '', report, share)] : [];
  });
  return [...[...groups.values()].map((rows) => undecided(rows, rows[0] ? reasonOf(rows[0]) : '', report)), ...partly];
}

function undecided(rows: readonly Row[], reason: string, report: Report, share = ''): Note {
  const ids = rows.map(({ id }) => id);
  return {
    mark: rows[0]?.verdict ?? 'inconclusive',
    ids,
    titles: rows.map(({ title }) => title),
    lines: [`${share} ${forOfficers(reason)}`.trim()],
    brief: `${share} ${reason}`.trim(),
    when: rows[0] ? sinceOf(rows[0], report) : '',
    engineers: { reason, rerun: rerunCommand(ids, report) },
  };
}

const marks = { waive: 'waived', lack: 'lacking', settle: 'pass', accept: 'pending', attest: 'attested' } as const;

/** Decisions in force, with their ends. Attestations stand with the duties, expired decisions in the notices. */
export function decisionsOf(report: Report): readonly Note[] {
  const day = report.run.startedAt.slice(0, 10);
  const entries = report.decisions as unknown as readonly DecisionEntry[];
  return entries
    .filter(({ kind, expires = day }) => kind !== 'attest' && !(expires < day))
    .map((entry): Note => {
      const { id, kind, by, on, reason, approvedBy, ticket } = entry;
      const row = report.requirements.find((requirement) => requirement.id === id);
      const lack = lackingIn(report).find(({ name }) => name === id);
      const checks = [entry.check ?? []].flat().map((name) => `“${name}”`);
      const covered = lack && `${counted(lack.rows.length, 'rule')}: ${lack.rows.map((rule) => rule.id).join(', ')}`;
      const found = lack
        ? `A client that is tested against this mock alone never sees ${lack.unmet}.`
        : row && kind === 'waive' && whatHappened(row);
      const approval = approvedBy === undefined ? '' : `, approved by ${approvedBy}`;
      const lines = [
        found,
        `${by}, ${dayInFull(on)}${approval}: ${reason}`,
        report.unusedWaivers?.includes(id) && 'Unused: it covers nothing in this run.',
        approvalOf(entry),
        checks.length > 0 && `Only ${firstOf(checks)}.`,
        ticket !== undefined && `Ticket: ${ticket}.`,
      ];
      const title = covered ?? row?.title ?? '';
      return {
        mark: marks[kind],
        word: kind === 'accept' ? 'Accepted' : undefined,
        ids: [id],
        titles: [title],
        lines: lines.filter((line) => typeof line === 'string'),
        brief: found || title,
        ...endOf(entry, report),
      };
    });
}

/** How the run differs from its baseline: in a sentence, and by requirement. */
export function changesOf(report: Report): { readonly sentence: string; readonly notes: readonly Note[] } | undefined {
  const sentence = againstBaseline(report);
  const notes = report.requirements.flatMap(({ id, title, drift }): Note[] => {
    if (!drift) return [];
    const { differences = [], between, since } = drift;
    const lines = linesOf(differences as Parameters<typeof linesOf>[0], mostLines, between as Names | undefined);
    const when = since === undefined ? '' : `Since ${dayInFull(since)}`;
    return [{ mark: 'differs', ids: [id], titles: [title], lines, brief: lines.join('; '), when }];
  });
  return sentence === undefined ? undefined : { sentence, notes };
}
