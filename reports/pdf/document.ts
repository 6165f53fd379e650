import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import { reportDocument } from '../document/parts.js';
import { paperOf } from './paper.js';

/**
 * report.pdf: the archived document, on A4. The same report and evidence give the same bytes on every machine; the day
 * in it is the day of the run. It shows the exchanges of findings in full; evidence.har holds all exchanges.
 */
export async function renderPdf(report: Report, evidence: readonly Exchange[]): Promise<Uint8Array> {
  return paperOf(reportDocument(report, evidence));
}
