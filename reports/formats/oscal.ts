import type { Specification } from '../../schemas/specification.js';
import { programName } from '../../schemas/suite-version.js';
import type { Report } from '../../schemas/types.js';
import { seal } from '../model/record.js';
import { plain } from '../text/inline.js';
import { decisionFor } from '../wording/decisions.js';
import { concernText, headline } from '../wording/scope.js';
import { account, environmentOf, lead, noticesOf } from '../wording/summary-text.js';
import { derivedId, documentText, isJudged, isObserved, unlessEmpty, verdictText } from './for-programs.js';
import { finding, hasRisk, ns, observation, propsOf, risk } from './oscal-requirements.js';
import { oscalText } from './oscal-text.js';

/** oscal.json: NIST OSCAL assessment results. The catalogue's requirements are the controls; what was not judged is excluded by name. */
export function renderOscal(report: Report, _: unknown, specification: Specification): string {
  const { run, target } = report;
  const plan = derivedId(report, 'plan');
  const where = `${environmentOf(report)}, ${target.baseUrl}`;
  const title = `${headline(report).text}: ${run.specification.title}, ${where}`;
  const document = {
    'assessment-results': {
      uuid: derivedId(report, 'oscal'),
      metadata: {
        title,
        'last-modified': run.finishedAt,
        version: run.id,
        'oscal-version': '1.2.1',
        parties: unlessEmpty(partiesOf(report)),
        props: run.classification === undefined ? undefined : [{ name: 'marking', value: run.classification }],
      },
      'import-ap': { href: `#${plan}`, remarks: 'There is no separate plan: the catalogue of the suite is the plan.' },
      results: [resultOf(report, title, specification)],
      'back-matter': { resources: resources(report, plan) },
    },
  };
  return documentText(document, 1, oscalText);
}

function resultOf(report: Report, title: string, specification: Specification) {
  const { run, requirements } = report;
  const judged = requirements.filter(isJudged);
  const observed = requirements.filter((row) => isJudged(row) || isObserved(row));
  const waived = requirements.filter(hasRisk);
  const counts = Object.fromEntries(Object.entries(report.summary.counts).map(([name, of]) => [name, String(of)]));
  return {
    uuid: derivedId(report, 'result'),
    title,
    description: [...noticesOf(report).map(plain), lead(report), account(report)].join('\n\n'),
    start: run.startedAt,
    end: run.finishedAt,
    props: propsOf({ verdict: report.summary.verdict, ...scopeProps(report), ...counts }),
    'local-definitions': definitions(report),
    'reviewed-controls': reviewed(report, specification),
    observations: unlessEmpty(observed.map((row) => observation(row, report, specification))),
    risks: unlessEmpty(waived.map((row) => risk(row, report, specification))),
    findings: unlessEmpty(judged.map((row) => finding(row, report, specification))),
  };
}

/** The profile, the four concerns, and whether it is a demonstration. */
function scopeProps({ summary: { profile, concerns = [], demonstration } }: Report) {
  const extents = concerns.map((concern) => {
    const name = `concern-${concern.name.toLowerCase().replace(/[^a-z]+/g, '-')}`;
    return [name, plain(concernText(concern))];
  });
  return { demonstration: demonstration && 'true', profile, ...Object.fromEntries(extents) };
}

function definitions(report: Report) {
  const { run, target } = report;
  const suite = derivedId(report, 'suite');
  const status = { state: 'operational' };
  return {
    components: [
      {
        uuid: derivedId(report, 'target'),
        type: 'service',
        title: run.specification.title,
        description: `The service under test, ${environmentOf(report)}: ${target.baseUrl}`,
        props: [{ name: 'base-address', ns, value: target.baseUrl }],
        status,
      },
    ],
    'assessment-assets': {
      components: [
        {
          uuid: suite,
          type: 'software',
          title: programName,
          description: 'Contract and conformance tests over HTTP.',
          props: [
            { name: 'version', value: run.suiteVersion },
            { name: 'seed', ns, value: String(run.seed) },
          ],
          status,
        },
      ],
      'assessment-platforms': [
        { uuid: derivedId(report, 'platform'), 'uses-components': [{ 'component-uuid': suite }] },
      ],
    },
  };
}

/** The whole catalogue but those that were not judged, each with its reason: the denominator stays visible. */
function reviewed(report: Report, specification: Specification) {
  const left = report.requirements.filter((row) => !isJudged(row));
  const described = left.map((row) => `${row.id}, ${row.verdict}: ${verdictText(row, report, specification)}`);
  return {
    'control-selections': [
      {
        description: 'All requirements of the catalogue that have a verdict.',
        'include-all': {},
        'exclude-controls': unlessEmpty(left.map(({ id }) => ({ 'control-id': id }))),
        remarks: left.length > 0 ? described.join('\n\n') : undefined,
      },
    ],
  };
}

function partiesOf(report: Report) {
  const people = new Set(report.requirements.flatMap((row) => decisionFor(row, report)?.by ?? []));
  const named = [...people].map((name) => ({ uuid: derivedId(report, 'party', name), type: 'person', name }));
  const { operator } = report.run;
  if (operator === undefined) return named;
  return [{ uuid: derivedId(report, 'operator'), type: 'organization', name: operator }, ...named];
}

function resources(report: Report, plan: string) {
  const { specification, exam } = report.run;
  return [
    {
      uuid: plan,
      title: `Catalogue, schemas and suites of ${programName}`,
      description: `The tests of ${specification.title}, ${specification.version}.`,
      props: [{ name: 'sha-256', ns, value: exam, remarks: 'The same digest means the same tests.' }],
    },
    {
      uuid: derivedId(report, 'report.json'),
      title: 'report.json',
      description: 'The report that this document is rendered from.',
      rlinks: [
        {
          href: 'report.json',
          'media-type': 'application/json',
          hashes: [{ algorithm: 'SHA-256', value: seal(report) }],
        },
      ],
    },
    {
      uuid: derivedId(report, 'evidence.har'),
      title: 'evidence.har',
      description: 'Every exchange, redacted as it was recorded.',
      rlinks: [{ href: 'evidence.har', 'media-type': 'application/json' }],
    },
  ];
}
