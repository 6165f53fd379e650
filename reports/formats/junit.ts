import type { Specification } from '../../schemas/specification.js';
import { programName } from '../../schemas/suite-version.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { againstBaseline } from '../drift/sentences.js';
import { supports } from '../model/support.js';
import { plain } from '../text/inline.js';
import { clip, printable, printableLine } from '../text/printable.js';
import { type AreaCounts, byArea } from '../wording/counts.js';
import { headline, scopeText, skippedChecks, whyMissing } from '../wording/scope.js';
import { concernRows, cutShort, embeddedNotice, lead } from '../wording/summary-text.js';
import { labels } from '../wording/verdict-labels.js';
import { durationOf, sidesOf, verdictText } from './for-programs.js';

// Dashboards keep every message of every night; a megabyte from a target is not worth it.
const longestMessage = 1_000;
const longestText = 20_000;

/**
 * junit.xml, valid against the schema that Jenkins publishes: one suite per area, one case per requirement. A fail is a
 * failure, an inconclusive one an error, and so is what else keeps the run from being conformant; what else was not
 * judged is skipped and says why.
 */
export function renderJunit(report: Report, _: unknown, specification: Specification): string {
  const suites = byArea(report, specification).map((area) => suite(area, report, specification));
  const { fail } = report.summary.counts;
  const total = attributes({
    name: `${programName} ${report.run.suiteVersion}`,
    time: inSeconds(Date.parse(report.run.finishedAt) - Date.parse(report.run.startedAt)),
    tests: report.requirements.length,
    failures: fail,
    errors: report.requirements.filter((row) => isError(row, report, specification)).length,
  });
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites${total}>`, ...suites, '</testsuites>', ''].join('\n');
}

function suite(area: AreaCounts, report: Report, specification: Specification): string {
  const { counts, rows } = area;
  const errors = rows.filter((row) => isError(row, report, specification)).length;
  const skipped = rows.filter((row) => unjudged.includes(row.verdict) && !isError(row, report, specification)).length;
  const properties = Object.entries(facts(report, specification)).map(
    ([name, value]) => `      <property${attributes({ name, value })}/>`,
  );
  const head = attributes({
    name: area.name,
    tests: rows.length,
    failures: counts.fail,
    errors,
    skipped,
    time: inSeconds(rows.reduce((sum, row) => sum + durationOf(row), 0)),
    timestamp: report.run.startedAt.slice(0, 19),
    package: programName,
  });
  return [
    `  <testsuite${head}>`,
    '    <properties>',
    ...properties,
    '    </properties>',
    ...rows.map((row) => testcase(row, area, report, specification)),
    '  </testsuite>',
  ].join('\n');
}

function facts(report: Report, specification: Specification): Record<string, string> {
  const short = cutShort(report);
  const compared = againstBaseline(report);
  return {
    run: report.run.id,
    seed: String(report.run.seed),
    target: report.target.baseUrl,
    environment: report.target.environment,
    verdict: report.summary.verdict,
    headline: headline(report).text,
    lead: clip(plain(lead(report)), longestMessage),
    ...(report.summary.profile !== undefined && { profile: report.summary.profile }),
    scope: plain(scopeText(report)),
    ...Object.fromEntries(
      concernRows(report, specification).map(([name, text]) => [`concern: ${name}`, clip(plain(text), longestMessage)]),
    ),
    ...(report.target.embedded && { notice: embeddedNotice }),
    ...(short !== undefined && { incomplete: plain(short) }),
    ...(compared !== undefined && { comparison: compared }),
  };
}

function testcase(row: ReportedRequirement, area: AreaCounts, report: Report, specification: Specification): string {
  const head = attributes({ name: `${row.id} ${row.title}`, classname: area.name, time: inSeconds(durationOf(row)) });
  const children = [judged(row, report, specification), aside(row)].filter(Boolean);
  if (children.length === 0) return `    <testcase${head}/>`;
  return [`    <testcase${head}>`, ...children.map((child) => `      ${child}`), '    </testcase>'].join('\n');
}

// A pipeline that reads this file alone must not take a run for green that is inconclusive.
function isError(row: ReportedRequirement, report: Report, specification: Specification): boolean {
  return row.verdict === 'inconclusive' || whyMissing(row, report, specification) !== undefined;
}

const unjudged: readonly string[] = ['waived', 'lacking', 'skipped', 'pending'];

function judged(row: ReportedRequirement, report: Report, specification: Specification): string {
  if (isError(row, report, specification))
    return element('error', verdictText(row, report, specification), 'inconclusive', sidesOf(row, report));
  if (row.verdict === 'fail')
    return element('failure', verdictText(row, report, specification), row.basis, sidesOf(row, report));
  return unjudged.includes(row.verdict) ? element('skipped', verdictText(row, report, specification), row.verdict) : '';
}

function aside(row: ReportedRequirement): string {
  const lines = [
    row.verdict === 'attested' ? `${labels.attested.word}: ${labels.attested.says}.` : '',
    skippedChecks(row),
    supports(row),
  ].filter(Boolean);
  return lines.length ? `<system-out>${text(clip(lines.join('\n'), longestText))}</system-out>` : '';
}

function element(name: string, message: string, type: string, body = ''): string {
  const head = attributes({ message: clip(message, longestMessage), type });
  return body ? `<${name}${head}>${text(clip(body, longestText))}</${name}>` : `<${name}${head}/>`;
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(printableLine(String(value)))}"`)
    .join('');
}

/** The sanitiser of this format: what XML 1.0 forbids is written as its code point, what it reads as markup is escaped. */
function text(value: string): string {
  return escaped(printable(value));
}

function escaped(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

// The schema takes three decimals at the most, and no exponent.
function inSeconds(milliseconds: number): string {
  return (Number.isFinite(milliseconds) ? Math.max(0, milliseconds) / 1000 : 0).toFixed(3);
}
