import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import { type AreaCounts, byArea } from '../text/counts.js';
import { type ExchangePlacement, placeExchanges } from './exchange-placement.js';

/** What every part of a document for people is made from, page or paper. */
export interface DocumentInput {
  readonly report: Report;
  readonly evidence: readonly Exchange[];
  readonly areas: readonly AreaCounts[];
  readonly homes: ExchangePlacement;
}

/** Reads a report and its evidence once, for all parts. */
export function documentInputOf(report: Report, evidence: readonly Exchange[]): DocumentInput {
  return { report, evidence, areas: byArea(report), homes: placeExchanges(report, evidence) };
}
