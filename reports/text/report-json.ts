import { escapedJson } from '../../schemas/escaped-json.js';
import type { Report } from '../../schemas/types.js';

/** report.json: the source of every other format, members in the order in which they were assembled, nothing unseen in it. */
export function renderJson(report: Report): string {
  return `${escapedJson(report, 2)}\n`;
}
