import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import { type AreaCounts, byArea } from '../wording/counts.js';
import { type ExchangePlacement, placeExchanges } from './exchange-placement.js';
import { type FindingGroup, findingGroups } from './finding-groups.js';
import { findingPlaces } from './open-findings.js';
import { seal } from './record.js';

/** What every part of a document for people is made from, page or paper. */
export interface DocumentInput {
  readonly report: Report;
  readonly evidence: readonly Exchange[];
  readonly areas: readonly AreaCounts[];
  readonly homes: ExchangePlacement;
  /** Failed and inconclusive requirements, gravest first, those with one cause together. */
  readonly groups: readonly FindingGroup[];
  /** The place of each finding, by the id of its requirement. */
  readonly findings: ReadonlyMap<string, string>;
  /** SHA-256 of report.json. */
  readonly digest: string;
}

/** Reads a report and its evidence once, for all parts. */
export function documentInputOf(report: Report, evidence: readonly Exchange[]): DocumentInput {
  const groups = findingGroups(report);
  return {
    report,
    evidence,
    areas: byArea(report),
    homes: placeExchanges(report, evidence, groups),
    groups,
    findings: findingPlaces(groups),
    digest: seal(report),
  };
}
