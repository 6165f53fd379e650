import { escapedJson } from '../../schemas/escaped-json.js';
import type { Report } from '../../schemas/types.js';

/** report.json: members in the order of assembly, nothing unseen. */
export const renderJson = (report: Report) => `${escapedJson(report, 2)}\n`;
