import { clausesOf } from '../../schemas/clauses.js';
import type { Specification } from '../../schemas/specification.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { supports } from '../model/support.js';
import { type Decision, decisionFor, underneath } from '../wording/decisions.js';
import { basisOf, labels } from '../wording/verdict-labels.js';
import { derivedId, sidesOf, unlessEmpty, verdictText } from './for-programs.js';

/** What OSCAL tells of one requirement: an observation, a finding where something was decided, a risk where it is waived or declared lacking. */

/** Ours, for properties that OSCAL has no name for. */
export const ns = 'urn:fsapi-conformance:vocabulary';

/** What was seen, or examined: of whatever was judged, and of what the specification leaves open where something was observed. */
export function observation(row: ReportedRequirement, report: Report, specification: Specification) {
  const { clauses } = specification;
  const { id, verdict, area, clause, step, since } = row;
  const attested = verdict === 'attested' ? decisionFor(row, report) : undefined;
  const ids = [...new Set(row.checks.flatMap(({ exchanges }) => exchanges))];
  const more = ids.length > 20 ? ` and ${ids.length - 20} more` : '';
  const evidence = [
    ...(ids.length > 0
      ? [{ href: 'evidence.har', description: `Exchanges ${ids.slice(0, 20).join(', ')}${more}` }]
      : []),
    ...(attested?.evidence ? [{ description: attested.evidence }] : []),
  ];
  return {
    uuid: derivedId(report, 'observation', row.id),
    title: `${row.id} ${row.title}`,
    description: verdictText(row, report, specification),
    props: [
      ...propsOf({ verdict, area, basis: basisOf(row), clause, step, since }),
      // Where the control comes from: the digest of each sentence of the specification that it covers, and its place.
      ...(clauses ? clausesOf(clauses, id) : []).map(({ sha256, place: remarks }) => ({
        name: 'origin',
        ns,
        value: `sha256:${sha256}`,
        remarks,
      })),
    ],
    methods: [row.verdict === 'attested' ? 'EXAMINE' : 'TEST'],
    types: [row.verdict === 'pending' ? 'discovery' : 'control-objective'],
    origins: [{ actors: [actor(attested, report)] }],
    subjects: [{ 'subject-uuid': derivedId(report, 'target'), type: 'component' }],
    'relevant-evidence': unlessEmpty(evidence),
    collected: report.run.startedAt,
    expires: endOf(attested),
  };
}

/** The finding of a judged requirement. OSCAL has two states; `reason` and the remarks keep what they flatten. */
export function finding(row: ReportedRequirement, report: Report, specification: Specification) {
  const under = underneath(row);
  const satisfied = under === 'pass' || under === 'attested';
  const described = [
    `${labels[row.verdict].word}: ${labels[row.verdict].means}`,
    row.verdict === 'pass' || row.verdict === 'attested' ? '' : sidesOf(row, report),
    supports(row),
  ];
  return {
    uuid: derivedId(report, 'finding', row.id),
    title: `${row.id} ${row.title}`,
    description: verdictText(row, report, specification),
    target: {
      type: 'objective-id',
      'target-id': row.id,
      status: {
        state: satisfied ? 'satisfied' : 'not-satisfied',
        reason: under === 'pass' || under === 'fail' ? under : 'other',
        remarks: described.filter(Boolean).join('\n\n'),
      },
    },
    'related-observations': [{ 'observation-uuid': derivedId(report, 'observation', row.id) }],
    'related-risks': hasRisk(row) ? [{ 'risk-uuid': derivedId(report, 'risk', row.id) }] : undefined,
  };
}

/** Whether somebody accepted what a requirement came to. */
export const hasRisk = ({ verdict }: ReportedRequirement): boolean => verdict === 'waived' || verdict === 'lacking';

/** What a waiver accepts, or a declaration of a mock, until when and by whom. */
export function risk(row: ReportedRequirement, report: Report, specification: Specification) {
  const decision = decisionFor(row, report);
  return {
    uuid: derivedId(report, 'risk', row.id),
    title: `${row.id} is ${row.verdict}`,
    description: verdictText(row, report, specification),
    statement: decision?.reason ?? row.why ?? row.title,
    props: unlessEmpty(propsOf({ ticket: decision?.ticket, 'approved-by': decision?.approvedBy })),
    status: 'deviation-approved',
    origins: [{ actors: [actor(decision, report)] }],
    deadline: endOf(decision),
    'related-observations': [{ 'observation-uuid': derivedId(report, 'observation', row.id) }],
  };
}

function actor(decision: Decision | undefined, report: Report) {
  return decision
    ? { type: 'party', 'actor-uuid': derivedId(report, 'party', decision.by) }
    : { type: 'tool', 'actor-uuid': derivedId(report, 'suite') };
}

/** Properties of our own; those without a value are left out. */
export function propsOf(values: Readonly<Record<string, string | undefined>>) {
  return Object.entries(values).flatMap(([name, value]) => (value ? [{ name, ns, value }] : []));
}

// A decision holds on its last day, whole.
function endOf(decision: Decision | undefined): string | undefined {
  const day = decision?.expires;
  return day !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(day) ? `${day}T23:59:59Z` : undefined;
}
