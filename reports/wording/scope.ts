/** How far a run went: its profile, the concerns, what it left out, and what should have been tested and was not. */

import { byKey } from '../../schemas/by-key.js';
import { lacks, leftOutBy, profiles } from '../../schemas/profiles.js';
import { groupsOf, type Specification } from '../../schemas/specification.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { count, type RunVerdict } from '../../schemas/verdict.js';
import { plain } from '../text/inline.js';
import { counted } from './counts.js';
import { underneath } from './decisions.js';
import { headlineMarks, headlines, type Mark } from './verdict-labels.js';

type Row = ReportedRequirement;

/** Whether a response decided it: what stayed inconclusive was not tested, as far as a reader relies on it. */
export function isTested(row: Row): boolean {
  return row.verdict === 'pass' || underneath(row) === 'fail';
}

/** Stated and inferred requirements, and those that a decision settles. */
export function isTestable({ basis, verdict }: Row): boolean {
  return basis === 'stated' || basis === 'inferred' || (basis === 'not-shown' && verdict !== 'pending');
}

/** How many requirements a run can test, and how many a response decided. */
export function coverageOf(rows: readonly Row[]) {
  const testable = rows.filter(isTestable);
  return { tested: testable.filter(isTested).length, testable: testable.length };
}

type Concern = NonNullable<Report['summary']['concerns']>[number];

/** The concerns of the specification: how far each was tested, and why not all of it. */
export function concernsOf(all: readonly Row[], { concerns }: Pick<Specification, 'concerns'>): Concern[] {
  return concerns.map(({ name, requirements }) => {
    const rows = all.filter(({ id }) => requirements.includes(id));
    const open = rows.filter((row) => !isTested(row));
    const reason = whyOpen(open, rows.length);
    return { name, ...coverageOf(rows), ...(reason !== undefined && { reason }) };
  });
}

/** Why a requirement was not decided, as a sentence. */
export function reasonOf({ reason, checks }: Row): string {
  return reason ?? checks.find((check) => check.reason)?.reason ?? 'No reason was noted.';
}

/** The first reason of requirements that were not tested, with their ids unless it is that of the whole concern. */
function whyOpen(open: readonly Row[], all: number): string | undefined {
  // Requirements for want of one thing say so in words of their own.
  const causeOf = (row: Row) =>
    row.lacks ?? row.checks.find(({ unmet }) => unmet)?.unmet ?? reasonOf(row).split('. ')[0];
  const [first] = open;
  if (!first) return undefined;
  const same = open.filter((row) => causeOf(row) === causeOf(first));
  const more = open.length - same.length;
  const ids = same.length === all ? '' : `${same.map(({ id }) => id).join(', ')}: `;
  return `${ids}${reasonOf(first)}${more > 0 ? ` And ${more} more for other reasons.` : ''}`;
}

/** A concern in one sentence: `9 of 9 requirements tested.`, or `Not tested.` and why. Names in it are marked. */
export function concernText({ tested, testable, reason = '' }: Concern): string {
  return tested === 0 ? `Not tested. ${reason}`.trim() : `${tested} of ${testable} requirements tested.`;
}

/** Whether a filter left something out: such a run is no baseline, and never `latest`. */
export function isPartial(report: Pick<Report, 'requirements' | 'run'>): boolean {
  return report.requirements.some(({ leftOut }) => leftOut !== undefined);
}

/** Requirements that were skipped and should not have been: they were required, or the profile wants them; and what these lack. */
export function missing(report: Pick<Report, 'requirements' | 'run'>, profile: Report['summary']['profile']) {
  const skipped = report.requirements.filter(({ verdict }) => verdict === 'skipped');
  const wanted = skipped.filter((row) => isWanted(row, profile));
  const lacking = [...new Set(wanted.flatMap(({ lacks: lack }) => lack ?? []))];
  return { required: skipped.filter((row) => isRequired(row, report)), wanted, lacking };
}

function isRequired({ id }: Row, { run }: Pick<Report, 'run'>): boolean {
  return run.required?.includes(id) ?? false;
}

function isWanted({ lacks: lack }: Row, profile: Report['summary']['profile']): boolean {
  return lack !== undefined && profile !== undefined && profiles[profile].wants.includes(lack);
}

/**
 * Why a requirement that did not fail keeps the run from being conformant, so that no file shows it as harmless: without
 * a verdict it makes the run inconclusive, and a strict run fails for its changed observation or unused waiver.
 */
export function whyMissing(row: Row, report: Report, specification: Pick<Specification, 'groups'>): string | undefined {
  if (row.verdict === 'fail') return undefined;
  const { counts, profile } = report.summary;
  const { strict = [] } = report.run;
  if (strict.includes('drift') && row.drift)
    return row.drift.between
      ? `It differs from ${row.drift.between[0]}, and nobody accepted that (--fail-on-drift).`
      : 'Its observation changed, and nobody accepted that (--fail-on-drift).';
  if (strict.includes('waivers') && report.unusedWaivers?.includes(row.id))
    return 'Its waiver is unused (--strict-waivers).';
  if (
    strict.includes('waivers') &&
    groupsOf(specification, row.id).some((name) => report.unusedWaivers?.includes(name))
  )
    return 'It is declared lacking, and passes (--strict-waivers).';
  const isSkipped = row.verdict === 'skipped';
  if (isSkipped && isRequired(row, report)) return 'Required, and skipped.';
  if (isSkipped && isWanted(row, profile)) return 'Skipped, and part of this profile.';
  const isJudged = counts.pass + counts.fail + counts.waived + (counts.lacking ?? 0) + counts.inconclusive > 0;
  const isOpen = (isSkipped || row.verdict === 'pending') && row.leftOut === undefined;
  return isOpen && !isJudged ? 'Nothing was judged.' : undefined;
}

/** What should have been tested and was not, one sentence each: first what the profile wants. */
export function missingText(report: Report): string[] {
  const { required, lacking } = missing(report, report.summary.profile);
  return [
    ...lacking.map((lack) => `${lacks[lack].untested} ${lacks[lack].advice}`),
    ...required
      .slice(0, 3)
      .map(({ id, reason }) => `${id} is required (\`--require\`) and was skipped. ${reason ?? ''}`.trim()),
    ...(required.length > 3 ? [`${required.length - 3} more required requirements were skipped.`] : []),
  ].map(plain);
}

/** What makes a run inconclusive beside its findings, one sentence each: what its profile wants, or `--require` names. */
export function wantedText(report: Report): string[] {
  const { profile } = report.summary;
  const { required, lacking } = missing(report, profile);
  return [
    ...lacking.map((lack) => `${lacks[lack].untested} Profile ${profile} wants it tested.`),
    ...required.map(({ id }) => `${id} was not tested: it is required (--require) and was skipped.`),
  ];
}

/** Passed requirements of which some checks were skipped: each with the share, `10 of 42 checks skipped`, and the first reason. */
export function passedInPart({ requirements }: Pick<Report, 'requirements'>) {
  return requirements.flatMap(({ id, verdict, checks }) => {
    const [first, ...rest] = verdict === 'pass' ? checks.filter((check) => check.verdict === 'skipped') : [];
    return first
      ? [{ id, share: `${rest.length + 1} of ${checks.length} checks skipped`, reason: first.reason ?? '' }]
      : [];
  });
}

/** The same by reason, for a list: `HTTP-06 (2 of 4)`. */
export function skippedInPart(report: Pick<Report, 'requirements'>) {
  const groups = byKey(passedInPart(report).map((part) => [part.reason, part]));
  return [...groups].map(([reason, parts]) => ({
    ids: parts.map(({ id, share }) => `${id} (${share.replace(/ checks.*/, '')})`).join(', '),
    text: `Passed, with so many of its checks skipped. ${reason}`.trim(),
  }));
}

/** What a passed requirement was not tested for; `undefined` for a whole pass. */
export function skippedChecks(row: Row): string | undefined {
  const [part] = passedInPart({ requirements: [row] });
  return part && `${part.share}. ${part.reason}`.trim();
}

/** What a filter left out; empty for a whole run. */
export function leftOutText(report: Report): string {
  const filtered = report.requirements.filter(({ leftOut }) => leftOut === 'filter');
  const kinds = counted(count(filtered.map(({ verdict }) => verdict)));
  if (filtered.length === 0) return '';
  return `The filter of this run left out ${filtered.length} of ${report.requirements.length} requirements (${kinds}).`;
}

/** Of so many passes in part the scope has the shares; of more the lists of what was skipped have them. */
const mostShares = 2;

/** `Profile full: 35 of 42 testable requirements tested, 34 passed.` and what the profile leaves out. */
export function scopeText(report: Report): string {
  const { profile, counts } = report.summary;
  const { tested, testable } = coverageOf(report.requirements);
  const parts = passedInPart(report);
  const shares = parts.map(({ id, share }) => (parts.length > mostShares ? id : `${id}, ${share}`));
  const inPart =
    parts.length > 0
      ? `, ${parts.length} of them in part (${shares.join(parts.length > mostShares ? ', ' : '; ')})`
      : '';
  const extent = `${tested} of ${testable} testable requirements tested, ${counts.pass} passed${inPart}.`;
  if (profile === undefined) return [extent, leftOutText(report)].filter(Boolean).join(' ');
  const leavesOut = leftOutBy(profile).filter((lack) => lack !== 'second-tenant' || report.target.tenants !== 2);
  const left = leavesOut.map((lack) => lacks[lack].leftOut);
  return [`Profile ${profile}: ${extent}`, leftOutText(report), ...left].filter(Boolean).join(' ');
}

/** What the files for programs hold of it, beside the verdict. @param safe the sanitiser of the format */
export function scopeOf(
  { summary: { demonstration, profile, concerns: own } }: Report,
  safe: (text: string) => string,
) {
  const extents = own?.map((concern) => [safe(concern.name), safe(plain(concernText(concern)))] as const);
  return {
    ...(demonstration && { demonstration }),
    ...(profile && { profile }),
    ...(extents && { concerns: Object.fromEntries(extents) }),
  };
}

/** The headline of a report: the verdict with its profile, unless that is the full one; of the embedded server none. */
export function headline(report: Pick<Report, 'summary' | 'target'>): { readonly text: string; readonly mark: Mark } {
  const { verdict, profile, counts } = report.summary;
  if (report.target.embedded) return { text: 'Demonstration', mark: 'pending' };
  return headlineFor(verdict, profile, counts.waived);
}

/** The headline of a verdict, with its profile unless that is the full one. @param waived how many requirements a waiver covers */
export function headlineFor(verdict: RunVerdict, profile: Report['summary']['profile'], waived: number) {
  const narrowed = profile === undefined || profile === 'full' ? '' : ` (${profile})`;
  const isWaived = verdict === 'conformant-with-waivers' || (verdict === 'fit-as-declared' && waived > 0);
  const words = verdict === 'conformant-with-waivers' ? headlines.conformant : headlines[verdict];
  const but = isWaived ? ` but for ${waived} waived` : '';
  return { text: `${words}${but}${narrowed}`, mark: isWaived ? 'waived' : headlineMarks[verdict] };
}

/** A headline for a terminal: the verdict in capitals, the profile as it is written. */
export function inCapitals(text: string): string {
  return text.replace(/^[^(]+/, (verdict) => verdict.toUpperCase());
}
