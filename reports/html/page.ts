import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import { partsOf } from '../document/parts.js';
import { runningHeads } from '../document/running-heads.js';
import { documentInputOf } from '../model/document-input.js';
import { dayInFull } from '../text/dates.js';
import { headline } from '../wording/scope.js';
import { environmentOf } from '../wording/summary-text.js';
import { pageOf } from './page-shell.js';

/** report.html: the report for people. */
export function renderHtml(report: Report, evidence: readonly Exchange[]): string {
  const source = documentInputOf(report, evidence);
  const { run } = report;
  const where = environmentOf(report);
  return pageOf({
    title: `${headline(report).text}: ${where}, ${dayInFull(run.startedAt)}`,
    parts: partsOf(source),
    areas: source.areas,
    heads: runningHeads(source),
  });
}
