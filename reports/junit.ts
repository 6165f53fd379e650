import type { Report, ReportedCheck, ReportedRequirement } from '../schemas/types.js';
import { driftOf } from './decisions.js';
import { againstBaseline } from './drift/sentences.js';
import { cutShort, embeddedNotice, until, whatHappened } from './sentences.js';
import { type AreaTally, byArea } from './tally.js';
import { clip, visible, visibleLine } from './visible.js';
import { words } from './words.js';

// Dashboards keep every message of every night; a megabyte from a target is not worth it.
const longestMessage = 1_000;
const longestText = 20_000;

/**
 * junit.xml, valid against the schema that Jenkins publishes: one suite per area, one case per requirement. A fail is a
 * failure, an undecided row an error; what was not judged is skipped and says why.
 */
export function renderJunit(report: Report): string {
  const suites = byArea(report).map((area) => suite(area, report));
  const { fail, inconclusive } = report.summary.counts;
  const total = attributes({
    name: `fsapi-conformance ${report.run.suiteVersion}`,
    time: inSeconds(Date.parse(report.run.finishedAt) - Date.parse(report.run.startedAt)),
    tests: report.requirements.length,
    failures: fail,
    errors: inconclusive,
  });
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites${total}>`, ...suites, '</testsuites>', ''].join('\n');
}

function suite(area: AreaTally, report: Report): string {
  const { counts, rows } = area;
  const properties = Object.entries(facts(report)).map(
    ([name, value]) => `      <property${attributes({ name, value })}/>`,
  );
  const head = attributes({
    name: area.name,
    tests: rows.length,
    failures: counts.fail,
    errors: counts.inconclusive,
    skipped: counts.skipped + counts.pending + counts.waived,
    time: inSeconds(rows.reduce((sum, row) => sum + duration(row), 0)),
    timestamp: report.run.startedAt.slice(0, 19),
    package: 'fsapi-conformance',
  });
  return [
    `  <testsuite${head}>`,
    '    <properties>',
    ...properties,
    '    </properties>',
    ...rows.map((row) => testcase(row, area, report)),
    '  </testsuite>',
  ].join('\n');
}

function facts(report: Report): Record<string, string> {
  const short = cutShort(report);
  const compared = againstBaseline(report);
  return {
    run: report.run.id,
    seed: String(report.run.seed),
    target: report.target.baseUrl,
    environment: report.target.environment,
    verdict: report.summary.verdict,
    ...(report.target.embedded && { notice: embeddedNotice }),
    ...(short !== undefined && { incomplete: short }),
    ...(compared !== undefined && { comparison: compared }),
  };
}

function testcase(row: ReportedRequirement, area: AreaTally, report: Report): string {
  const head = attributes({ name: `${row.id} ${row.title}`, classname: area.name, time: inSeconds(duration(row)) });
  const children = [outcome(row, report), aside(row)].filter(Boolean);
  if (children.length === 0) return `    <testcase${head}/>`;
  return [`    <testcase${head}>`, ...children.map((child) => `      ${child}`), '    </testcase>'].join('\n');
}

function outcome(row: ReportedRequirement, report: Report): string {
  switch (row.verdict) {
    case 'fail':
      return element('failure', whatHappened(row), row.basis, side(row, report));
    case 'inconclusive':
      return element('error', whatHappened(row), 'inconclusive', side(row, report));
    case 'waived':
      return element('skipped', `Waived. ${whatHappened(row)} ${until(row, report)}`.trim(), 'waived');
    case 'skipped':
      return element('skipped', whatHappened(row), 'skipped');
    case 'pending':
      return element(
        'skipped',
        `${sentence(words.pending.says)} ${row.sentence ?? row.reason ?? ''}`.trim(),
        'pending',
      );
    default:
      return '';
  }
}

// What a developer needs in order to act: the sides of each check that is not a pass, and how to ask again.
function side(row: ReportedRequirement, report: Report): string {
  const open = row.checks.filter(({ verdict }) => verdict === row.verdict);
  return [
    `Clause: ${row.clause}`,
    ...(row.step ? [`Step: ${row.step}`] : []),
    ...open.flatMap((check) => ['', ...told(check)]),
    '',
    `Again: npm run conformance -- --only ${row.id} --seed ${report.run.seed}`,
  ].join('\n');
}

function told(check: ReportedCheck): string[] {
  const lines = { Check: check.name, ...pick(check), Exchanges: check.exchanges.slice(0, 20).join(' ') };
  return Object.entries(lines).flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
}

function pick({ found, reason, sent, expected, received, control, again }: ReportedCheck) {
  const named = { Found: found, Reason: reason, Sent: sent, Expected: expected, Received: received };
  return { ...named, Control: control, Request: again };
}

function aside(row: ReportedRequirement): string {
  const drift = driftOf(row);
  const lines = [
    row.verdict === 'attested' ? `${words.attested.word}: ${words.attested.says}.` : '',
    drift ? `${words.changed.word}: ${drift.told}` : '',
  ].filter(Boolean);
  return lines.length ? `<system-out>${text(clip(lines.join('\n'), longestText))}</system-out>` : '';
}

function sentence(phrase: string): string {
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
}

function element(name: string, message: string, type: string, body = ''): string {
  const head = attributes({ message: clip(message, longestMessage), type });
  return body ? `<${name}${head}>${text(clip(body, longestText))}</${name}>` : `<${name}${head}/>`;
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(visibleLine(String(value)))}"`)
    .join('');
}

/** The door of this format: what XML 1.0 forbids is written as its code point, what it reads as markup is escaped. */
function text(value: string): string {
  return escaped(visible(value));
}

function escaped(value: string): string {
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function duration(row: ReportedRequirement): number {
  return row.checks.reduce((sum, { durationMs }) => sum + durationMs, 0);
}

// The schema takes three decimals at the most, and no exponent.
function inSeconds(milliseconds: number): string {
  return (Number.isFinite(milliseconds) ? Math.max(0, milliseconds) / 1000 : 0).toFixed(3);
}
