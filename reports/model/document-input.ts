import type { Exchange } from '../../schemas/exchange.js';
import type { Specification } from '../../schemas/specification.js';
import type { Report, ReportedRequirement } from '../../schemas/types.js';
import { byArea } from '../wording/counts.js';
import { openChecks } from '../wording/finding.js';
import { type FindingGroup, findingGroups } from './finding-groups.js';
import { seal } from './record.js';

/** What every part of a document for people is made from, page or paper. */
export type DocumentInput = ReturnType<typeof documentInputOf>;

/** Reads a report and its evidence once, for all parts. */
export function documentInputOf(report: Report, evidence: readonly Exchange[], specification: Specification) {
  // Failed and inconclusive requirements, gravest first, those with one cause together.
  const groups = findingGroups(report);
  return {
    report,
    evidence,
    specification,
    areas: byArea(report, specification),
    homes: placeExchanges(report, evidence, groups),
    groups,
    /** The place of each finding, `finding-AUTH-01`, by the id of its requirement: that of the first where several share a cause. */
    findings: new Map(groups.flatMap(({ rows }) => rows.map(({ id }) => [id, `finding-${rows[0].id}`] as const))),
    /** SHA-256 of report.json. */
    digest: seal(report),
  };
}

/** How many exchanges of a finding stand in the finding itself; the rest is at its requirement. */
const inFinding = 12;

/** Ids of the exchanges of a requirement's checks and observation. */
export function exchangesOf({ checks, exchanges = [] }: ReportedRequirement): readonly string[] {
  return [...checks.flatMap((check) => check.exchanges), ...exchanges];
}

/** Gives every exchange its one place, to which everything else links: its finding, else the first requirement that has it. */
function placeExchanges(report: Report, evidence: readonly Exchange[], groups: readonly FindingGroup[]) {
  const byId = new Map(evidence.map((exchange) => [exchange.id, exchange]));
  const taken = new Set<string>();
  const take = (ids: readonly string[]) =>
    [...new Set(ids)].flatMap((id) => {
      const exchange = byId.get(id);
      if (!exchange || taken.has(id)) return [];
      taken.add(id);
      return exchange;
    });

  const findings = new Map<string, readonly Exchange[]>();
  for (const { rows } of groups) {
    const ids = openChecks(rows[0]).flatMap(({ exchanges }) => exchanges);
    findings.set(rows[0].id, take(ids.slice(0, inFinding)));
  }
  const requirements = new Map<string, readonly Exchange[]>();
  for (const row of report.requirements) {
    requirements.set(row.id, take(exchangesOf(row)));
  }
  return {
    ofFinding: ({ id }: ReportedRequirement) => findings.get(id) ?? [],
    ofRequirement: ({ id }: ReportedRequirement) => requirements.get(id) ?? [],
    /** Those of no requirement. */
    others: evidence.filter(({ id }) => !taken.has(id)),
    byId,
  };
}
