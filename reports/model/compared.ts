import { type Difference, differences } from '../../schemas/observation.js';
import { groupsOf, type Specification } from '../../schemas/specification.js';
import type { DecisionEntry, Report, ReportedRequirement as Row } from '../../schemas/types.js';
import { driftSentences, type Names } from '../news/drift.js';
import { acceptedOn, dayOf } from '../news/memory.js';
import { digestOfRow, observedIn, verdictWithoutDecision } from '../wording/row.js';
import { environmentOf } from '../wording/target.js';

const mostNamed = 3;

/** `other target`: this one is to resemble it, as a mock the Sandbox. */
export type Baseline = Readonly<{ report: Report; kind: 'previous' | 'named' | 'other target' }>;

type About = Readonly<{ specification: Specification; decisions?: readonly DecisionEntry[] }>;

/** Adds how observations differ from the baseline. @param report with its news */
export function compared(report: Report, { report: baseline, kind }: Baseline, about: About): Report {
  const ownName = report.target.environment === 'mock' ? 'this mock' : 'this target';
  const names: Names | undefined = kind === 'other target' ? [environmentOf(baseline.target), ownName] : undefined;
  const rowsBefore = new Map(baseline.requirements.map((row) => [row.id, row]));
  const isAccepted = acceptedOn(about.decisions ?? [], dayOf(report));
  const excused = names ? excusedIn(report, about.specification) : [];
  const requirements = report.requirements.map((row) => {
    const other = rowsBefore.get(row.id);
    // What was open in the report before stays open.
    if (kind === 'previous')
      return withDrift(row, row.differs ? differences(row.differs.reference, observedIn(row)) : []);
    const isSettled = names === undefined && row.verdict !== 'pending' && !about.specification.shapes.includes(row.id);
    const isLacking = row.verdict === 'lacking' || other?.verdict === 'lacking' || excused.includes(row.id);
    if (!other || isSettled || isLacking || isAccepted(row.id, digestOfRow(row))) return row;
    const observed = differences(observedIn(other), row.observation);
    return withDrift(row, observed.length > 0 || !names ? observed : reversed(other, row), names);
  });
  const { id, startedAt } = baseline.run;
  const { baseUrl } = baseline.target;
  const named = kind === 'previous' ? undefined : { id, startedAt, baseUrl, names: names && [...names] };
  return { ...report, run: { ...report.run, baseline: named }, requirements: requirements as Report['requirements'] };
}

/** What differs because of a declared lack. */
const excusedIn = ({ requirements }: Report, specification: Specification) =>
  requirements.flatMap(({ id, verdict }) => {
    const groups = verdict === 'lacking' ? groupsOf(specification, id) : [];
    // A requirement of two groups does not show which of them the mock lacks.
    return groups.length === 1 ? groups.flatMap((name) => specification.groups[name]?.open ?? []) : [];
  });

function reversed(other: Row, row: Row): readonly Difference[] {
  const before = verdictWithoutDecision(other);
  const now = verdictWithoutDecision(row);
  return /^(pass fail|fail pass)$/.test(`${before} ${now}`) ? [{ at: '/verdict', before, now }] : [];
}

function withDrift(row: Row, found: readonly Difference[], names?: Names): Row {
  if (found.length === 0) return row;
  const drift: NonNullable<Row['drift']> = {
    between: names && [...names],
    since: names ? undefined : row.differs?.since,
    sentence: driftSentences(found, mostNamed, names).join(' '),
    differences: found as NonNullable<NonNullable<Row['drift']>['differences']>,
  };
  return { ...row, drift };
}
