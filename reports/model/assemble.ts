import { byKey } from '../../schemas/by-key.js';
import type { CheckFinding, Finding, ObservationFinding } from '../../schemas/finding.js';
import { leftOutBy } from '../../schemas/profiles.js';
import { areaOf, type Requirement, type Specification } from '../../schemas/specification.js';
import type { DecisionEntry, Report, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
import { type CheckVerdict, count, runVerdict, type Verdict, worst } from '../../schemas/verdict.js';
import type { Earlier } from '../drift/comparison.js';
import type { Remembered } from '../drift/remembered.js';
import { counted } from '../text/counted.js';
import { gravestFirst } from '../wording/finding.js';
import { concernsOf, isPartial, missing } from '../wording/scope.js';
import { traitsOf } from '../wording/shown-causes.js';
import { leftOut, whySkipped } from '../wording/skip-reasons.js';
import { streakOf } from '../wording/streak.js';
import { compared } from './compared.js';
import { decide } from './decide.js';

/** Everything that a report is made of. */
export interface Material {
  readonly specification: Specification;
  readonly findings: readonly Finding[];
  /** Ids that the filter let through. */
  readonly asked: readonly string[];
  /** Ids that must not be skipped. */
  readonly required: readonly string[];
  /** What was to be tested. A report of 0.1 names none, and knows no partial run. */
  readonly profile?: Report['summary']['profile'];
  readonly run: Report['run'];
  readonly target: Report['target'];
  readonly created: Report['created'];
  /** Customers beside them that created.json alone lists. */
  readonly listed?: number;
  readonly requests: number;
  readonly retried: number;
  /** What people decided; read and judged before. */
  readonly decisions?: readonly DecisionEntry[];
  /** Earlier runs against the same target, oldest first: all that are known; a report keeps some. */
  readonly history?: Report['history'];
  /** What this run is compared with: a report, or what earlier runs know of each requirement. */
  readonly baseline?: Earlier;
  /** Whether that is the run of another target, which this one is to resemble. */
  readonly isLike?: boolean;
  /** What earlier runs remember of observations, where the baseline is made of them. */
  readonly remembered?: ReadonlyMap<string, Remembered>;
  /** That no response came from the target. */
  readonly unreached?: boolean;
  /** The requirements of the version that made the run, where it is another one than this. */
  readonly catalogue?: readonly (Requirement & { readonly area?: string })[];
}

/** Runs in the history of a report, itself included. */
export const historyLength = 30;

/**
 * Findings and catalogue make a report: every requirement of the catalogue with exactly one verdict, and counts that add up to
 * its size. Pure.
 * @throws Error where a tested requirement has no finding in a complete run, or the counts do not add up
 */
export function assemble(material: Material): Report {
  const { specification } = material;
  const all = material.catalogue ?? specification.catalogue;
  const byId = byKey<string, Finding>(material.findings.map((finding) => [finding.id, finding]));
  const rows = all.map((row) => requirementOf(row, byId.get(row.id) ?? [], material));
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
  const requirements = decided.requirements.map((row) => ({ ...row, ...sinceOf(row, nights) }));

  const counts = count(requirements.map(({ verdict }) => verdict));
  const sum = Object.values(counts).reduce((total, one) => total + one, 0);
  if (sum !== all.length) throw new Error(`${sum} verdicts for ${all.length} requirements`);

  const { profile, target } = material;
  const traits = traitsOf({ requirements });
  const about = { requirements, run: { ...material.run, required: [...material.required] } };
  const { required, wanted } = missing(about, profile);
  const notices = [
    ...(material.run.notices ?? []),
    ...decided.notices,
    ...required.map(({ id, reason }) => `${id} is required and was skipped. ${reason ?? ''}`.trim()),
  ];
  const isMissing = required.length + wanted.length > 0;
  const report: Report = {
    schemaVersion: '1.1',
    run: { ...material.run, ...(notices.length > 0 && { notices }) },
    target,
    summary: {
      // A report of 0.1 knew no partial run: a part of a divided one was inconclusive.
      verdict:
        profile === undefined
          ? runVerdict(counts, { missing: isMissing, partial: false })
          : runVerdict(counts, { missing: isMissing, partial: isPartial(about) }),
      ...(target.embedded && profile !== undefined && { demonstration: true as const }),
      ...(profile !== undefined && { profile, concerns: concernsOf(requirements, specification) }),
      ...(traits.length > 0 && { traits }),
      counts,
      customersCreated: material.created.length + (material.listed ?? 0),
      requests: material.requests,
      retried: material.retried,
    },
    requirements: about.requirements,
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
  const partial = isPartial({ run, requirements: rows });
  return { id, startedAt, ...(wasDown && { unreached }), ...(partial && { partial }), verdicts };
}

/** The day of the first of the runs in a row in which an open or waived requirement was so. */
function sinceOf({ id }: ReportedRequirement, nights: Report['history']): Pick<ReportedRequirement, 'since'> {
  const start = nights[streakOf(id, nights)?.first ?? -1]?.startedAt;
  return start === undefined ? {} : { since: start.slice(0, 10) };
}

function requirementOf(
  row: Requirement & { readonly area?: string },
  findings: readonly Finding[],
  material: Material,
): ReportedRequirement {
  const { id, title, basis, clause, step, supports, consequence, why } = row;
  const checks = findings.filter((finding) => finding.kind === 'check');
  const observations = findings.filter((finding) => finding.kind === 'observation');
  const seen = observations.flatMap(({ verdict, exchanges }) => (verdict === 'observed' ? exchanges : []));
  return {
    id,
    title,
    area: row.area ?? areaOf(material.specification, id).name,
    basis,
    clause,
    ...(step !== undefined && { step }),
    ...(supports && { supports: [...supports] }),
    ...outcomeOf(row, checks, observations, material),
    ...(consequence !== undefined && { consequence }),
    ...(why !== undefined && { why }),
    ...(seen.length > 0 && { exchanges: [...new Set(seen)] }),
    checks: checks.map(reported),
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
  { asked, run, profile }: Pick<Material, 'asked' | 'run' | 'profile'>,
): Outcome {
  if (row.basis === 'not-shown') {
    const isOut = !observations.some(({ verdict }) => verdict === 'observed');
    if (isOut && !asked.includes(row.id)) return { verdict: 'pending', leftOut: 'filter', reason: leftOut };
    return { verdict: 'pending', ...observed(row, observations) };
  }
  if (row.basis === 'attested') {
    const reason = 'Not testable over HTTP (organisational control). Attest it in the decisions file.';
    return { verdict: 'skipped', reason };
  }
  if (!asked.includes(row.id)) return { verdict: 'skipped', leftOut: 'filter', reason: leftOut };
  if (checks.length === 0) {
    if (run.complete) throw new Error(`${row.id} was tested, but no check reported a finding`);
    return { verdict: 'inconclusive', reason: `Not tested: ${run.stopped ?? 'the run is incomplete.'}` };
  }
  const verdict = worst(checks.map((finding) => finding.verdict));
  const those = gravestFirst(checks.filter((finding) => finding.verdict === verdict));
  const [first] = those;
  if (verdict === 'pass' || !first) return { verdict };
  if (verdict === 'fail')
    return { verdict, found: first.found, reason: `${those.length} of ${counted(checks.length, 'check')} failed.` };
  const reasons = [...new Set(those.map(({ reason }) => reason ?? ''))];
  const more = reasons.length > 1 ? ` And ${counted(reasons.length - 1, 'more reason')}.` : '';
  const reason = `${reasons[0] ?? ''}${more}`;
  const lack = those.find((finding) => finding.lacks !== undefined)?.lacks;
  if (verdict !== 'skipped' || lack === undefined) return { verdict, reason };
  // What a profile leaves out on purpose needs no setting.
  const isMeant = profile !== undefined && leftOutBy(profile).includes(lack);
  return { verdict, reason: isMeant ? `The profile ${profile} leaves it out.` : reason, lacks: lack };
}

/** The observation of a requirement, or the reason why there is none. */
function observed(row: Pick<Requirement, 'id'>, findings: readonly ObservationFinding[]): Omit<Outcome, 'verdict'> {
  const made = findings.filter(({ verdict }) => verdict === 'observed');
  if (made.length === 0) {
    return { reason: findings.find(({ reason }) => reason !== undefined)?.reason ?? whySkipped(row.id) };
  }
  // With several probes each observation stands under the name of its probe, also where only one has a response.
  const byName = made.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((one) => [one.name, one.observation]);
  const observation = findings.length === 1 ? made[0]?.observation : Object.fromEntries(byName);
  const sentences = made.flatMap((one) => one.sentences ?? []);
  return { observation: observation as Outcome['observation'], sentence: sentences.join(' '), sentences };
}

function reported({ id: _, kind: __, ...finding }: CheckFinding): ReportedCheck {
  return { ...finding, exchanges: [...finding.exchanges] };
}

/** The verdict that a requirement has so far, decisions included, for showing a run while it goes on. */
export function verdictSoFar(
  findings: readonly Finding[],
  entries: readonly DecisionEntry[],
  now: Date,
  specification: Specification,
): { verdict: Verdict; found?: string } | undefined {
  const [first] = findings;
  if (!first) return undefined;
  if (first.kind === 'observation') return { verdict: 'pending' };
  const checks = findings.filter((finding) => finding.kind === 'check');
  const verdict: CheckVerdict = worst(checks.map((finding) => finding.verdict));
  const described = checks.find((finding) => finding.verdict === verdict);
  const row = { id: first.id, verdict, checks: checks.map(reported) } as ReportedRequirement;
  const [decided] = decide([row], entries, { day: now.toISOString().slice(0, 10), specification }).requirements;
  return { verdict: decided?.verdict ?? verdict, found: described?.found ?? described?.reason };
}
