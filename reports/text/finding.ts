/** How a finding is told, wherever it is told in full. */

import type { Report, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import { counted, since } from './summary-text.js';
import { bases } from './verdict-labels.js';

/** How many of a finding's checks stand in the finding itself. */
export const shownChecks = 12;

/** The line above a finding's title: `Inferred. Since 17 November; the same in 3 of 4 runs`. */
export function basisAndAge(row: ReportedRequirement, report: Report): string {
  const nights = report.history.filter(({ verdicts }) => verdicts[row.id] !== undefined);
  const same = nights.filter(({ verdicts }) => verdicts[row.id] === row.verdict).length;
  const often = nights.length > 1 && same > 1 ? `the same in ${same} of ${nights.length} runs` : '';
  return [bases[row.basis], [since(row, report), often].filter(Boolean).join('; ')].filter(Boolean).join('. ');
}

/** The checks that make a requirement a finding. */
export function openChecks(row: ReportedRequirement): readonly ReportedCheck[] {
  return row.checks.filter(({ verdict }) => verdict === row.verdict);
}

/** `3 of 20 failed` */
export function shareOfChecks({ checks, verdict }: ReportedRequirement, open: number): string {
  return `${open} of ${checks.length} ${verdict === 'fail' ? 'failed' : 'left it open'}`;
}

/** Where the checks are that a finding does not show, without a full stop; empty where it shows all. */
export function otherChecks(row: ReportedRequirement, open: number): string {
  const more = Math.max(0, open - shownChecks);
  const rest = row.checks.length - open;
  const parts = [
    more > 0 ? `${counted(more, 'check')} more like these` : '',
    rest > 0 ? `${counted(rest, 'check')} with another verdict` : '',
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(' and ')} ${rest + more === 1 ? 'stands' : 'stand'}` : '';
}

/** What was sent, in words: after method and path comes what is bent, and that is what the eye has to find. */
export function bendOf(sent: string): { readonly request: string; readonly bend: string } {
  const [, request = sent, bend = ''] = /^([A-Z]+ \S+) ([\s\S]+)$/.exec(sent) ?? [];
  return { request, bend };
}

/** The first line or sentence, which is the answer to "what?", and the lines that explain it. */
export function headAndRest(text: string): { readonly head: string; readonly rest: readonly string[] } {
  const [first = '', ...lines] = text.split('\n');
  const [, head = first, tail = ''] = lines.length ? [] : (/^(.{1,60}?[.;,:]) (.+)$/.exec(first) ?? []);
  const rest = [tail && tail.charAt(0).toUpperCase() + tail.slice(1), ...lines].filter(Boolean);
  return { head: head.replace(/[.;,:]$/, ''), rest };
}
