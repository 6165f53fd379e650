import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import { partsOf } from '../document/parts.js';
import { runningHeads } from '../document/running-heads.js';
import { documentInputOf } from '../model/document-input.js';
import { dayInFull } from '../text/dates.js';
import { headline } from '../wording/scope.js';
import { environmentOf } from '../wording/summary-text.js';
import { pageOf } from './sheet.js';
import { styleOf } from './style/style.js';

/** report.html: one file that needs nothing else and runs nothing. */
export function renderHtml(report: Report, evidence: readonly Exchange[]): string {
  const source = documentInputOf(report, evidence);
  return pageOf({
    title: `${headline(report).text}: ${environmentOf(report)}, ${dayInFull(report.run.startedAt)}`,
    style: styleOf(source.areas, runningHeads(source)),
    parts: partsOf(source),
  });
}
