import { escapedJson } from '../../schemas/escaped-json.js';
import type { Report } from '../../schemas/types.js';

/** report.json: members in the order of assembly, nothing unseen. */
export function renderJson(report: Report): string {
  return `${escapedJson(report, 2)}\n`;
}
