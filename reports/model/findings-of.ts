import type { CheckFinding, Finding, ObservationFinding } from '../../schemas/finding.js';
import type { Specification } from '../../schemas/specification.js';
import type { DecisionEntry, Report, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import { statementsOf } from '../wording/observed.js';
import type { Material } from './assemble.js';
import { settledCheck } from './decide.js';

/**
 * What a report was assembled from, as far as the report itself holds it: `assemble` makes the same report of it, except
 * for the comparison with a baseline, for the notices that came with the run, and for members of schema version 1.0 alone.
 */
export function materialOf(report: Report, specification: Specification): Material {
  const { requirements, summary, history } = report;
  const settled = settledIds([report]);
  const listed = listedAlone(report);
  return {
    specification,
    findings: requirements.flatMap((row) => findingsOf(row, settled)),
    asked: requirements.filter((row) => !isLeftOut(row)).map(({ id }) => id),
    required: report.run.required ?? [],
    ...(summary.profile !== undefined && { profile: summary.profile }),
    run: runOf(report),
    target: report.target,
    created: report.created,
    ...(listed > 0 && { listed }),
    requests: summary.requests,
    retried: summary.retried,
    decisions: report.decisions as unknown as readonly DecisionEntry[],
    history: history.slice(0, -1),
    unreached: history.at(-1)?.unreached === true,
  };
}

/** The run without what `assemble` adds, and without members of schema version 1.0 alone. */
function runOf({ run }: Report): Report['run'] {
  const gone = ['notices', 'qualification', 'repeat', 'resumed', 'shards', 'merged'];
  const { keys: _, ...cases } = run.cases ?? {};
  const kept = Object.entries(run).filter(([name]) => !gone.includes(name));
  return { ...(Object.fromEntries(kept) as Report['run']), ...(run.cases && { cases: cases as typeof run.cases }) };
}

/** How many customers created.json alone lists: those of generated cases without evidence, or none. */
export function listedAlone({ summary, created, run }: Pick<Report, 'summary' | 'created' | 'run'>): number {
  const unkept = run.cases?.unkept.customers ?? 0;
  return summary.customersCreated === created.length + unkept ? unkept : 0;
}

/** Ids of the requirements that a decision settles. */
function settledIds(reports: readonly Report[]): ReadonlySet<string> {
  const settlements = reports.flatMap(({ decisions }) => decisions.filter(({ kind }) => kind === 'settle'));
  return new Set(settlements.map(({ id }) => String(id)));
}

/** Whether a filter or a shard left a requirement out: in a report of 0.1, the suites can test it and no check of it ran. */
export function isLeftOut({ basis, verdict, checks, leftOut }: ReportedRequirement): boolean {
  if (leftOut !== undefined) return true;
  return (basis === 'stated' || basis === 'inferred') && verdict === 'skipped' && checks.length === 0;
}

function findingsOf(row: ReportedRequirement, settled: ReadonlySet<string>): Finding[] {
  if (row.basis === 'attested') return [];
  if (row.basis === 'not-shown') return [observationOf(row, settled)];
  return row.checks.filter(({ name }) => name !== settledCheck).map((check) => findingOf(row.id, check));
}

/** The finding of a check, before decisions. @param id of its requirement */
export function findingOf(id: string, check: ReportedCheck): CheckFinding {
  // A waiver leaves the rest of the check as it was: only a failure has something found.
  const before = check.found === undefined ? 'inconclusive' : 'fail';
  // How often which verdict came, and which cases were left, stand in reports of 0.2 alone.
  const { sent, control, verdicts: _, cases, ...rest } = check;
  // A report of 0.1 has texts there, which nothing is read out of: its checks keep everything else.
  const structured = { ...(typeof sent === 'object' && { sent }), ...(typeof control === 'object' && { control }) };
  const verdict = check.verdict === 'waived' ? before : check.verdict;
  return { kind: 'check', id, retried: 0, ...rest, ...structured, ...(cases && { cases: casesOf(cases) }), verdict };
}

function casesOf({ left: _, ...cases }: NonNullable<ReportedCheck['cases']>): NonNullable<ReportedCheck['cases']> {
  return cases;
}

/** The observation of a requirement, before decisions. @param settled ids that a decision settles */
function observationOf(row: ReportedRequirement, settled: ReadonlySet<string>): ObservationFinding {
  const { id, observation, reason, exchanges = [] } = row;
  const common = { kind: 'observation', id, name: '', exchanges, durationMs: 0, retried: 0 } as const;
  if (observation !== undefined) return { ...common, verdict: 'observed', observation, sentences: statementsOf(row) };
  const verdict = settled.has(id) && row.verdict === 'skipped' ? 'not-asked' : 'inconclusive';
  return { ...common, verdict, ...(reason !== undefined && { reason }) };
}
