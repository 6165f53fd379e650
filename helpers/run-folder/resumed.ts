import { findingOf } from '../../reports/model/findings-of.js';
import type { CaseCounts, CheckFinding, Finding } from '../../schemas/finding.js';
import type { Report, ReportedCheck } from '../../schemas/types.js';
import { checkName, kinds } from '../configuration/case-share.js';
import type { Evidence } from '../evidence/journal-to-evidence.js';
import { titleOf } from '../runner/suite.js';
import type { UnfinishedRun } from './unfinished-run.js';

const generated: readonly string[] = kinds.map(checkName);

/** The checks of generated cases that a run has begun, by title. */
function begunIn({ requirements }: Report): Map<string, { readonly id: string; readonly check: ReportedCheck }> {
  const all = requirements.flatMap(({ id, checks }) =>
    (checks as readonly ReportedCheck[]).map((check) => ({ id, check })),
  );
  const begun = all.filter(({ check }) => generated.includes(check.name) && check.cases !== undefined);
  return new Map(begun.map(({ id, check }) => [titleOf({ id, name: check.name }), { id, check }]));
}

/** What became of the generated cases of a run that was cut short, by check: those without anything left are ended. */
export function progressOf(report: Report): Record<string, CaseCounts> {
  return Object.fromEntries([...begunIn(report)].map(([title, { check }]) => [title, check.cases as CaseCounts]));
}

/** The findings of a run that was cut short: a check of generated cases without a verdict says what is left of it. */
export function withLeft(findings: readonly Finding[], progress: Evidence['progress']): Finding[] {
  return findings.map((finding) => {
    const cases = progress[titleOf(finding)];
    return cases && finding.kind === 'check' && finding.verdict === 'inconclusive' ? { ...finding, cases } : finding;
  });
}

/** What a run and the one that it continues found together: every check of this one, and the cases of both. */
export function findingsWith(earlier: UnfinishedRun, findings: readonly Finding[]): Finding[] {
  const before = begunIn(earlier.report);
  const now = findings.map((finding): Finding => {
    const title = titleOf(finding);
    const begun = before.get(title);
    before.delete(title);
    if (!begun) return finding;
    const { check } = begun;
    const exchanges = [...finding.exchanges, ...check.exchanges];
    const retried = finding.retried + (check.retried ?? 0);
    // A check that had no turn this time leaves what it was left.
    return { cases: check.cases, ...finding, exchanges, retried } as CheckFinding;
  });
  return [...now, ...[...before.values()].map(({ id, check }) => findingOf(id, check))];
}

/** The evidence of both. Times are counted from the start of the later run, so those of the earlier are negative. */
export function evidenceWith(
  { report, evidence: before }: UnfinishedRun,
  evidence: Evidence,
  startedAt: Date,
): Evidence {
  const { run, summary, created } = report;
  const earlierBy = startedAt.getTime() - Date.parse(run.startedAt);
  const unkept = run.cases?.unkept ?? { requests: 0, customers: 0 };
  const asked = Object.values(progressOf(report)).reduce((sum, one) => sum + one.asked, 0);
  return {
    ...evidence,
    exchanges: [...before.map((one) => ({ ...one, offsetMs: one.offsetMs - earlierBy })), ...evidence.exchanges],
    created: [...created, ...evidence.created],
    retried: evidence.retried + summary.retried,
    asked: evidence.asked + asked,
    unkept: {
      requests: evidence.unkept.requests + unkept.requests,
      created: evidence.unkept.created + unkept.customers,
    },
    listed: evidence.listed + unkept.customers,
  };
}

/** How the report names the runs that this one continues, oldest first. */
export function resumedBy({ report: { run }, manifest }: UnfinishedRun): Pick<Report['run'], 'resumed'> {
  const { id, startedAt, finishedAt } = run;
  return { resumed: [...(run.resumed ?? []), { id, startedAt, finishedAt, manifest }] };
}

/** One sentence for each of them. */
export function resumedNotices(resumed: NonNullable<Report['run']['resumed']>): string[] {
  return resumed.map(
    ({ id, startedAt, finishedAt }) =>
      `This run continues the generated cases of the run ${id} (${startedAt} to ${finishedAt}), which was cut short; it sent all other checks again.`,
  );
}
