/** How one requirement ended, in the words that every file for programs uses: JUnit, CTRF, SARIF, EARL and OSCAL say the same. */

import type { Report, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import { driftOf } from '../drift/drift-of.js';
import { plain } from '../text/inline.js';
import { startOf } from '../text/phrases.js';
import { decisionFor } from '../wording/decisions.js';
import { controlText, rerunCommand, sentText } from '../wording/finding.js';
import { whyMissing } from '../wording/scope.js';
import { termText, until, whatHappened } from '../wording/summary-text.js';
import { labels } from '../wording/verdict-labels.js';

/** How a requirement ended, in a sentence or two of plain words. Neither clipped nor escaped: each format does that itself. */
export function verdictText(row: ReportedRequirement, report: Report): string {
  const drift = driftOf(row);
  const changed = drift && `${labels.changed.word}: ${drift.described}`;
  return plain([whyMissing(row, report), markedText(row, report), changed].filter(Boolean).join(' '));
}

function markedText(row: ReportedRequirement, report: Report): string {
  switch (row.verdict) {
    case 'pass':
      return sentence(labels.pass.says);
    case 'waived': {
      const term = until(row, report);
      return `Waived. ${whatHappened(row)} ${term ? termText(term) : ''}`.trim();
    }
    case 'pending':
      return `${sentence(labels.pending.says)} ${row.sentence ?? row.reason ?? ''}`.trim();
    case 'attested': {
      const decision = decisionFor(row, report);
      return decision ? `Attested by ${decision.by}: ${decision.reason}` : sentence(labels.attested.says);
    }
    default:
      return whatHappened(row);
  }
}

/** The facts for a developer, a line each: clause, the sides of each check that decided the verdict, the command that repeats it. */
export function sidesOf(row: ReportedRequirement, report: Report): string {
  const open = row.checks.filter(({ verdict }) => verdict === row.verdict);
  return [
    `Clause: ${row.clause}`,
    ...(row.step ? [`Step: ${row.step}`] : []),
    ...open.flatMap((check) => ['', ...described(check)]),
    '',
    `Again: ${rerunCommand(row.id, report)}`,
  ].join('\n');
}

/** Whether a requirement was judged, by the suite or by a person; what was not has no finding. */
export function isJudged({ verdict }: ReportedRequirement): boolean {
  return verdict !== 'skipped' && verdict !== 'pending';
}

/** Whether something was seen of what the specification does not show. */
export function isObserved({ observation, sentence }: ReportedRequirement): boolean {
  return observation !== undefined || sentence !== undefined;
}

/** How long its checks took together, in milliseconds. */
export function durationOf(row: ReportedRequirement): number {
  return row.checks.reduce((sum, { durationMs }) => sum + durationMs, 0);
}

function described(check: ReportedCheck): string[] {
  const { name, found, reason, expected, received, again, exchanges } = check;
  const words = (text: string | undefined) => text && plain(text);
  const lines = {
    Check: name,
    Found: words(found),
    Reason: words(reason),
    Sent: sentText(check),
    Expected: words(expected),
    Received: words(received),
    Control: words(controlText(check)),
    Request: again,
    Exchanges: exchanges.slice(0, 20).join(' '),
  };
  return Object.entries(lines).flatMap(([label, value]) => (value ? [`${label}: ${value}`] : []));
}

function sentence(phrase: string): string {
  return `${startOf(phrase)}.`;
}
