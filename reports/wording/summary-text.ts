/** The sentences that every surface shares: page, summary, terminal and the files for pipelines say the same. */

import type { Specification } from '../../schemas/specification.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { count } from '../../schemas/verdict.js';
import { counted, countInWords, enumerated } from '../text/counted.js';
import { day, dayInFull, sameDay } from '../text/dates.js';
import { plain } from '../text/inline.js';
import { withVerdict } from './counts.js';
import { decisionFor } from './decisions.js';
import { lackingIn } from './lacking.js';
import { concernText, coverageOf, isTestable, isTested, leftOutText, missingText, scopeText } from './scope.js';
import { traitsOf } from './shown-causes.js';
import { streakOf } from './streak.js';

/** The notice before any verdict of a report that is not about a service. */
export const embeddedNotice = 'Run against the embedded reference server. It says nothing about any service.';

/** The notice of a document that was rendered again without evidence.har. */
export const withoutExchanges =
  'Rendered without evidence.har: exchanges are named, but their content is missing here.';

/** Of a run with a filter so many requirements are named. */
const mostNamed = 6;

/** The subject of a run: nothing, where no response decided a requirement and none was observed. */
export function testedOf({ requirements: rows }: Report, { operations }: Pick<Specification, 'operations'>): string {
  if (coverageOf(rows).tested === 0 && !rows.some(({ observation }) => observation !== undefined))
    return 'Nothing: no response of the target decided a requirement';
  const filtered = rows.filter(({ leftOut }) => leftOut === 'filter');
  if (filtered.length > 0) {
    const named = rows.filter((row) => isTested(row) || row.observation !== undefined).map(({ id }) => id);
    const more = named.length - mostNamed;
    return `Only what the filter of this run names: ${more > 1 ? `${named.slice(0, mostNamed).join(', ')} and ${more} more` : named.join(', ')}`;
  }
  const unwritten = rows.some(({ lacks }) => lacks === 'writes') ? '; nothing was written' : '';
  const all = operations.length === 1 ? 'The operation' : `The ${countInWords(operations.length)} operations`;
  return `${all} defined by the specification: ${enumerated(operations.map(({ activity }) => activity))}${unwritten}`;
}

/**
 * The concerns of the specification, then its other rules, and how far each was tested, one sentence each, for the first
 * screen: below the lead, which a reason is not to repeat.
 */
export function concernRows(
  report: Report,
  { concerns }: Pick<Specification, 'concerns'>,
): readonly (readonly [name: string, text: string])[] {
  const { summary, requirements } = report;
  const above = lead(report);
  const told = traitsOf(report).flatMap((one) => (above.includes(plain(one.sentence)) ? one.requirements : []));
  const named = concerns.flatMap(({ requirements: ids }) => ids);
  const others = requirements.filter(({ id }) => !named.includes(id));
  const all = summary.concerns && [
    ...summary.concerns,
    { name: 'Other rules', reason: undefined, ...coverageOf(others) },
  ];
  return (all ?? []).map((concern) => {
    const own = concerns.find(({ name }) => name === concern.name)?.requirements ?? others.map(({ id }) => id);
    const counts = count(requirements.flatMap(({ id, verdict }) => (own.includes(id) ? [verdict] : [])));
    const words = { fail: 'failed', waived: 'waived', lacking: 'lacking' } as const;
    const open = (['fail', 'waived', 'lacking'] as const)
      .flatMap((verdict) => (counts[verdict] ? `${counts[verdict]} ${words[verdict]}` : []))
      .join(', ');
    const waiting = requirements.filter(({ id, verdict }) => own.includes(id) && verdict === 'inconclusive');
    const { stopped = '\n' } = report.run;
    const isTold =
      waiting.length > 0 && waiting.every((row) => told.includes(row.id) || whatHappened(row).includes(stopped));
    const isAbove =
      isTold || above.includes(plain(concern.reason ?? '\n')) || above.includes(`${concern.name} was not tested`);
    const text = isAbove && concern.tested === 0 ? 'Not tested, for the reason above.' : concernText(concern);
    return [concern.name, `${open === '' ? '' : `${open}. `}${text}`] as const;
  });
}

/** The text in place of findings where there is none: a waived failure is one all the same. */
export function noFindings({ summary }: Pick<Report, 'summary'>): string {
  const { waived, lacking = 0 } = summary.counts;
  if (lacking > 0)
    return `None beside the ${counted(lacking, 'requirement')} that this mock lacks as declared${waived ? ` and the ${waived} waived` : ''}. Under Requirements, \`report.html\` shows the exchanges.`;
  if (waived === 0) return 'None. No requirement failed, and none was inconclusive.';
  const those = `${counted(waived, 'requirement')} that failed or ${waived === 1 ? 'was' : 'were'} inconclusive`;
  return `None without a waiver. ${those} ${waived === 1 ? 'is' : 'are'} waived: see Decisions. Under Requirements, \`report.html\` shows the exchanges.`;
}

/** Where the decisions of a report come from. */
export const decisionsFrom = 'Source: the decisions file, maintained by the people accountable for this service.';

const environments = { sandbox: 'Sandbox', live: 'Live', mock: 'Mock' } as const;

/** Where a run was made, as a name: `Sandbox`, `Live`, `Mock`, or what stands in for both. */
export function environmentOf({ target }: { target: Pick<Report['target'], 'environment' | 'embedded'> }): string {
  if (target.embedded) return 'embedded reference server';
  return environments[target.environment];
}

/** What the run created: `47 customers`, or records where they are of several kinds. @param before the noun */
export function madeIn({ created, summary }: Pick<Report, 'created' | 'summary'>, before = ''): string {
  const [one = 'customer', ...others] = new Set(created.map(({ resource = 'customer' }) => resource));
  return counted(summary.customersCreated, `${before}${others.length > 0 ? 'record' : one}`);
}

/** What the run took: `611 requests, 47 test customers created, two tenants, suite 1.0.0`. */
export function effort(report: Report): string {
  const { run, target, summary } = report;
  const tenants = target.tenants === 2 ? 'two tenants' : 'one tenant';
  const made = `${madeIn(report, 'test ')} created`;
  return [counted(summary.requests, 'request'), made, tenants, `suite ${run.suiteVersion}`].join(', ');
}

/** What changes how everything else is read, one sentence each. */
export function noticesOf(report: Report): readonly string[] {
  const { target, run } = report;
  return [target.embedded && embeddedNotice, cutShort(report), ...(run.notices ?? [])].filter(
    (notice) => typeof notice === 'string',
  );
}

/** The sentence under the headline. */
export function lead(report: Report): string {
  const { verdict, counts } = report.summary;
  if (verdict === 'nonconformant') {
    const waived = counts.waived ? ` ${counts.waived} more ${waivedUntil(report)}.` : '';
    if (counts.fail > 0) return `${counted(counts.fail, 'requirement')} failed.${waived}`;
    return `No requirement failed, but the run failed for the reason given below.${waived}`;
  }
  if (verdict === 'inconclusive') return whyInconclusive(report);
  const { testable } = coverageOf(report.requirements);
  const skipped = skippedOf(report);
  const parts = [
    `${counts.pass} of ${counted(testable, 'testable requirement')} passed`,
    counts.waived ? `${counts.waived} ${waivedUntil(report)}` : '',
    counts.lacking
      ? `${counts.lacking} lacking as declared (${lackingIn(report)
          .map(({ name }) => name)
          .join(', ')})`
      : '',
    skipped ? `${skipped} ${was(skipped)} skipped` : '',
  ];
  return `${verdict === 'fit-as-declared' ? 'Not conformant: ' : ''}${parts.filter(Boolean).join(', ')}.`;
}

/** What the target is like, where the lead above does not say it. */
export function traitsBesideLead(report: Report) {
  const above = lead(report);
  return traitsOf(report).filter(({ sentence }) => !above.includes(plain(sentence)));
}

/** How many of the testable requirements were skipped: beside their sum no duty of people may count. */
function skippedOf({ requirements }: Pick<Report, 'requirements'>): number {
  return requirements.filter((row) => row.verdict === 'skipped' && isTestable(row)).length;
}

/** What is missing, most important first. */
function whyInconclusive(report: Report): string {
  const { counts } = report.summary;
  const lacking = missingText(report);
  const { inconclusive } = counts;
  const open = `${counted(inconclusive, 'requirement')} ${was(inconclusive)} inconclusive`;
  const cause = sharedCause(report);
  if (cause) {
    const share = cause.size < inconclusive ? `, ${cause.size} for this reason` : '';
    return [cause.sentence, `${open}${share}.`, ...lacking].join(' ');
  }
  if (inconclusive > 0) return [...lacking, `No failures, but ${open}.`].join(' ');
  if (lacking.length > 0) return lacking.join(' ');
  if (counts.pass + counts.waived === 0 && counts.lacking)
    return 'No requirement passed: what was tested is lacking as declared.';
  return counts.pass + counts.waived > 0 ? leftOutText(report) : 'No failures, but no requirement could be evaluated.';
}

/** The one cause (a trait, or an `unmet`) of more than half of the inconclusive requirements; `undefined` where there is none. */
function sharedCause({ requirements }: Report): { readonly sentence: string; readonly size: number } | undefined {
  const open = requirements.filter(({ verdict }) => verdict === 'inconclusive');
  if (open.length === 0) return undefined;
  const trait = traitsOf({ requirements }).find((one) => one.requirements.length * 2 > open.length);
  if (trait) return { sentence: plain(trait.sentence), size: trait.requirements.length };
  const causes = open.flatMap(({ checks }) => {
    const { unmet, reason } = checks.find((one) => one.verdict === 'inconclusive' && one.unmet !== undefined) ?? {};
    return unmet === undefined || reason === undefined ? [] : [{ unmet, reason }];
  });
  const most = causes.find(({ unmet }) => causes.filter((one) => one.unmet === unmet).length * 2 > open.length);
  if (!most) return undefined;
  return { sentence: plain(most.reason), size: causes.filter(({ unmet }) => unmet === most.unmet).length };
}

/** The verdicts of all requirements in words, without those that `lead` states already. */
export function account(report: Report): string {
  return `${judged(report)} ${unjudged(report)}`;
}

/** How far the run went, with what stayed open, without what `lead` states already. */
export function judged(report: Report): string {
  const { verdict, counts } = report.summary;
  const { inconclusive } = counts;
  // What the filter left out is counted by the scope.
  const skipped = skippedOf({ requirements: report.requirements.filter(({ leftOut }) => leftOut !== 'filter') });
  const open = [
    inconclusive && verdict !== 'inconclusive' ? `${inconclusive} ${was(inconclusive)} inconclusive` : '',
    skipped && (verdict === 'nonconformant' || verdict === 'inconclusive') ? `${skipped} ${was(skipped)} skipped` : '',
  ].filter(Boolean);
  return [scopeText(report), open.length ? `${open.join('; ')}.` : ''].filter(Boolean).join(' ');
}

/** What no request can decide: duties of people, and points without a rule. */
export function unjudged({ summary: { counts }, requirements }: Report): string {
  const { attested } = counts;
  // What a filter left out is counted by the scope.
  const pending = requirements.filter((row) => row.verdict === 'pending' && row.leftOut === undefined);
  const observed = pending.filter(({ observation }) => observation !== undefined).length;
  const duties = requirements.filter(({ basis }) => basis === 'attested').length;
  const vouched = `No request can test the ${duties} duties of people: ${attested} ${is(attested)} attested.`;
  const silent = pending.length
    ? `The specification defines no rule for ${pending.length} more: the report records the behaviour of ${observed}, without a verdict.`
    : '';
  return [vouched, silent].filter(Boolean).join(' ');
}

/** For an incomplete run: how many requirements it tested. `undefined` for a complete one. */
export function cutShort(report: Report): string | undefined {
  if (report.run.complete) return undefined;
  const { tested, testable } = coverageOf(report.requirements);
  const why = report.run.stopped ? ` ${report.run.stopped}` : '';
  return `Incomplete run: ${tested} of ${testable} testable requirements tested.${why}`;
}

/** The outcome of one requirement in one sentence: the first that the report has. */
export function whatHappened(row: ReportedRequirement): string {
  const check = row.checks.find(({ verdict }) => verdict === row.verdict) ?? row.checks[0];
  return row.found ?? check?.found ?? row.reason ?? check?.reason ?? row.sentence ?? row.title;
}

const newVerdict = 'New in this run';

/** Since when a requirement has its verdict, against the run's own day; empty where the report does not know. */
export function since(row: ReportedRequirement, report: Report): string {
  const start = startOfVerdict(row, report);
  return start === '' || start === newVerdict ? start : `Since ${start}`;
}

/** The day since which a requirement has its verdict, or that it is new; empty where the report does not know. */
export function startOfVerdict({ id, since: start }: ReportedRequirement, { history, run }: Report): string {
  if (start === undefined || history.length < 2) return '';
  const isFirst = streakOf(id, history)?.first === history.length - 1;
  return sameDay(start, run.startedAt) && isFirst ? newVerdict : day(start, run.startedAt);
}

/** Since when an observation differs, as `since`; empty where it was compared with a named report. */
export function changedSince({ drift }: ReportedRequirement, { history, run }: Report): string {
  if (drift?.since === undefined) return '';
  const isFirstOfDay = !history.slice(0, -1).some(({ startedAt }) => sameDay(startedAt, run.startedAt));
  return sameDay(drift.since, run.startedAt) && isFirstOfDay ? newVerdict : `Since ${day(drift.since, run.startedAt)}`;
}

/** When a verdict began or ends, for one cell. */
export interface Term {
  /** `Since 2 November` or `Until 31 January 2026`; empty where the report does not know. */
  readonly when: string;
  /** The person who decided that it ends then. */
  readonly by?: string;
}

/** The end of a waiver and the person who granted it; `undefined` for a requirement without a waiver. */
export function until(row: ReportedRequirement, report: Report): Required<Term> | undefined {
  const decision = decisionFor(row, report);
  if (row.verdict !== 'waived' || !decision) return undefined;
  return { when: decision.expires ? `Until ${dayInFull(decision.expires)}` : 'Without expiry', by: decision.by };
}

/** A term in one line: `Until 31 January 2026, by the product owner`. */
export function termText({ when, by }: Term): string {
  return by === undefined ? when : `${when}, by ${by}`;
}

/** The outcome of a requirement, where it says more than the title. */
export function aside(row: ReportedRequirement): string | undefined {
  const sentence = whatHappened(row);
  return sentence === row.title ? undefined : sentence;
}

function waivedUntil(report: Report): string {
  const waived = withVerdict(report, 'waived');
  const verb = `${is(waived.length)} waived`;
  const ends = waived.flatMap((row) => decisionFor(row, report)?.expires ?? []).sort();
  const [first] = ends;
  if (first === undefined) return verb;
  return `${verb}${ends.every((end) => sameDay(end, first)) ? '' : ', the first'} until ${dayInFull(first)}`;
}

function is(count: number): string {
  return count === 1 ? 'is' : 'are';
}

/** `was` or `were`, by how many there are. */
export function was(count: number): string {
  return count === 1 ? 'was' : 'were';
}
