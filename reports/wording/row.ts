/** How a requirement of a report is read: by the comparison of reports, and by whatever shows one. */

import { type Consequence, gravityOf } from '../../schemas/consequences.js';
import { bracketed, code } from '../../schemas/marked.js';
import type { ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import { type CheckVerdict, type Verdict, worst } from '../../schemas/verdict.js';

type Row = ReportedRequirement;

/** The verdict of a requirement before a waiver or a declared lack: of what can be waived, only a failure has `found`. */
export function verdictWithoutDecision(row: Row): Exclude<Verdict, 'waived' | 'lacking'> {
  if (row.verdict === 'lacking') {
    const of = row.checks.map(({ verdict }) => verdict);
    // One that is waived never is the worst: the requirement would be waived.
    return of.length === 0 ? 'skipped' : (worst(of) as Exclude<CheckVerdict, 'waived'>);
  }
  if (row.verdict !== 'waived') return row.verdict;
  const waived = row.checks.filter(({ verdict }) => verdict === 'waived');
  return [row, ...waived].some(({ found }) => found !== undefined) ? 'fail' : 'inconclusive';
}

/** Whether it is a rule: stated, inferred, or settled by a decision. */
export function isRule({ basis, verdict }: Row): boolean {
  return basis === 'stated' || basis === 'inferred' || (basis === 'not-shown' && verdict !== 'pending');
}

/** Whether a response decided it. */
export function isTested(row: Row): boolean {
  return row.verdict === 'pass' || verdictWithoutDecision(row) === 'fail';
}

/** The outcome of a requirement in one sentence: the first that the report has. */
export function whatHappened(row: Row): string {
  const check = row.checks.find(({ verdict }) => verdict === row.verdict) ?? row.checks[0];
  return row.found ?? check?.found ?? row.reason ?? check?.reason ?? row.sentence ?? row.title;
}

/** Why a requirement was not decided, as a sentence. */
export function reasonOf({ reason, checks }: Row): string {
  return reason ?? checks.find((check) => check.reason)?.reason ?? 'No reason was noted.';
}

/** The checks that decide the verdict of a requirement, the gravest first. */
export function decidingChecks(row: Row): readonly ReportedCheck[] {
  const of = row.verdict === 'lacking' ? verdictWithoutDecision(row) : row.verdict;
  return gravestFirst(row.checks.filter(({ verdict }) => verdict === of));
}

/** The sent request of a check in one line: `POST /customers without a key`. */
export function sentText({ sent }: Pick<ReportedCheck, 'sent'>): string | undefined {
  return sent && [code(sent.request), sent.change && bracketed(sent.change)].filter(Boolean).join(' ');
}

/** The request beside the one that failed, and its outcome: `with the valid key: 201, one customer`. */
export function controlText({ control }: Pick<ReportedCheck, 'control'>): string | undefined {
  if (control === undefined) return undefined;
  const { request, status, outcome } = control;
  return `${request}: ${status}${outcome === undefined ? '' : `, ${outcome}`}`;
}

/** What the service accepted and should not have comes first, then what broke it, then a wrong status of a rejection. */
function rankOf({ status }: Pick<ReportedCheck, 'status'>): number {
  if (status === undefined) return 3;
  if (status >= 200 && status < 300) return 0;
  return status >= 500 ? 1 : 2;
}

/** Checks, gravest first; of equals the first stays first. */
export function gravestFirst<Check extends Pick<ReportedCheck, 'status'>>(checks: readonly Check[]): readonly Check[] {
  return checks.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Requirements by the harm of a failure, gravest first, then by what their checks met. */
export function gravestRowsFirst(rows: readonly Row[]): readonly Row[] {
  const met = (row: Row) => Math.min(3, ...decidingChecks(row).map(rankOf));
  const harm = (row: Row) => gravityOf(row.consequence as Consequence | undefined);
  return rows.toSorted((a, b) => harm(a) - harm(b) || met(a) - met(b));
}
