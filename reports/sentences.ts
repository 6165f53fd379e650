/** The sentences that every surface shares: page, summary, terminal and the files for pipelines say the same. */

import type { Report, ReportedRequirement } from '../schemas/types.js';
import { day, dayInFull, sameDay } from './days.js';
import { decisionFor, driftOf } from './decisions.js';
import { withVerdict } from './tally.js';
import { grouped } from './visible.js';
import type { Mark } from './words.js';

/** One line of what a reader has to know first. */
export interface OpenRow {
  readonly mark: Mark;
  readonly id: string;
  readonly found: string;
  /** Since when, or until when and by whom: `Since 2 November`, `Until 31 January 2026, by …`. */
  readonly when: string;
}

/** What a report is about, before any verdict, if it is not about a service. */
export const embeddedNotice = 'Run against the embedded reference server. It says nothing about any service.';

/** A count with its noun: `1 request`, `10,000 requests`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}

/** The sentence under the headline. */
export function lead(report: Report): string {
  const { verdict, counts } = report.summary;
  if (verdict === 'nonconformant') {
    const first =
      counts.fail > 0
        ? `The service’s answers contradict ${counted(counts.fail, 'requirement')}.`
        : 'No answer contradicts a requirement, but the run was told to fail, for a reason that stands below.';
    return [first, counts.waived ? `${counts.waived} more ${waivedUntil(report)}.` : ''].filter(Boolean).join(' ');
  }
  if (verdict === 'inconclusive') {
    return counts.inconclusive > 0
      ? `Nothing failed, but ${counted(counts.inconclusive, 'requirement')} could not be decided.`
      : 'Nothing failed, but nothing was judged either.';
  }
  const rest = [
    counts.skipped ? `${counts.skipped} ${was(counts.skipped)} not asked` : '',
    counts.waived ? `${counts.waived} ${waivedUntil(report)}` : '',
  ].filter(Boolean);
  return ['No answer contradicts a requirement.', rest.length ? `${rest.join(', ')}.` : ''].filter(Boolean).join(' ');
}

/** Where every row of the catalogue went, in words. */
export function account(report: Report): string {
  const { pass, attested, inconclusive, skipped, pending } = report.summary.counts;
  const held = `${counted(pass, 'requirement')} ${pass === 1 ? 'holds' : 'hold'}`;
  const vouched = attested ? `, and ${attested} ${is(attested)} confirmed by people` : '';
  const open = [
    inconclusive ? `${inconclusive} ${was(inconclusive)} asked and ${inconclusive === 1 ? 'stays' : 'stay'} open` : '',
    skipped ? `${skipped} ${was(skipped)} not asked` : '',
  ].filter(Boolean);
  const silent = pending
    ? `For ${pending} the specification shows no rule: what the service does there is written down, not judged.`
    : '';
  return [`${held}${vouched}.`, open.length ? `${open.join('; ')}.` : '', silent].filter(Boolean).join(' ');
}

/** For a run that was cut short: how far it came. `undefined` for a complete one. */
export function cutShort(report: Report): string | undefined {
  if (report.run.complete) return undefined;
  const reached = report.requirements.filter(wasReached).length;
  const why = report.run.stopped ? ` ${report.run.stopped}` : '';
  return `Stopped after ${reached} of ${report.requirements.length}.${why}`;
}

/** What happened with one requirement, in one sentence: the first that the report has. */
export function whatHappened(row: ReportedRequirement): string {
  const check = row.checks.find(({ verdict }) => verdict === row.verdict) ?? row.checks[0];
  return row.found ?? check?.found ?? row.reason ?? check?.reason ?? row.sentence ?? row.title;
}

/** Since when a requirement has its verdict, against the run's own day; empty where the report does not know. */
export function since(row: ReportedRequirement, report: Report): string {
  if (row.since === undefined || report.history.length < 2) return '';
  if (sameDay(row.since, report.run.startedAt)) return 'New in this run';
  return `Since ${day(row.since, report.run.startedAt)}`;
}

/** Until when a requirement is waived and by whom; empty where it is not. */
export function until(row: ReportedRequirement, report: Report): string {
  const decision = decisionFor(row, report);
  if (row.verdict !== 'waived' || !decision) return '';
  const end = decision.expires ? `Until ${dayInFull(decision.expires)}` : 'Without an end';
  return `${end}, by ${decision.by}`;
}

/** What is open, waived or new: fails, inconclusives, waivers, then changed observations. */
export function openRows(report: Report): readonly OpenRow[] {
  const verdictRows = (['fail', 'inconclusive', 'waived'] as const).flatMap((verdict) =>
    withVerdict(report, verdict).map((row) => ({
      mark: verdict,
      id: row.id,
      found: whatHappened(row),
      when: until(row, report) || since(row, report),
    })),
  );
  const changed = report.requirements.flatMap((row) => {
    const drift = driftOf(row);
    if (!drift) return [];
    const found = drift.before === undefined ? drift.now : `${withoutStop(drift.before)}; now ${drift.now}`;
    return [{ mark: 'changed' as const, id: row.id, found, when: 'New in this run' }];
  });
  return [...verdictRows, ...changed];
}

/** The rows that were skipped, those with one reason together, in catalogue order. */
export function skippedByReason(report: Report): readonly { reason: string; rows: readonly ReportedRequirement[] }[] {
  return byReason(withVerdict(report, 'skipped'));
}

/** Rows with one reason together, in the order in which the reasons come up. */
export function byReason(
  rows: readonly ReportedRequirement[],
): readonly { reason: string; rows: readonly ReportedRequirement[] }[] {
  const groups = new Map<string, ReportedRequirement[]>();
  for (const row of rows) {
    const reason = row.reason ?? row.checks.find((check) => check.reason)?.reason ?? 'No reason was noted.';
    groups.set(reason, [...(groups.get(reason) ?? []), row]);
  }
  return [...groups].map(([reason, members]) => ({ reason, rows: members }));
}

/** A text without the full stop at its end, to go on after it. */
export function withoutStop(text: string): string {
  return text.replace(/\.$/, '');
}

/** A phrase for the middle of a line: `Since 2 November` as `since 2 November`. */
export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function waivedUntil(report: Report): string {
  const waived = withVerdict(report, 'waived');
  const ends = waived.flatMap((row) => decisionFor(row, report)?.expires ?? []).sort();
  const [first] = ends;
  if (first === undefined) return `${is(waived.length)} waived`;
  const same = ends.every((end) => sameDay(end, first));
  return `${is(waived.length)} waived${same ? '' : ', the first'} until ${dayInFull(first)}`;
}

function wasReached(row: ReportedRequirement): boolean {
  return row.observation !== undefined || !['skipped', 'pending'].includes(row.verdict);
}

function is(count: number): string {
  return count === 1 ? 'is' : 'are';
}

function was(count: number): string {
  return count === 1 ? 'was' : 'were';
}
