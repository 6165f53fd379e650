import type { Report, ReportedRequirement } from '../../../schemas/types.js';

// `qualify` runs the matrix too; what it shares with the tests stands there.
export { isTimed, runAgainst, startFor, verdictsAlone, type Which } from '../../qualification/run-against.js';

/** The requirements that failed. */
export function failuresIn(report: Report): readonly ReportedRequirement[] {
  return report.requirements.filter(({ verdict }) => verdict === 'fail');
}

/** What a test shows of requirements that failed and were not to. */
export function sentencesOf(report: Report): string[] {
  return failuresIn(report).map(({ id, found }) => `${id}: ${found}`);
}
