/** Each requirement as a test case, for JUnit and vitest. */

import type { DecisionEntry, Report, ReportedRequirement as Row } from '../../schemas/types.js';
import { plain, startOf } from '../text/words.js';
import { endOf } from '../wording/decisions.js';
import { whatHappened } from '../wording/row.js';
import { isWanted } from '../wording/scope.js';
import { labels } from '../wording/verdict-labels.js';
import { findingOf, linesOfFinding } from './findings.js';

/** Texts are plain words, neither clipped nor escaped. */
export type CaseView = ReturnType<typeof caseOf>;

export function caseOf(row: Row, report: Report) {
  const { id, title, area, basis, verdict, checks } = row;
  const open = whyOpen(row, report);
  const isGreen = verdict === 'pass' || verdict === 'attested';
  const state = verdict === 'fail' ? 'failure' : open ? 'error' : isGreen ? 'pass' : 'skipped';
  return {
    ...{ id, title, area, basis, verdict, state: state as 'failure' | 'error' | 'pass' | 'skipped' },
    text: plain([open, outcomeOf(row, report)].filter(Boolean).join(' ')),
    /** For a developer, a line each: clause, sides, other tests, the command to repeat it. */
    detail: state === 'failure' || state === 'error' ? detailOf(row, report) : '',
    durationMs: checks.reduce((sum, { durationMs }) => sum + durationMs, 0),
  };
}

/** Why a requirement that did not fail keeps the run from being conformant. */
function whyOpen(row: Row, { run, summary }: Report): string | undefined {
  const { verdict, drift, leftOut } = row;
  if (verdict === 'fail') return undefined;
  if (verdict === 'inconclusive') return 'Not decided.';
  if (drift && run.strict?.includes('drift'))
    return `${drift.between ? `It differs from ${drift.between[0]}` : 'Its observation changed'}, and nobody accepted that (--fail-on-drift).`;
  if (isWanted(row, summary.profile)) return `Skipped, although the profile ${summary.profile} requires it.`;
  const { counts } = summary;
  const judged = counts.pass + counts.fail + counts.waived + (counts.lacking ?? 0) + counts.inconclusive;
  const isUnjudged = verdict === 'skipped' || verdict === 'pending';
  return judged === 0 && isUnjudged && leftOut === undefined ? 'No requirement was evaluated.' : undefined;
}

function outcomeOf(row: Row, report: Report): string {
  const { verdict, decision, drift } = row;
  if (verdict === 'pass') return labels.pass.means;
  const isNamed = verdict === 'waived' || verdict === 'lacking' || verdict === 'pending';
  const isWaived = decision && verdict === 'waived';
  const end = isWaived && `${endOf(decision as unknown as DecisionEntry, report).when}, by ${decision.by}.`;
  const changed = drift && `Changed: ${drift.sentence}`;
  return [isNamed && labels[verdict].means, whatHappened(row), end, changed].filter(Boolean).join(' ');
}

/** @param besides lines that stand elsewhere */
export function detailOf(row: Row, report: Report, besides: readonly string[] = []): string {
  const finding = findingOf([row], report, []);
  const told = linesOfFinding(finding).filter(([name]) => !besides.includes(name));
  const lines = told.map(([name, value]) => `${startOf(name)}: ${value}`);
  const tests = finding.tests.map((test) => `- ${plain(test)}`);
  return [`Clause: ${row.clause}`, ...(row.step ? [`Step: ${row.step}`] : []), ...lines, ...tests].join('\n');
}
