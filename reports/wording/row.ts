import { gravityOf } from '../../schemas/consequences.js';
import { bracketed, code } from '../../schemas/marked.js';
import { digestOf } from '../../schemas/observation.js';
import type { Report, ReportedCheck, ReportedRequirement as Row } from '../../schemas/types.js';
import { type CheckVerdict, type Verdict, worst } from '../../schemas/verdict.js';

/** Before a waiver: only a failure has `found`. */
export function verdictWithoutWaiver({ verdict, found }: ReportedCheck): Exclude<CheckVerdict, 'waived'> {
  if (verdict !== 'waived') return verdict;
  return found === undefined ? 'inconclusive' : 'fail';
}

/** Before a waiver or a declared lack. */
export function verdictWithoutDecision({ verdict, checks }: Row): Exclude<Verdict, 'waived' | 'lacking'> {
  if (verdict !== 'waived' && verdict !== 'lacking') return verdict;
  return checks.length === 0 ? 'skipped' : worst(checks.map(verdictWithoutWaiver));
}

/** What this run and earlier ones observed of an open question. */
export const observedIn = ({ lastObserved, observation }: Row): unknown => lastObserved ?? observation;

/** An acceptance refers to the digest of what was observed, or of a rule's verdict. */
export const digestOfRow = (row: Row) => digestOf(observedIn(row) ?? { verdict: verdictWithoutDecision(row) });

/** Stated, inferred, or settled by a decision. */
export const isRule = ({ basis, verdict }: Row) => basis !== 'attested' && verdict !== 'pending';

export const isTested = (row: Row) => row.verdict === 'pass' || verdictWithoutDecision(row) === 'fail';

/** Whether it is undecided because the target was not available, whatever its checks noticed. */
export function isLeftByTarget(
  { verdict, checks }: Pick<Row, 'verdict'> & { checks: readonly Pick<ReportedCheck, 'unmet'>[] },
  { unavailable }: Pick<Report['run'], 'unavailable'>,
) {
  if (!unavailable || verdict !== 'inconclusive') return false;
  return unavailable.unmet === undefined || checks.some(({ unmet }) => unmet === unavailable.unmet);
}

export function whatHappened(row: Row) {
  const check = row.checks.find(({ verdict }) => verdict === row.verdict) ?? row.checks[0];
  return row.found ?? check?.found ?? row.reason ?? check?.reason ?? row.sentence ?? row.title;
}

export const reasonOf = ({ reason, checks }: Row) =>
  reason ?? checks.find((check) => check.reason)?.reason ?? 'No reason was noted.';

/** The checks that decide the verdict, gravest first. */
export function decidingChecks(row: Row) {
  const deciding = row.verdict === 'lacking' ? verdictWithoutDecision(row) : row.verdict;
  return gravestFirst(row.checks.filter(({ verdict }) => verdict === deciding));
}

/** `POST /customers without a key`. */
export const sentText = ({ sent }: Pick<ReportedCheck, 'sent'>): string | undefined =>
  sent && [code(sent.request), sent.change && bracketed(sent.change)].filter(Boolean).join(' ');

/** `with the valid key: 201, one customer`. */
export function controlText({ control }: Pick<ReportedCheck, 'control'>): string | undefined {
  if (control === undefined) return undefined;
  const { request, status, outcome } = control;
  return `${request}: ${status}${outcome === undefined ? '' : `, ${outcome}`}`;
}

/** First what the service wrongly accepted, then what broke it, then a wrong status of a rejection. */
function rankOf({ status }: Pick<ReportedCheck, 'status'>) {
  if (status === undefined) return 3;
  if (status >= 200 && status < 300) return 0;
  return status >= 500 ? 1 : 2;
}

export const gravestFirst = <Check extends Pick<ReportedCheck, 'status'>>(checks: readonly Check[]): readonly Check[] =>
  checks.toSorted((a, b) => rankOf(a) - rankOf(b));

/** By harm, gravest first, then by what their checks met. */
export function gravestRowsFirst(rows: readonly Row[]): readonly Row[] {
  const rank = (row: Row) => Math.min(3, ...decidingChecks(row).map(rankOf));
  const harm = (row: Row) => gravityOf(row.consequence);
  return rows.toSorted((a, b) => harm(a) - harm(b) || rank(a) - rank(b));
}
