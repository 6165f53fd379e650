import type { CheckFinding, Finding, ObservationFinding } from '../../schemas/finding.js';
import type { Specification } from '../../schemas/specification.js';
import type { DecisionEntry, Report, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import type { Material } from '../model/assemble.js';
import { settledCheck } from '../model/decide.js';

/**
 * What a report was assembled from, as far as the report itself holds it: `assemble` makes the same report of it, but for
 * the comparison with a baseline, and for the notices that came with the run.
 */
export function materialOf(report: Report, specification: Specification): Material {
  const { requirements, summary, history, run, target, created } = report;
  const { notices: _, ...facts } = run;
  const settled = report.decisions.flatMap(({ kind, id }) => (kind === 'settle' ? [String(id)] : []));
  return {
    ...{ specification, target, created, run: facts, profile: summary.profile },
    findings: requirements.flatMap((row) => findingsOf(row, settled)),
    asked: requirements.filter(({ leftOut }) => leftOut === undefined).map(({ id }) => id),
    requests: summary.requests,
    retried: summary.retried,
    decisions: report.decisions as unknown as readonly DecisionEntry[],
    history: history.slice(0, -1),
    unreached: history.at(-1)?.unreached === true,
  };
}

function findingsOf(row: ReportedRequirement, settled: readonly string[]): Finding[] {
  if (row.basis === 'attested') return [];
  if (row.basis === 'not-shown') return [observationOf(row, settled)];
  return row.checks.filter(({ name }) => name !== settledCheck).map((check) => findingOf(row.id, check));
}

/** The finding of a check, before decisions: a waiver leaves the rest of it as it was, and only a failure has `found`. */
function findingOf(id: string, check: ReportedCheck): CheckFinding {
  const before = check.found === undefined ? 'inconclusive' : 'fail';
  return { kind: 'check', id, retried: 0, ...check, verdict: check.verdict === 'waived' ? before : check.verdict };
}

/** The observation of a requirement, before decisions. @param settled ids that a decision settles */
function observationOf(row: ReportedRequirement, settled: readonly string[]): ObservationFinding {
  const { id, observation, reason, exchanges = [] } = row;
  const common = { kind: 'observation', id, name: '', exchanges, durationMs: 0, retried: 0 } as const;
  if (observation !== undefined) return { ...common, verdict: 'observed', observation, sentences: row.sentences ?? [] };
  const verdict = settled.includes(id) && row.verdict === 'skipped' ? 'not-asked' : 'inconclusive';
  return { ...common, verdict, ...(reason !== undefined && { reason }) };
}
