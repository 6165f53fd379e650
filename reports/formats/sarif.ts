import type { Exchange } from '../../schemas/exchange.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { supportedBy, supportedItems, supportOnly, topTen } from '../model/support.js';
import { counted } from '../text/counted.js';
import { plain } from '../text/inline.js';
import { shown } from '../text/printable.js';
import { decisionFor, underneath } from '../wording/decisions.js';
import { scopeOf } from '../wording/scope.js';
import { noticesOf, withoutExchanges } from '../wording/summary-text.js';
import { bases } from '../wording/verdict-labels.js';
import { derivedId } from './derived-id.js';
import { message, SarifExchanges } from './sarif-exchanges.js';
import { isObserved, sidesOf, verdictText } from './verdict-text.js';

const longestMessage = 4_000;

/**
 * sarif.json, SARIF 2.1.0: a requirement is a rule, and whatever was evaluated has one result. What was skipped was not
 * evaluated, and no kind of result says so without saying more (`notApplicable` would): those rules are switched off for
 * this run, and a notification tells why. Rules are therefore as many as results and notifications of that kind together.
 */
export function renderSarif(report: Report, evidence: readonly Exchange[]): string {
  const exchanges = new SarifExchanges(evidence);
  const rows = report.requirements;
  const results = rows.flatMap((row, index) =>
    row.verdict === 'skipped' ? [] : [result(row, index, report, exchanges)],
  );
  const items = supportedItems(report).map(({ id }) => id);
  const log = {
    version: '2.1.0',
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    runs: [
      {
        tool: {
          driver: {
            name: 'fsapi-conformance',
            version: shown(report.run.suiteVersion, 100),
            rules: rows.map((row) => rule(row, items)),
            notifications: [
              { id: 'not-asked', shortDescription: { text: 'A requirement was not tested in this run.' } },
            ],
            ...(items.length > 0 && { supportedTaxonomies: [{ name: topTen.name, index: 0 }] }),
          },
        },
        automationDetails: {
          id: `fsapi-conformance/${report.target.environment}/${shown(report.run.id, 200)}`,
          guid: derivedId(report, 'sarif'),
        },
        invocations: [invocation(report, evidence)],
        ...(items.length > 0 && { taxonomies: [taxonomy(report)] }),
        results,
        webRequests: exchanges.requests,
        webResponses: exchanges.responses,
        properties: {
          verdict: report.summary.verdict,
          ...scopeOf(report, (words) => shown(words, 1_000)),
          counts: report.summary.counts,
          exam: shown(report.run.exam, 100),
        },
      },
    ],
  };
  return `${JSON.stringify(log, null, 1)}\n`;
}

function rule(row: ReportedRequirement, items: readonly string[]) {
  const { id, title, area, basis, clause, step, why } = row;
  const help = [`${bases[basis]}: ${clause}.`, step && `The step: ${step}`, why && `Why it matters: ${why}`];
  const level = basis === 'stated' || basis === 'inferred' ? 'error' : 'none';
  const supported = supportedBy(row);
  return {
    id,
    shortDescription: { text: message(title) },
    fullDescription: { text: message(`${title}. ${bases[basis]}: ${clause}.`) },
    help: { text: message(help.filter(Boolean).join('\n'), longestMessage) },
    defaultConfiguration: { level },
    // A taxon is named beside a pass only, and as something that the rule has to do with, no more.
    ...(supported.length > 0 && {
      relationships: supported.map((item) => ({
        target: { id: shown(item, 100), index: items.indexOf(item), toolComponent: { name: topTen.name, index: 0 } },
        kinds: ['relevant'],
        description: { text: `A pass supports it. ${supportOnly}` },
      })),
    }),
    properties: {
      tags: [shown(area, 200), basis],
      area: shown(area, 200),
      basis,
      clause: shown(clause, 1_000),
      ...(step !== undefined && { step: shown(step, 1_000) }),
    },
  };
}

function result(row: ReportedRequirement, ruleIndex: number, report: Report, exchanges: SarifExchanges) {
  const kind = kindOf(row);
  const open = row.verdict === 'fail' || row.verdict === 'inconclusive' || row.verdict === 'waived';
  const described = open ? `${verdictText(row, report)}\n\n${sidesOf(row, report)}` : verdictText(row, report);
  return {
    ruleId: row.id,
    ruleIndex,
    kind,
    // Section 3.27.10: a level stands beside a failure only.
    level: kind === 'fail' ? 'error' : 'none',
    message: { text: message(described, longestMessage) },
    locations: [exchanges.location(row, report.target.baseUrl)],
    guid: derivedId(report, 'result', row.id),
    fingerprints: { 'requirement/v1': row.id },
    // Where one result has the member, all have it: an empty list is "not suppressed".
    suppressions: suppressions(row, report),
    ...(open && exchanges.of(row)),
    properties: {
      verdict: row.verdict,
      checks: row.checks.length,
      ...(row.since !== undefined && { since: row.since }),
      ...(supportedBy(row).length > 0 && { supports: supportedBy(row).map((item) => shown(item, 100)) }),
    },
  };
}

/** Kinds as section 3.27.9 has them. What the specification does not show is information where it was observed; else nothing applied. */
function kindOf(row: ReportedRequirement): string {
  switch (underneath(row)) {
    case 'fail':
      return 'fail';
    case 'inconclusive':
      return 'open';
    case 'pending':
      return isObserved(row) ? 'informational' : 'notApplicable';
    default:
      return 'pass';
  }
}

function suppressions(row: ReportedRequirement, report: Report) {
  const decision = decisionFor(row, report);
  if (row.verdict !== 'waived' || !decision) return [];
  const { by, on, reason, expires, ticket, approvedBy } = decision;
  const facts = { by, on, expires, ticket, approvedBy };
  return [
    {
      kind: 'external',
      status: 'accepted',
      justification: shown(reason, longestMessage),
      properties: Object.fromEntries(
        Object.entries(facts).flatMap(([name, value]) => (value ? [[name, shown(value, 500)]] : [])),
      ),
    },
  ];
}

function invocation(report: Report, evidence: readonly Exchange[]) {
  const skipped = report.requirements.flatMap((row, index) => (row.verdict === 'skipped' ? [{ row, index }] : []));
  const withheld = evidence.length === 0 && report.summary.requests > 0 ? [withoutExchanges] : [];
  const said = [...noticesOf(report).map(plain), ...withheld];
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
      message: { text: message(verdictText(row, report), longestMessage) },
    })),
    toolExecutionNotifications: said.map((notice) => ({ level: 'warning', message: { text: message(notice) } })),
  };
}

function taxonomy(report: Report) {
  return {
    name: topTen.name,
    version: topTen.version,
    organization: topTen.organization,
    informationUri: topTen.address,
    shortDescription: { text: `Items that passes of this run support. ${supportOnly}` },
    isComprehensive: false,
    taxa: supportedItems(report).map(({ id, name, by, of }) => ({
      id: shown(id, 100),
      name: shown(name, 200),
      shortDescription: { text: message(`${name}: supported by ${by.length} of ${counted(of, 'requirement')}.`) },
    })),
  };
}
