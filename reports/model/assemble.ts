import { byKey } from '../../schemas/by-key.js';
import type { CheckFinding, Finding, ObservationFinding } from '../../schemas/finding.js';
import { leftOutBy, type Profile } from '../../schemas/profiles.js';
import { areaOf, type Requirement, type Specification, whyUnobserved } from '../../schemas/specification.js';
import type { DecisionEntry, Report, ReportedRequirement } from '../../schemas/types.js';
import { count, runVerdict, type Verdict, worst } from '../../schemas/verdict.js';
import { counted } from '../text/counted.js';
import { gravestFirst } from '../wording/row.js';
import { concernsOf, isPartial, missingLacks } from '../wording/scope.js';
import { firstInARow } from '../wording/streak.js';
import { type Baseline, compared } from './compared.js';
import { decide } from './decide.js';

/** Everything that a report is made of. */
export interface Material {
  readonly specification: Specification;
  readonly findings: readonly Finding[];
  /** Ids that the filter let through. */
  readonly asked: readonly string[];
  /** What was to be tested. */
  readonly profile: Profile;
  readonly run: Report['run'];
  readonly target: Report['target'];
  readonly created: Report['created'];
  readonly requests: number;
  readonly retried: number;
  /** What people decided; read and judged before. */
  readonly decisions?: readonly DecisionEntry[];
  /** Earlier runs against the same target, oldest first, as the report before has them. */
  readonly history?: Report['history'];
  /** What this run is compared with. */
  readonly baseline?: Baseline;
  /** That no response came from the target. */
  readonly unreached?: boolean;
}

/** Why a requirement was skipped that the filter excludes: this says nothing about the target. */
const leftOut = 'Excluded by the filter of this run.';
/** Runs in the history of a report, itself included. */
const historyLength = 30;

/**
 * Findings and catalogue make a report: every requirement of the catalogue with exactly one verdict, and counts that add up to
 * its size. Pure.
 * @throws Error where a tested requirement has no finding in a complete run, or the counts do not add up
 */
export function assemble(material: Material): Report {
  const { specification } = material;
  const byId = byKey<string, Finding>(material.findings.map((finding) => [finding.id, finding]));
  const rows = specification.catalogue.map((row) => requirementOf(row, byId.get(row.id) ?? [], material));
  const withheld = material.findings.flatMap(({ id, kind, verdict }) =>
    kind === 'observation' && verdict === 'not-asked' ? [id] : [],
  );
  const day = material.run.startedAt.slice(0, 10);
  const decided = decide(rows, material.decisions ?? [], { day, withheld, specification });
  // An acceptance of an earlier observation was replaced by what followed it.
  const unused = decided.standings.filter(({ entry, state }) => state === 'unused' && entry.kind !== 'accept');
  const concerned = decided.standings.filter(
    (one) => ['in force', 'expired'].includes(one.state) || unused.includes(one),
  );
  const nights = [...(material.history ?? []), nightOf(material, decided.requirements)];
  const requirements = decided.requirements.map((row) => {
    const since = firstInARow(row.id, nights)?.startedAt.slice(0, 10);
    return { ...row, ...(since !== undefined && { since }) };
  });

  const counts = count(requirements.map(({ verdict }) => verdict));
  const sum = Object.values(counts).reduce((total, one) => total + one, 0);
  if (sum !== rows.length) throw new Error(`${sum} verdicts for ${rows.length} requirements`);

  const { profile, target } = material;
  const notices = [...(material.run.notices ?? []), ...decided.notices];
  const report: Report = {
    schemaVersion: '1.1',
    run: { ...material.run, ...(notices.length > 0 && { notices }) },
    target,
    summary: {
      verdict: runVerdict(counts, {
        missing: missingLacks({ requirements }, profile).length > 0,
        partial: isPartial({ requirements }),
      }),
      ...(target.embedded && { demonstration: true as const }),
      profile,
      concerns: concernsOf(requirements, specification),
      counts,
      customersCreated: material.created.length,
      requests: material.requests,
      retried: material.retried,
    },
    requirements,
    decisions: concerned.map(({ entry }) => ({ ...entry })),
    ...(unused.length > 0 && { unusedWaivers: [...new Set(unused.map(({ entry }) => entry.id))] }),
    history: nights.slice(-historyLength),
    created: material.created,
  };
  return material.baseline ? compared(report, material.baseline, material) : report;
}

/** What the history keeps of a run. */
function nightOf(
  { run, unreached }: Pick<Material, 'run' | 'unreached'>,
  rows: ReportedRequirement[],
): Report['history'][number] {
  const { id, startedAt } = run;
  const verdicts = Object.fromEntries(rows.map((row) => [row.id, row.verdict]));
  // A filter may leave nothing to send.
  const wasDown = unreached && rows.some(({ verdict }) => verdict === 'inconclusive');
  const partial = isPartial({ requirements: rows });
  return { id, startedAt, ...(wasDown && { unreached }), ...(partial && { partial }), verdicts };
}

function requirementOf(row: Requirement, findings: readonly Finding[], material: Material): ReportedRequirement {
  const { id, title, basis, clause, step, supports, consequence, why } = row;
  const checks = findings.filter((finding) => finding.kind === 'check');
  const observations = findings.filter((finding) => finding.kind === 'observation');
  const seen = observations.flatMap(({ verdict, exchanges }) => (verdict === 'observed' ? exchanges : []));
  return {
    id,
    title,
    area: areaOf(material.specification, id).name,
    basis,
    clause,
    ...(step !== undefined && { step }),
    ...(supports && { supports: [...supports] }),
    ...outcomeOf(row, checks, observations, material),
    ...(consequence !== undefined && { consequence }),
    ...(why !== undefined && { why }),
    ...(seen.length > 0 && { exchanges: [...new Set(seen)] }),
    checks: checks.map(({ id: _, kind: __, ...check }) => ({ ...check, exchanges: [...check.exchanges] })),
  };
}

type Outcome = { verdict: Verdict } & Partial<
  Pick<ReportedRequirement, 'found' | 'reason' | 'leftOut' | 'lacks' | 'observation' | 'sentence' | 'sentences'>
>;

/** The verdict of a requirement from its findings, before decisions. @throws Error as `assemble` */
function outcomeOf(
  row: Pick<Requirement, 'id' | 'basis'>,
  checks: readonly CheckFinding[],
  observations: readonly ObservationFinding[],
  { asked, run, profile, specification }: Material,
): Outcome {
  if (row.basis === 'not-shown') {
    const isOut = !observations.some(({ verdict }) => verdict === 'observed');
    if (isOut && !asked.includes(row.id)) return { verdict: 'pending', leftOut: 'filter', reason: leftOut };
    return { verdict: 'pending', ...observed(row.id, observations, specification) };
  }
  if (row.basis === 'attested') {
    const reason = 'No request can show this. A named person has to confirm it.';
    return { verdict: 'skipped', reason };
  }
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
  const reasons = [...new Set(deciding.map(({ reason }) => reason ?? ''))];
  const more = reasons.length > 1 ? ` And ${counted(reasons.length - 1, 'more reason')}.` : '';
  const reason = `${reasons[0] ?? ''}${more}`;
  const lack = deciding.find((finding) => finding.lacks !== undefined)?.lacks;
  if (verdict !== 'skipped' || lack === undefined) return { verdict, reason };
  // What a profile leaves out on purpose needs no setting.
  const isMeant = leftOutBy(profile).includes(lack);
  return { verdict, reason: isMeant ? `The profile ${profile} leaves it out.` : reason, lacks: lack };
}

/** The observation of a requirement, or the reason why there is none. */
function observed(
  id: string,
  findings: readonly ObservationFinding[],
  specification: Specification,
): Omit<Outcome, 'verdict'> {
  const made = findings.filter(({ verdict }) => verdict === 'observed');
  const reasons = findings.flatMap(({ reason }) => reason ?? []);
  if (made.length === 0) return { reason: reasons[0] ?? whyUnobserved(specification, id) };
  // With several probes each observation stands under the name of its probe, also where only one has a response.
  const byName = made.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((one) => [one.name, one.observation]);
  const observation = findings.length === 1 ? made[0]?.observation : Object.fromEntries(byName);
  const sentences = made.flatMap((one) => one.sentences ?? []);
  return { observation: observation as Outcome['observation'], sentence: sentences.join(' '), sentences };
}
