import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { type CheckVerdict, type Verdict, worst } from '../../schemas/verdict.js';
import { counted } from '../text/counted.js';
import { dayInFull, daysBetween } from '../text/dates.js';
import { clip } from '../text/printable.js';

/** What people write into an entry of the decisions file. It is read member by member: none has to be there. */
const texts = ['id', 'kind', 'by', 'on', 'reason', 'expires', 'evidence', 'ticket', 'found', 'approvedBy'] as const;
type Texts = Readonly<Record<(typeof texts)[number], string | undefined>>;

/** An entry of the decisions file as reports show it; `found` is the failure that a waiver is limited to. */
export type Decision = ReturnType<typeof decision>;

/** The decision behind one requirement's verdict, if there is one. */
export function decisionFor(row: ReportedRequirement, report: Report): Decision | undefined {
  return row.decision && decision({ id: row.id, ...row.decision }, report);
}

function decision(entry: Record<string, unknown>, report: Report) {
  const read = Object.fromEntries(texts.map((name) => [name, described(entry[name])])) as Texts;
  const { id = '', kind = 'decision', by = 'nobody named', reason = '', expires } = read;
  const left = expires === undefined ? Number.NaN : daysBetween(report.run.startedAt, expires);
  // A report names the unused by their requirements: another waiver of the same one may cover something.
  const isOnly = report.decisions.filter((one) => one.kind === 'waive' && one.id === id).length === 1;
  const isUnused = report.unusedWaivers?.includes(id) === true && (kind === 'lack' || (kind === 'waive' && isOnly));
  return {
    ...read,
    ...{ id, kind, by, reason },
    /** Whether it is a waiver or a declaration that covers no failure of the run. */
    isUnused,
    /** Days from the run to the end; negative where it is over. */
    left: Number.isNaN(left) ? undefined : left,
    /** The checks that a waiver is limited to; none where it covers all. */
    checks: [entry.check ?? []].flat().flatMap((name) => described(name) ?? []),
  };
}

function described(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What a requirement would be without its waiver (of the two that can be waived, only a failure has `found`) or its declared lack. */
export function underneath(row: ReportedRequirement): Exclude<Verdict, 'waived' | 'lacking'> {
  if (row.verdict === 'lacking') {
    const of = row.checks.map(({ verdict }) => verdict);
    // One that is waived never is the worst: the requirement would be waived.
    return of.length === 0 ? 'skipped' : (worst(of) as Exclude<CheckVerdict, 'waived'>);
  }
  if (row.verdict !== 'waived') return row.verdict;
  const waived = row.checks.filter(({ verdict }) => verdict === 'waived');
  return [row, ...waived].some(({ found }) => found !== undefined) ? 'fail' : 'inconclusive';
}

/** Within how many days the end of a decision stands out. */
const soon = 30;
const kindTitles: Readonly<Record<string, string>> = {
  waive: 'Waivers',
  attest: 'Attestations',
  settle: 'Settlements',
  accept: 'Acceptances',
  lack: 'Declared lacking',
};

/** The decision behind a requirement's verdict in a few sentences. */
export function decisionInWords(row: ReportedRequirement, report: Report): string | undefined {
  const decision = decisionFor(row, report);
  if (!decision) return undefined;
  const end = decision.expires ? `, until ${dayInFull(decision.expires)}` : '';
  const proof = decision.evidence ? ` Proof: ${decision.evidence}.` : '';
  return `${decision.by}${end}. ${clip(decision.reason, 2_000)}${proof}`;
}

/** Decisions by kind, under the heading of each, waivers first. */
export function decisionsByKind(report: Report) {
  const all = report.decisions.map((entry) => decision(entry, report));
  const kinds = [...new Set([...Object.keys(kindTitles), ...all.map(({ kind }) => kind)])];
  return kinds.flatMap((kind) => {
    const rows = all.filter((entry) => entry.kind === kind);
    return rows.length > 0 ? { title: kindTitles[kind] ?? kind, rows } : [];
  });
}

/** What a reader has to know of the approval of a waiver: request and approval are two people's. */
export function approvalOf(
  of: Pick<Decision, 'kind' | 'by'> & { approvedBy?: string | undefined },
): string | undefined {
  const { kind, by, approvedBy } = of;
  if (kind !== 'waive') return undefined;
  if (approvedBy === undefined) return 'No approval is named.';
  return approvedBy.trim() === by.trim() ? 'Requested and approved by the same person.' : undefined;
}

/** The expiry of a decision in words; `near` where it expires within thirty days or has expired. */
export function endOf({ expires, left }: Decision) {
  if (expires === undefined) return { until: 'Until revoked', days: '', near: false };
  const days =
    left === undefined ? '' : left < 0 ? `expired ${counted(-left, 'day')} ago` : `${counted(left, 'day')} left`;
  return { until: `Until ${dayInFull(expires)}`, days, near: left !== undefined && left <= soon };
}
