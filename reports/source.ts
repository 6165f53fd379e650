import type { Exchange } from '../schemas/exchange.js';
import type { Report } from '../schemas/types.js';
import { type Homes, settleIn } from './homes.js';
import { type AreaTally, byArea } from './tally.js';

/** What every part of a document for people is made from, page or paper. */
export interface Source {
  readonly report: Report;
  readonly evidence: readonly Exchange[];
  readonly areas: readonly AreaTally[];
  readonly homes: Homes;
}

/** Reads a report and its evidence once, for all parts. */
export function sourceOf(report: Report, evidence: readonly Exchange[]): Source {
  return { report, evidence, areas: byArea(report), homes: settleIn(report, evidence) };
}
