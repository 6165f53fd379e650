import type { Exchange } from '../../schemas/exchange.js';
import type { Report } from '../../schemas/types.js';
import { reportDocument } from '../document/parts.js';
import { pageOf } from './page-shell.js';

/** report.html: the report for people. */
export function renderHtml(report: Report, evidence: readonly Exchange[]): string {
  return pageOf(reportDocument(report, evidence));
}
