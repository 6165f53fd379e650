import type { Report } from '../schemas/types.js';

/** report.json: the source of every other format, members in the order in which they were assembled. */
export function renderJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
