import { resolve } from 'node:path';
import { compareReports } from '../../../reports/drift/comparison.js';
import { renderComparison } from '../../../reports/terminal/comparison.js';
import { columnsOf, terminalCapabilities } from '../../../reports/terminal/style.js';
import { comparisonView } from '../../../reports/view/comparison.js';
import { readReport } from '../../run-folder/report-file.js';
import type { Outcome, Place } from '../place.js';

/** `diff`: prints what differs between two reports. */
export function diff({ words: [old = '', later = ''] }: { words: readonly string[] }, { env, cwd }: Place): Outcome {
  const [before, after] = [readReport(resolve(cwd, old), 'OLD').report, readReport(resolve(cwd, later), 'NEW').report];
  const view = comparisonView(compareReports(before, after));
  const { colour } = terminalCapabilities(process.stdout, env);
  const lines = renderComparison(view, { colour, columns: columnsOf(process.stdout) });
  return { status: view.same ? 0 : 1, lines, data: view };
}
