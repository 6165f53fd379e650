import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import { partsOf } from '../document/parts.js';
import { documentInputOf } from '../model/document-input.js';
import { shortDigest } from '../model/record.js';
import { headline } from '../wording/scope.js';
import { environmentOf } from '../wording/summary-text.js';
import { brief } from './glyphs.js';
import { paperOf } from './paper.js';

/**
 * report.pdf: the archived document, on A4. The same report and evidence give the same bytes on every machine; the day
 * in it is the day of the run. It shows the exchanges of findings in full; evidence.har holds all exchanges.
 */
export async function renderPdf(report: Report, evidence: readonly Exchange[]): Promise<Uint8Array> {
  const source = documentInputOf(report, evidence);
  const { run } = report;
  const subject = brief(run.specification.title, 100, 1);
  return paperOf({
    title: `${headline(report).text}: ${subject}, ${environmentOf(report)}, ${run.startedAt.slice(0, 10)}`,
    ...(run.operator !== undefined && { author: run.operator }),
    keyword: run.id,
    suiteVersion: run.suiteVersion,
    made: run.finishedAt,
    heads: {
      name: `Conformance report, ${subject}, ${environmentOf(report)}`,
      classification: run.classification ?? '',
      foot: `Run ${run.id}, report.json ${shortDigest(source.digest)}`,
    },
    parts: partsOf(source),
  });
}
