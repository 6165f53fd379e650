import { byKey } from '../../schemas/common/by-key.js';
import type { CheckFinding, Finding, ObservationFinding } from '../../schemas/finding.js';
import { leftOutBy } from '../../schemas/profiles.js';
import { areaOf, type Requirement, raisedBy, type Specification, whyUnobserved } from '../../schemas/specification.js';
import type { DecisionEntry, Report, ReportedRequirement as Row } from '../../schemas/types.js';
import { count, runVerdict, worst } from '../../schemas/verdict.js';
import { acceptedOn, dayOf } from '../news/memory.js';
import { withNews } from '../news/news.js';
import { counted } from '../text/words.js';
import { digestOfRow, gravestFirst, isLeftByTarget } from '../wording/row.js';
import { concernsOf, isPartial, missingLacks } from '../wording/scope.js';
import { type Baseline, compared } from './compared.js';
import { decide } from './decide.js';

export type Material = Pick<Report, 'run' | 'target' | 'created'> &
  Pick<Report['summary'], 'profile' | 'observe' | 'requests' | 'retried' | 'durations'> &
  Readonly<{
    specification: Specification;
    findings: readonly Finding[];
    /** Ids that the filter selects. */
    asked: readonly string[];
    decisions?: readonly DecisionEntry[];
    /** The report before, which is all that a run remembers. */
    before?: Report;
    baseline?: Baseline;
  }>;

const historyLength = 30;

/** The report of a run. @throws Error if a tested requirement has no finding in a complete run */
export function assemble(material: Material): Report {
  const { specification, findings, run, before, baseline } = material;
  const byId = byKey(findings.map((finding) => [finding.id, finding]));
  const rows = specification.catalogue.map((row) => requirementOf(row, byId.get(row.id) ?? [], material));
  const unseen = findings.filter((finding) => finding.kind === 'observation' && finding.verdict !== 'observed');
  const on = { day: dayOf(material), unseen: unseen as readonly ObservationFinding[] };
  const { requirements, standings, notices } = decide(rows, material.decisions ?? [], on);
  const tookPart = standings.filter(({ entry, state }) => {
    // Later observations replaced an unused acceptance.
    if (state === 'unused') return entry.kind !== 'accept';
    return state === 'in force' || state === 'expired';
  });
  const unused = tookPart.flatMap(({ entry, state }) => (state === 'unused' ? [entry.id] : []));
  const night = {
    id: run.id,
    startedAt: run.startedAt,
    unavailable: run.unavailable?.cause,
    partial: isPartial(requirements) || undefined,
    verdicts: Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict])),
  };
  const report: Report = {
    schemaVersion: '1.2',
    run,
    target: material.target,
    summary: summaryOf(requirements, material),
    requirements,
    decisions: tookPart.map(({ entry }) => ({ ...entry })),
    unusedWaivers: unused.length > 0 ? [...new Set(unused)] : undefined,
    news: [],
    open: [],
    history: [...(before?.history ?? []), night].slice(-historyLength),
    created: material.created,
  };
  const remembering = withNotices(withNews(report, before, specification), notices, material);
  return baseline ? compared(remembering, baseline, material) : remembering;
}

function summaryOf(rows: readonly Row[], material: Material): Report['summary'] {
  const { specification, target, profile, observe, created, requests, retried, durations } = material;
  const counts = count(rows.map(({ verdict }) => verdict));
  return {
    verdict: runVerdict(counts, { missing: missingLacks(rows, profile).length > 0, partial: isPartial(rows) }),
    demonstration: target.embedded || undefined,
    profile,
    observe,
    concerns: concernsOf(rows, specification),
    counts,
    customersCreated: created.length,
    requests,
    retried,
    durations,
  };
}

/** About decisions, and one for each question beside the verdict that nobody has answered. */
function withNotices(report: Report, ofDecisions: readonly string[], { specification, decisions = [] }: Material) {
  const { run, requirements } = report;
  const isAccepted = acceptedOn(decisions, dayOf(report));
  const questions = specification.catalogue.flatMap(({ id: own, noticed }) => {
    const row = requirements.find(({ id }) => id === own);
    if (!noticed || row?.verdict !== 'pending' || isAccepted(row.id, digestOfRow(row))) return [];
    return raisedBy(row, { noticed }).map((question) => `${row.id}: ${question}`);
  });
  const notices = [...(run.notices ?? []), ...ofDecisions, ...questions];
  return { ...report, run: { ...run, notices: notices.length > 0 ? notices : undefined } };
}

function requirementOf(row: Requirement, findings: readonly Finding[], material: Material): Row {
  const { id, title, basis, clause, step, supports, consequence, why } = row;
  const checks = findings.filter((finding) => finding.kind === 'check');
  const observations = findings.filter((finding) => finding.kind === 'observation');
  const seen = observations.flatMap(({ verdict, exchanges }) => (verdict === 'observed' ? exchanges : []));
  const area = areaOf(material.specification, id).name;
  const catalogued = { id, title, area, basis, clause, step, supports: supports && [...supports] };
  return {
    ...catalogued,
    ...outcomeOf(row, checks, observations, material),
    consequence,
    why,
    exchanges: seen.length > 0 ? [...new Set(seen)] : undefined,
    checks: [...checks, ...observations.flatMap(({ settled }) => settled ?? [])].map(
      ({ id: _, kind: __, ...check }) => ({ ...check, exchanges: [...check.exchanges] }),
    ),
  };
}

type Outcome = Pick<Row, 'verdict'> & Partial<Row>;

function outcomeOf(
  { id, basis }: Requirement,
  checks: readonly CheckFinding[],
  observations: readonly ObservationFinding[],
  material: Material,
): Outcome {
  const { asked, run } = material;
  const isObserved = basis === 'not-shown' && observations.some(({ verdict }) => verdict === 'observed');
  if (basis === 'attested')
    return { verdict: 'skipped', reason: 'No request can test this. A named person has to confirm it.' };
  if (!asked.includes(id) && !isObserved) {
    const reason = 'Excluded by the filter of this run.';
    return { verdict: basis === 'not-shown' ? 'pending' : 'skipped', leftOut: 'filter', reason };
  }
  if (basis === 'not-shown') return { verdict: 'pending', ...observed(id, observations, material.specification) };
  if (checks.length > 0) return outcomeOfChecks(checks, material);
  if (run.complete) throw new Error(`${id} was tested, but no check reported a finding`);
  return { verdict: 'inconclusive', reason: `Not tested: ${run.stopped ?? 'the run is incomplete.'}` };
}

function outcomeOfChecks(checks: readonly CheckFinding[], { run, profile }: Material): Outcome {
  const verdict = worst(checks.map((finding) => finding.verdict));
  if (verdict === 'pass') return { verdict };
  const deciding = gravestFirst(checks.filter((finding) => finding.verdict === verdict));
  if (verdict === 'fail') {
    const reason = `${deciding.length} of ${counted(checks.length, 'check')} failed.`;
    return { verdict, found: deciding[0]?.found, reason };
  }
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

function observed(id: string, findings: readonly ObservationFinding[], specification: Specification): Partial<Row> {
  const seen = findings.filter(({ verdict }) => verdict === 'observed');
  const reasons = findings.flatMap(({ reason }) => reason ?? []);
  if (seen.length === 0) return { reason: reasons[0] ?? whyUnobserved(specification, id) };
  // Observations of several probes stand under their names, even if only one has a response.
  const byName = seen.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((probe) => [probe.name, probe.observation]);
  const observation = findings.length === 1 ? seen[0]?.observation : Object.fromEntries(byName);
  const sentences = Object.fromEntries(seen.map(({ name, sentences: own = [] }) => [name, [...own]]));
  const contract = seen[0]?.contract;
  return {
    observation: observation as Row['observation'],
    contract: contract && { ...contract },
    sentence: Object.values(sentences).flat().join(' '),
    sentences,
  };
}
