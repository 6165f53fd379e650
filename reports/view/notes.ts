import { byKey } from '../../schemas/common/by-key.js';
import type { DecisionEntry, Report, ReportedRequirement as Row } from '../../schemas/types.js';
import { againstBaseline, driftSentences, type Names } from '../news/drift.js';
import { sincePhrase } from '../news/sentences.js';
import { counted, dayInFull, startOf } from '../text/words.js';
import { approvalOf, endOf, entriesOf } from '../wording/decisions.js';
import { rerunCommand } from '../wording/rerun.js';
import { decidingChecks, gravestRowsFirst, isLeftByTarget, isRule, reasonOf, whatHappened } from '../wording/row.js';
import { isWanted } from '../wording/scope.js';
import type { Mark } from '../wording/verdict-labels.js';
import { forOfficers } from './officer.js';

const mostLines = 20;

export type Note = Readonly<{
  mark: Mark;
  /** It replaces the mark's own word. */
  word?: string;
  ids: readonly string[];
  titles: readonly string[];
  /** Paragraphs, and the same in one line. */
  lines: readonly string[];
  brief: string;
  /** `Since 2 November 2025`, `Until 31 January 2027, 65 days left`; empty if unknown. */
  when: string;
  isEnding?: boolean;
  rerun?: string;
}>;

export function undecidedOf(report: Report): readonly Note[] {
  const rules = report.requirements.filter((row) => isRule(row) && row.leftOut === undefined);
  const open = rules.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'skipped');
  const cause = (row: Row) => (isLeftByTarget(row, report.run) ? '' : (decidingChecks(row)[0]?.unmet ?? reasonOf(row)));
  const groups = byKey(gravestRowsFirst(open).map((row) => [cause(row), row]));
  const { profile } = report.summary;
  return [...groups].map(([why, rows]): Note => {
    const [first] = rows;
    const ids = rows.map(({ id }) => id);
    const reason = why === '' ? 'The target was not available for them, as said above.' : reasonOf(first);
    const isNeeded = rows.some((row) => row.verdict === 'inconclusive' || isWanted(row, profile));
    return {
      mark: first.verdict,
      ids,
      titles: rows.map(({ title }) => title),
      lines: [`${forOfficers(reason)}${isNeeded ? '' : ` The profile ${profile} does not require it.`}`],
      brief: reason,
      when: sincePhrase(first.id, report),
      rerun: rerunCommand(ids, report),
    };
  });
}

const marks = { waive: 'waived', lack: 'lacking', settle: 'pass', accept: 'pending', attest: 'attested' } as const;

/** Decisions in force. Attestations stand with the duties, expired decisions in the notices. */
export function decisionsOf(report: Report): readonly Note[] {
  const day = report.run.startedAt.slice(0, 10);
  const inForce = entriesOf(report).filter(({ kind, expires = day }) => kind !== 'attest' && expires >= day);
  const notes = inForce.filter(({ kind }) => kind !== 'lack').map((entry) => decisionNote(entry, report));
  return [...notes, ...lacksOf(inForce, report)];
}

function decisionNote(entry: DecisionEntry, report: Report): Note {
  const { id, kind, by, on, reason, approvedBy, ticket } = entry;
  const row = report.requirements.find((requirement) => requirement.id === id);
  const checks = [entry.check ?? []].flat().map((name) => `“${name}”`);
  const found = row && kind === 'waive' && whatHappened(row);
  const covered = `The waiver covers only ${counted(checks.length, 'test')}: ${checks.join(', ')}. Any other failure of the rule counts.`;
  const lines = [
    found,
    approvalOf(entry) ?? (approvedBy === undefined ? undefined : `Approved by ${approvedBy}.`),
    `${startOf(by)}, ${dayInFull(on)}: ${reason}`,
    report.unusedWaivers?.includes(id) && 'Unused: it covers nothing in this run.',
    checks.length > 0 && covered,
    ticket !== undefined && `Ticket: ${ticket}.`,
  ];
  const title = row?.title ?? '';
  return {
    mark: marks[kind],
    word: kind === 'accept' ? 'Accepted' : undefined,
    ids: [id],
    titles: [title],
    lines: lines.filter((line) => typeof line === 'string'),
    brief: found || title,
    ...endOf(entry, report),
  };
}

function lacksOf(entries: readonly DecisionEntry[], report: Report): readonly Note[] {
  const covering = entries.filter(({ id, kind }) =>
    report.requirements.some((row) => kind === 'lack' && row.id === id && row.verdict === 'lacking'),
  );
  return [...byKey(covering.map((entry) => [entry.reason, entry]))].map(([reason, declared]) => {
    const statements = declared.map((entry) => {
      const { when } = endOf(entry, report);
      const approved = entry.approvedBy && `approved by ${entry.approvedBy}`;
      const parts = [entry.by, approved, entry.ticket, when.replace(/^U/, 'u')];
      return `on ${dayInFull(entry.on)} by ${parts.filter(Boolean).join(', ')}`;
    });
    const brief = `${reason.replace(/(?<![.?!])$/, '.')} Declared ${[...new Set(statements)].join('; ')}.`;
    return { mark: marks.lack, ids: declared.map(({ id }) => id), titles: [], lines: [brief], brief, when: '' };
  });
}

/** How this run differs from that of `--baseline`, in a sentence and by requirement. */
export function differencesOf(report: Report) {
  const sentence = againstBaseline(report);
  if (sentence === undefined) return undefined;
  const notes = report.requirements.flatMap(({ id, title, drift }): Note[] => {
    if (!drift) return [];
    const { differences = [], between } = drift;
    const found = differences as Parameters<typeof driftSentences>[0];
    const lines = driftSentences(found, mostLines, between as Names | undefined);
    return [{ mark: 'differs', ids: [id], titles: [title], lines, brief: lines.join(' '), when: '' }];
  });
  return { sentence, notes };
}
