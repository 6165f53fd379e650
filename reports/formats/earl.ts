import type { Specification } from '../../schemas/specification.js';
import { programName } from '../../schemas/suite-version.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import type { Verdict } from '../../schemas/verdict.js';
import { supports } from '../model/support.js';
import { plain } from '../text/inline.js';
import { shown } from '../text/printable.js';
import { decisionFor, underneath } from '../wording/decisions.js';
import { headline, scopeOf, scopeText } from '../wording/scope.js';
import { environmentOf, lead, noticesOf } from '../wording/summary-text.js';
import { derivedId, documentText, unlessEmpty, verdictText } from './for-programs.js';

const longest = 2_000;

/** Ours, for what EARL and Dublin Core have no word for: a name is enough, nothing is ever fetched. */
const own = 'urn:fsapi-conformance:vocabulary:';

/** Every word of the document, so that a reader needs no network: EARL 1.0, Dublin Core, FOAF. */
const context = {
  '@version': 1.1,
  '@vocab': own,
  earl: 'http://www.w3.org/ns/earl#',
  dct: 'http://purl.org/dc/terms/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  id: '@id',
  type: '@type',
  assertedBy: { '@id': 'earl:assertedBy', '@type': '@id' },
  subject: { '@id': 'earl:subject', '@type': '@id' },
  test: { '@id': 'earl:test', '@type': '@id' },
  mode: { '@id': 'earl:mode', '@type': '@id' },
  result: 'earl:result',
  outcome: { '@id': 'earl:outcome', '@type': '@id' },
  info: 'earl:info',
  title: 'dct:title',
  description: 'dct:description',
  identifier: 'dct:identifier',
  version: 'dct:hasVersion',
  date: { '@id': 'dct:date', '@type': 'xsd:dateTime' },
  isPartOf: { '@id': 'dct:isPartOf', '@type': '@id' },
  name: 'foaf:name',
  concerns: { '@type': '@json' },
};

/** The outcomes of EARL; a waiver, or what a mock was declared to lack, is somebody's word on an outcome, and changes none. */
const outcomes: Readonly<Record<Exclude<Verdict, 'waived' | 'lacking'>, string>> = {
  pass: 'earl:passed',
  fail: 'earl:failed',
  inconclusive: 'earl:cantTell',
  skipped: 'earl:untested',
  pending: 'earl:untested',
  attested: 'earl:passed',
};

/** earl.jsonld: W3C EARL 1.0 as JSON-LD with its context inside. One assertion for each requirement, by the suite or by the person who attests it. */
export function renderEarl(report: Report, _: unknown, specification: Specification): string {
  const { run, target } = report;
  const graph = [
    {
      id: urn(report, 'report'),
      type: 'foaf:Document',
      title: `${headline(report).text}: ${run.specification.title}`,
      description: `${lead(report)} ${scopeText(report)}`,
      identifier: run.id,
      date: run.finishedAt,
      exam: run.exam,
      verdict: report.summary.verdict,
      ...scopeOf(report, text),
      notice: noticesOf(report).map(plain),
    },
    {
      id: urn(report, 'assertor'),
      type: ['earl:Assertor', 'earl:Software'],
      title: programName,
      version: run.suiteVersion,
    },
    {
      id: urn(report, 'subject'),
      type: 'earl:TestSubject',
      title: `${run.specification.title}, ${environmentOf(report)}`,
      // A literal, not the node's name: what was configured need not be an IRI.
      identifier: target.baseUrl,
    },
    ...attestors(report),
    ...report.requirements.flatMap((row) => [criterion(row), assertion(row, report, specification)]),
  ];
  return documentText({ '@context': context, '@graph': graph }, 1, text);
}

function criterion({ id, title, area, basis, clause, step }: ReportedRequirement) {
  return {
    id: criterionId(id),
    type: 'earl:TestRequirement',
    ...{ title, identifier: id, area, basis, clause, step },
  };
}

function assertion(row: ReportedRequirement, report: Report, specification: Specification) {
  const attested = row.verdict === 'attested';
  const by = attested ? decisionFor(row, report)?.by : undefined;
  return {
    id: urn(report, 'assertion', row.id),
    type: 'earl:Assertion',
    assertedBy: by === undefined ? urn(report, 'assertor') : urn(report, 'person', by),
    subject: urn(report, 'subject'),
    test: criterionId(row.id),
    mode: attested ? 'earl:manual' : 'earl:automatic',
    isPartOf: urn(report, 'report'),
    result: {
      type: 'earl:TestResult',
      outcome: outcomes[underneath(row)],
      info: verdictText(row, report, specification),
      date: report.run.finishedAt,
      verdict: row.verdict,
      exchange: unlessEmpty([...new Set(row.checks.flatMap((check) => check.exchanges))]),
      supports: supports(row),
    },
  };
}

function attestors(report: Report) {
  const attested = report.requirements.filter(({ verdict }) => verdict === 'attested');
  const names = new Set(attested.flatMap((row) => decisionFor(row, report)?.by ?? []));
  return [...names].map((name) => ({ id: urn(report, 'person', name), type: ['earl:Assertor', 'foaf:Agent'], name }));
}

// The same in every run, so that graphs of many nights join at their requirements.
function criterionId(id: string): string {
  return `urn:fsapi-conformance:requirement:${id}`;
}

function urn(report: Report, ...part: readonly string[]): string {
  return `urn:uuid:${derivedId(report, ...part)}`;
}

function text(value: string): string {
  return shown(value, longest);
}
