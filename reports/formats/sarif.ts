import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { supports } from '../model/support.js';
import { plain } from '../text/inline.js';
import { shown } from '../text/printable.js';
import { decisionFor, underneath } from '../wording/decisions.js';
import { sentOf } from '../wording/finding.js';
import { scopeOf } from '../wording/scope.js';
import { noticesOf } from '../wording/summary-text.js';
import { bases } from '../wording/verdict-labels.js';
import { derivedId, documentText, isObserved, sidesOf, unlessEmpty, verdictText } from './for-programs.js';

const longest = 4_000;

/**
 * sarif.json, SARIF 2.1.0: a requirement is a rule, and whatever was evaluated has one result. What was skipped was not
 * evaluated, and no kind of result says so without saying more (`notApplicable` would): those rules are switched off for
 * this run, and a notification tells why. Rules are therefore as many as results and notifications of that kind together.
 * Results name their exchanges, which stand in evidence.har.
 */
export function renderSarif(report: Report): string {
  const rows = report.requirements;
  const log = {
    version: '2.1.0',
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    runs: [
      {
        tool: {
          driver: {
            name: 'fsapi-conformance',
            version: report.run.suiteVersion,
            rules: rows.map(rule),
            notifications: [
              { id: 'not-asked', shortDescription: { text: 'A requirement was not tested in this run.' } },
            ],
          },
        },
        automationDetails: {
          id: `fsapi-conformance/${report.target.environment}/${report.run.id}`,
          guid: derivedId(report, 'sarif'),
        },
        invocations: [invocation(report)],
        results: rows.flatMap((row, index) => (row.verdict === 'skipped' ? [] : [result(row, index, report)])),
        properties: {
          verdict: report.summary.verdict,
          ...scopeOf(report, (words) => shown(words, longest)),
          counts: report.summary.counts,
          exam: report.run.exam,
        },
      },
    ],
  };
  return documentText(log, 1, (text, name) => (name === 'text' ? message(text) : shown(text, longest)));
}

function rule({ id, title, area, basis, clause, step, why }: ReportedRequirement) {
  const help = [`${bases[basis]}: ${clause}.`, step && `The step: ${step}`, why && `Why it matters: ${why}`];
  const level = basis === 'stated' || basis === 'inferred' ? 'error' : 'none';
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: `${title}. ${bases[basis]}: ${clause}.` },
    help: { text: help.filter(Boolean).join('\n') },
    defaultConfiguration: { level },
    properties: { tags: [area, basis], area, basis, clause, step },
  };
}

function result(row: ReportedRequirement, ruleIndex: number, report: Report) {
  const kind = kindOf(row);
  const open = row.verdict === 'fail' || row.verdict === 'inconclusive' || row.verdict === 'waived';
  const text = verdictText(row, report);
  const { baseUrl } = report.target;
  const { href } = new URL(URL.canParse(baseUrl) ? baseUrl : 'about:blank');
  // The schema takes RFC 3986 at its word.
  const uri = href.replace(/[^\w\-.~!$&'()*+,;=:@/%?#]|%(?![\da-f]{2})/gi, (sign) => encodeURIComponent(sign));
  const deciding = row.checks.find(({ verdict }) => verdict === row.verdict) ?? row.checks[0];
  return {
    ruleId: row.id,
    ruleIndex,
    kind,
    // Section 3.27.10: a level stands beside a failure only.
    level: kind === 'fail' ? 'error' : 'none',
    message: { text: open ? `${text}\n\n${sidesOf(row, report)}` : text },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri } },
        logicalLocations: [{ fullyQualifiedName: (deciding && sentOf(deciding)?.request) ?? row.id }],
      },
    ],
    guid: derivedId(report, 'result', row.id),
    fingerprints: { 'requirement/v1': row.id },
    // Where one result has the member, all have it: an empty list is "not suppressed".
    suppressions: suppressions(row, report),
    properties: {
      verdict: row.verdict,
      checks: row.checks.length,
      since: row.since,
      exchanges: unlessEmpty(deciding?.exchanges ?? []),
      supports: supports(row),
    },
  };
}

/** Kinds as section 3.27.9 has them. What the specification does not show is information where it was observed; else nothing applied. */
function kindOf(row: ReportedRequirement): string {
  const verdict = underneath(row);
  if (verdict === 'pending') return isObserved(row) ? 'informational' : 'notApplicable';
  if (verdict === 'inconclusive') return 'open';
  return verdict === 'fail' ? 'fail' : 'pass';
}

function suppressions(row: ReportedRequirement, report: Report) {
  const decision = decisionFor(row, report);
  if (row.verdict !== 'waived' || !decision) return [];
  const { by, on, reason, expires, ticket, approvedBy } = decision;
  const properties = { by, on, expires, ticket, approvedBy };
  return [{ kind: 'external', status: 'accepted', justification: reason, properties }];
}

function invocation(report: Report) {
  const skipped = report.requirements.flatMap((row, index) => (row.verdict === 'skipped' ? [{ row, index }] : []));
  return {
    executionSuccessful: report.run.complete,
    startTimeUtc: report.run.startedAt,
    endTimeUtc: report.run.finishedAt,
    ruleConfigurationOverrides: skipped.map(({ row, index }) => ({
      descriptor: { id: row.id, index },
      configuration: { enabled: false },
    })),
    toolConfigurationNotifications: skipped.map(({ row, index }) => ({
      descriptor: { id: 'not-asked', index: 0 },
      associatedRule: { id: row.id, index },
      level: 'note',
      message: { text: verdictText(row, report) },
    })),
    toolExecutionNotifications: noticesOf(report).map((notice) => ({
      level: 'warning',
      message: { text: plain(notice) },
    })),
  };
}

/**
 * A message of SARIF, sections 3.11.5 and 3.11.6: braces would be places to fill, and brackets before a parenthesis a
 * link.
 */
export function message(text: string): string {
  const described = shown(text, longest).replace(/[{}]/g, '$&$&').replaceAll('](', '] (');
  return described.trim() === '' ? '(empty)' : described;
}
