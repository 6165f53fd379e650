import { type Consequence, gravityOf } from '../../schemas/consequences.js';
import type { ReportedCheck, ReportedRequirement } from '../../schemas/types.js';

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
export function gravestRowsFirst(rows: readonly ReportedRequirement[]): readonly ReportedRequirement[] {
  const met = ({ checks, verdict }: ReportedRequirement) =>
    Math.min(3, ...checks.filter((check) => check.verdict === verdict).map(rankOf));
  const harm = (row: ReportedRequirement) => gravityOf(row.consequence as Consequence | undefined);
  return rows.toSorted((a, b) => harm(a) - harm(b) || met(a) - met(b));
}
