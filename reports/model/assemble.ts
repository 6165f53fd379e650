import { byKey } from '../../schemas/common/by-key.js';
import type { CheckFinding, Finding, ObservationFinding } from '../../schemas/finding.js';
import { leftOutBy, type Profile } from '../../schemas/profiles.js';
import { areaOf, type Requirement, raisedBy, type Specification, whyUnobserved } from '../../schemas/specification.js';
import type { DecisionEntry, Report, ReportedRequirement } from '../../schemas/types.js';
import { count, runVerdict, worst } from '../../schemas/verdict.js';
import { acceptedOn, dayOf } from '../news/memory.js';
import { withNews } from '../news/news.js';
import { counted } from '../text/words.js';
import { digestOfRow, gravestFirst, isLeftByTarget } from '../wording/row.js';
import { concernsOf, isPartial, missingLacks } from '../wording/scope.js';
import { type Baseline, compared } from './compared.js';
import { decide } from './decide.js';

export type Material = Readonly<{
  specification: Specification;
  findings: readonly Finding[];
  /** Ids that the filter selects. */
  asked: readonly string[];
  profile: Profile;
  run: Report['run'];
  target: Report['target'];
  created: Report['created'];
  requests: number;
  retried: number;
  durations?: Report['summary']['durations'];
  observe: Report['summary']['observe'];
  /** Read and judged before. */
  decisions?: readonly DecisionEntry[];
  /** The report before, which is all that a run remembers. */
  before?: Report;
  /** What observations are compared with. */
  baseline?: Baseline;
}>;

const leftOut = 'Excluded by the filter of this run.';
/** Runs in a report's history, itself included. */
const historyLength = 30;

type Night = Report['history'][number];

/**
 * A report of findings and catalogue: each requirement has one verdict. Pure.
 * @throws Error where a tested requirement has no finding in a complete run
 */
export function assemble(material: Material): Report {
  const { specification, profile, observe, target, before, baseline, created } = material;
  const { requests, retried, durations } = material;
  const byId = byKey(material.findings.map((finding) => [finding.id, finding]));
  const rows = specification.catalogue.map((row) => requirementOf(row, byId.get(row.id) ?? [], material));
  const withheld = material.findings.flatMap(({ id, verdict }) => (verdict === 'not-asked' ? [id] : []));
  const day = material.run.startedAt.slice(0, 10);
  const decided = decide(rows, material.decisions ?? [], { day, withheld });
  const took = decided.standings.filter(({ entry, state }) =>
    // Later observations replaced an unused acceptance.
    state === 'unused' ? entry.kind !== 'accept' : state === 'in force' || state === 'expired',
  );
  const unused = new Set(took.flatMap(({ entry, state }) => (state === 'unused' ? [entry.id] : [])));
  const { requirements } = decided;
  const counts = count(requirements.map(({ verdict }) => verdict));
  const notices = [...(material.run.notices ?? []), ...decided.notices];
  const missing = missingLacks(requirements, profile).length > 0;
  const report: Report = {
    schemaVersion: '1.2',
    run: { ...material.run, notices: notices.length > 0 ? notices : undefined },
    target,
    summary: {
      verdict: runVerdict(counts, { missing, partial: isPartial(requirements) }),
      ...(target.embedded && { demonstration: true as const }),
      profile,
      observe,
      concerns: concernsOf(requirements, specification),
      ...{ counts, customersCreated: created.length, requests, retried, durations },
    },
    requirements,
    decisions: took.map(({ entry }) => ({ ...entry })),
    unusedWaivers: unused.size > 0 ? [...unused] : undefined,
    news: [],
    open: [],
    history: [...(before?.history ?? []), nightOf(material, requirements)].slice(-historyLength),
    created,
  };
  const remembering = withQuestions(withNews(report, before, specification), material);
  return baseline ? compared(remembering, baseline, material) : remembering;
}

/** With a notice of each question beside the verdict that nobody has answered. */
function withQuestions(report: Report, { specification, decisions = [] }: Material): Report {
  const isAccepted = acceptedOn(decisions, dayOf(report));
  const asked = specification.catalogue.flatMap(({ id: own, noticed }: Requirement) => {
    const row = report.requirements.find(({ id }) => id === own);
    if (!noticed || row?.verdict !== 'pending' || isAccepted(row.id, digestOfRow(row))) return [];
    return raisedBy(row, { noticed }).map((question) => `${row.id}: ${question}`);
  });
  const notices = [...(report.run.notices ?? []), ...asked];
  return notices.length === 0 ? report : { ...report, run: { ...report.run, notices } };
}

function nightOf({ run: { id, startedAt, unavailable } }: Material, rows: ReportedRequirement[]): Night {
  const verdicts = Object.fromEntries(rows.map((row) => [row.id, row.verdict]));
  return { id, startedAt, unavailable: unavailable?.cause, partial: isPartial(rows) || undefined, verdicts };
}

function requirementOf(row: Requirement, findings: readonly Finding[], material: Material): ReportedRequirement {
  const { id, title, basis, clause, step, supports, consequence, why } = row;
  const checks = findings.filter((finding) => finding.kind === 'check');
  const observations = findings.filter((finding) => finding.kind === 'observation');
  const seen = observations.flatMap(({ verdict, exchanges }) => (verdict === 'observed' ? exchanges : []));
  const area = areaOf(material.specification, id).name;
  return {
    ...{ id, title, area, basis, clause, step, supports: supports && [...supports] },
    ...outcomeOf(row, checks, observations, material),
    ...{ consequence, why, exchanges: seen.length > 0 ? [...new Set(seen)] : undefined },
    checks: [...checks, ...observations.flatMap(({ settled }) => settled ?? [])].map(
      ({ id: _, kind: __, ...check }) => ({ ...check, exchanges: [...check.exchanges] }),
    ),
  };
}

type Outcome = Pick<
  ReportedRequirement,
  'verdict' | 'found' | 'reason' | 'leftOut' | 'lacks' | 'observation' | 'contract' | 'sentence' | 'sentences'
>;

/** A requirement's verdict before decisions. @throws Error as `assemble` */
function outcomeOf(
  row: Pick<Requirement, 'id' | 'basis'>,
  checks: readonly CheckFinding[],
  observations: readonly ObservationFinding[],
  { asked, run, profile, specification }: Material,
): Outcome {
  if (row.basis === 'not-shown') {
    const isLeftOut = !asked.includes(row.id) && !observations.some(({ verdict }) => verdict === 'observed');
    if (isLeftOut) return { verdict: 'pending', leftOut: 'filter', reason: leftOut };
    return { verdict: 'pending', ...observed(row.id, observations, specification) };
  }
  if (row.basis === 'attested')
    return { verdict: 'skipped', reason: 'No request can test this. A named person has to confirm it.' };
  if (!asked.includes(row.id)) return { verdict: 'skipped', leftOut: 'filter', reason: leftOut };
  if (checks.length === 0) {
    if (run.complete) throw new Error(`${row.id} was tested, but no check reported a finding`);
    return { verdict: 'inconclusive', reason: `Not tested: ${run.stopped ?? 'the run is incomplete.'}` };
  }
  const verdict = worst(checks.map((finding) => finding.verdict));
  const deciding = gravestFirst(checks.filter((finding) => finding.verdict === verdict));
  const [first] = deciding;
  if (verdict === 'pass' || !first) return { verdict };
  if (verdict === 'fail')
    return { verdict, found: first.found, reason: `${deciding.length} of ${counted(checks.length, 'check')} failed.` };
  if (isLeftByTarget({ verdict, checks }, run)) return { verdict, reason: run.unavailable?.sentence };
  const reasons = [...new Set(deciding.map(({ reason }) => reason ?? ''))];
  const more = reasons.length > 1 ? ` And ${counted(reasons.length - 1, 'more reason')}.` : '';
  const reason = `${reasons[0] ?? ''}${more}`;
  const lack = deciding.find((finding) => finding.lacks !== undefined)?.lacks;
  if (verdict !== 'skipped' || lack === undefined) return { verdict, reason };
  // What a profile leaves out needs no setting.
  const isMeant = leftOutBy(profile).includes(lack);
  return { verdict, reason: isMeant ? `The profile ${profile} leaves it out.` : reason, lacks: lack };
}

function observed(
  id: string,
  findings: readonly ObservationFinding[],
  specification: Specification,
): Omit<Outcome, 'verdict'> {
  const made = findings.filter(({ verdict }) => verdict === 'observed');
  const reasons = findings.flatMap(({ reason }) => reason ?? []);
  if (made.length === 0) return { reason: reasons[0] ?? whyUnobserved(specification, id) };
  // Of several probes each observation stands under the probe's name, even if only one has a response.
  const byName = made.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((one) => [one.name, one.observation]);
  const observation = findings.length === 1 ? made[0]?.observation : Object.fromEntries(byName);
  const sentences = Object.fromEntries(made.map(({ name, sentences: own = [] }) => [name, [...own]]));
  const contract = made[0]?.contract;
  return {
    observation: observation as Outcome['observation'],
    ...(contract && { contract: { ...contract } }),
    sentence: Object.values(sentences).flat().join(' '),
    sentences,
  };
}
