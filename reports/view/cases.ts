import type { DecisionEntry, Report, ReportedRequirement as Row } from '../../schemas/types.js';
import { plain, startOf } from '../text/words.js';
import { endOf } from '../wording/decisions.js';
import { whatHappened } from '../wording/row.js';
import { isWanted } from '../wording/scope.js';
import { labels } from '../wording/verdict-labels.js';
import { findingOf, linesOfFinding } from './findings.js';

export type CaseView = ReturnType<typeof caseOf>;

/** Its texts are plain words, neither clipped nor escaped. */
export function caseOf(row: Row, report: Report) {
  const open = whyOpen(row, report);
  const state = stateOf(row.verdict, open);
  return {
    ...row,
    state,
    text: plain([open, outcomeOf(row, report)].filter(Boolean).join(' ')),
    detail: state === 'failure' || state === 'error' ? detailOf(row, report) : '',
    durationMs: row.checks.reduce((sum, { durationMs }) => sum + durationMs, 0),
  };
}

function stateOf(verdict: Row['verdict'], open = ''): 'failure' | 'error' | 'pass' | 'skipped' {
  if (verdict === 'fail') return 'failure';
  if (open !== '') return 'error';
  return verdict === 'pass' || verdict === 'attested' ? 'pass' : 'skipped';
}

/** Why a requirement that did not fail keeps the run from being conformant. */
function whyOpen(row: Row, { run, summary }: Report): string | undefined {
  const { verdict, drift, leftOut } = row;
  if (verdict === 'fail') return undefined;
  if (verdict === 'inconclusive') return 'Not decided.';
  if (drift && run.strict?.includes('drift')) {
    const change = drift.between ? `It differs from ${drift.between[0]}` : 'Its observation changed';
    return `${change}, and nobody accepted that (--fail-on-drift).`;
  }
  const { counts, profile } = summary;
  if (isWanted(row, profile)) return `Skipped, although the profile ${profile} requires it.`;
  const judged = counts.pass + counts.fail + counts.waived + (counts.lacking ?? 0) + counts.inconclusive;
  const isUnjudged = verdict === 'skipped' || verdict === 'pending';
  return judged === 0 && isUnjudged && leftOut === undefined ? 'No requirement was evaluated.' : undefined;
}

function outcomeOf(row: Row, report: Report) {
  const { verdict, decision, drift } = row;
  if (verdict === 'pass') return labels.pass.means;
  const isNamed = verdict === 'waived' || verdict === 'lacking' || verdict === 'pending';
  const isWaived = decision && verdict === 'waived';
  const end = isWaived && `${endOf(decision as unknown as DecisionEntry, report).when}, by ${decision.by}.`;
  const changed = drift && `Changed: ${drift.sentence}`;
  return [isNamed && labels[verdict].means, whatHappened(row), end, changed].filter(Boolean).join(' ');
}

/** Lines for a developer. @param omitted names of lines that stand elsewhere */
export function detailOf(row: Row, report: Report, omitted: readonly string[] = []) {
  const finding = findingOf([row], report, []);
  const named = linesOfFinding(finding).filter(([name]) => !omitted.includes(name));
  const lines = named.map(([name, value]) => `${startOf(name)}: ${value}`);
  const tests = finding.tests.map((test) => `- ${plain(test)}`);
  return [`Clause: ${row.clause}`, ...(row.step ? [`Step: ${row.step}`] : []), ...lines, ...tests].join('\n');
}
