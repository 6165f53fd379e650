/** What failed, what was not decided, what people decided, what changed. */

import { byKey } from '../../schemas/common/by-key.js';
import { consequences } from '../../schemas/consequences.js';
import type { Exchange } from '../../schemas/exchange.js';
import type { DecisionEntry, Report, ReportedCheck, ReportedRequirement as Row } from '../../schemas/types.js';
import { againstBaseline, linesOf, type Names } from '../drift/sentences.js';
import { sincePhrase } from '../news/sentences.js';
import { counted, dayInFull, firstOf, plain } from '../text/words.js';
import { approvalOf, endOf } from '../wording/decisions.js';
import { rerunCommand } from '../wording/rerun.js';
import {
  controlText,
  decidingChecks,
  gravestRowsFirst,
  isRule,
  reasonOf,
  sentText,
  whatHappened,
} from '../wording/row.js';
import type { Mark } from '../wording/verdict-labels.js';
import { basisOf } from '../wording/verdict-labels.js';
import { forOfficers } from './officer.js';

/** Other failing tests that a finding shows. */
const mostTests = 12;

/** A failed rule; of several with one cause the gravest, which names the others. */
type FindingView = ReturnType<typeof findingOf>;

/** Failures, gravest first. @param evidence where exchanges are shown */
export function findingsOf(report: Report, evidence: readonly Exchange[]): readonly FindingView[] {
  const failed = gravestRowsFirst(report.requirements.filter(({ verdict }) => verdict === 'fail'));
  const groups = byKey(failed.map((row) => [causeOf(row), row]));
  return [...groups.values()].map((rows) => findingOf(rows as [Row, ...Row[]], report, evidence));
}

/** The fact that fails a requirement, or the exchange that decided it. */
function causeOf(row: Row): string {
  const [first] = decidingChecks(row);
  return first?.unmet ?? first?.deciding ?? row.id;
}

/** @param rows those of one cause, gravest first */
export function findingOf([row, ...others]: readonly [Row, ...Row[]], report: Report, evidence: readonly Exchange[]) {
  const failed = decidingChecks(row);
  const [first, ...more] = failed;
  const { id, title, clause, step, why, consequence } = row;
  const ids = [id, ...others.map((other) => other.id)];
  const shown = [first?.deciding, first?.control?.exchange];
  return {
    ...{ id, ids, title, step, why },
    found: whatHappened(row),
    others: others.map((other) => ({ id: other.id, title: other.title, found: whatHappened(other) })),
    harm: consequence === undefined ? '' : consequences[consequence].name,
    /** `Specification: Endpoints, item 3 (inferred).` */
    about: `Specification: ${clause} (${basisOf(row, first).toLowerCase()}).`,
    since: sincePhrase(id, report),
    share:
      row.checks.length > 1 ? `${failed.length} of ${counted(row.checks.length, 'test')} of this rule failed.` : '',
    cause: first?.likelyCause,
    sides: first && {
      sent: first.sent,
      expected: first.expected,
      received: first.received,
      control: controlText(first),
    },
    tests: [
      ...more.slice(0, mostTests).map(testText),
      ...(more.length > mostTests ? [`and ${more.length - mostTests} more`] : []),
    ],
    again: first?.again,
    rerun: rerunCommand(ids, report),
    exchanges: evidence.filter((exchange) => shown.includes(exchange.id)),
    exchange: first?.deciding,
  };
}

/** A finding as names and values, for formats other than the page. */
export function linesOfFinding({ sides, share, cause, ids, rerun, again }: FindingView) {
  const { sent, expected, received, control } = sides ?? {};
  const lines: Readonly<Record<string, string | undefined>> = {
    sent: sent && [sent.request, sent.change].filter(Boolean).join(' '),
    ...{ expected, received, control, tests: share, perhaps: cause },
    ...{ also: firstOf(ids.slice(1)), again: rerun, or: again },
  };
  return Object.entries(lines).flatMap(([name, value]) => (value ? [[name, plain(value)] as const] : []));
}

/** What was sent and received. */
function testText(check: ReportedCheck): string {
  const sent = sentText(check) ?? check.name;
  return check.received === undefined ? sent : `${sent}: ${check.received.split('\n')[0]}`;
}

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
  const isLeftByTarget = (row: Row) => row.reason !== undefined && row.reason === report.run.unavailable?.sentence;
  const cause = (row: Row) => (isLeftByTarget(row) ? '' : (decidingChecks(row)[0]?.unmet ?? reasonOf(row)));
  const groups = byKey(gravestRowsFirst(open).map((row) => [cause(row), row]));
  const partly = report.requirements.flatMap((row) => {
    const skipped = row.verdict === 'pass' ? row.checks.filter(({ verdict }) => verdict === 'skipped') : [];
    const share = `It passed; ${skipped.length} of ${counted(row.checks.length, 'test')} were not run.`;
    return skipped.length > 0 ? [undecided([row], skipped[0]?.reason ?? '', report, share)] : [];
  });
  const notes = [...groups].map(([why, rows]) => {
    const reason = why === '' ? 'The target was not available for them, as said above.' : rows[0] && reasonOf(rows[0]);
    return undecided(rows, reason ?? '', report);
  });
  return [...notes, ...partly];
}

function undecided(rows: readonly Row[], reason: string, report: Report, share = ''): Note {
  const ids = rows.map(({ id }) => id);
  return {
    mark: rows[0]?.verdict ?? 'inconclusive',
    ids,
    titles: rows.map(({ title }) => title),
    lines: [`${share} ${forOfficers(reason)}`.trim()],
    brief: `${share} ${reason}`.trim(),
    when: rows[0] ? sincePhrase(rows[0].id, report) : '',
    engineers: { reason, rerun: rerunCommand(ids, report) },
  };
}

const marks = { waive: 'waived', lack: 'lacking', settle: 'pass', accept: 'pending', attest: 'attested' } as const;

/** Decisions in force, with their ends. Attestations stand with the duties, expired decisions in the notices. */
export function decisionsOf(report: Report): readonly Note[] {
  const day = report.run.startedAt.slice(0, 10);
  const entries = report.decisions as unknown as readonly DecisionEntry[];
  const inForce = entries.filter(({ kind, expires = day }) => kind !== 'attest' && !(expires < day));
  const others = inForce.filter(({ kind }) => kind !== 'lack').map((entry) => decisionNote(entry, report));
  return [...others, ...lacksOf(inForce, report)];
}

function decisionNote(entry: DecisionEntry, report: Report): Note {
  const { id, kind, by, on, reason, approvedBy, ticket } = entry;
  const row = report.requirements.find((requirement) => requirement.id === id);
  const checks = [entry.check ?? []].flat().map((name) => `“${name}”`);
  const found = row && kind === 'waive' && whatHappened(row);
  const approval = approvedBy === undefined ? '' : `, approved by ${approvedBy}`;
  const lines = [
    found,
    `${by}, ${dayInFull(on)}${approval}: ${reason}`,
    report.unusedWaivers?.includes(id) && 'Unused: it covers nothing in this run.',
    approvalOf(entry),
    checks.length > 0 && `Only ${firstOf(checks)}.`,
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

/** What the mock lacks as declared: one note for each reason. */
function lacksOf(entries: readonly DecisionEntry[], report: Report): readonly Note[] {
  const covering = entries.filter(({ id, kind }) =>
    report.requirements.some((row) => kind === 'lack' && row.id === id && row.verdict === 'lacking'),
  );
  return [...byKey(covering.map((entry) => [entry.reason, entry]))].map(([reason, declared]) => {
    const statements = declared.map((entry) => {
      const { when } = endOf(entry, report);
      const beside = [entry.approvedBy && `approved by ${entry.approvedBy}`, entry.ticket, when.replace(/^U/, 'u')];
      return `on ${dayInFull(entry.on)} by ${[entry.by, ...beside].filter(Boolean).join(', ')}`;
    });
    const brief = `${reason.replace(/(?<![.?!])$/, '.')} Declared ${[...new Set(statements)].join('; ')}.`;
    return { mark: marks.lack, ids: declared.map(({ id }) => id), titles: [], lines: [brief], brief, when: '' };
  });
}

/** How what was observed differs: from the run of `--baseline` in a sentence, and by requirement. */
export function changesOf(report: Report): { readonly sentence: string; readonly notes: readonly Note[] } | undefined {
  const sentence = againstBaseline(report) ?? '';
  const notes = report.requirements.flatMap(({ id, title, drift }): Note[] => {
    if (!drift) return [];
    const { differences = [], between, since } = drift;
    const lines = linesOf(differences as Parameters<typeof linesOf>[0], mostLines, between as Names | undefined);
    const when = since === undefined ? '' : `Since ${dayInFull(since)}`;
    return [{ mark: 'differs', ids: [id], titles: [title], lines, brief: lines.join('; '), when }];
  });
  return sentence === '' && notes.length === 0 ? undefined : { sentence, notes };
}
