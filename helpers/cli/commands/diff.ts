import { resolve } from 'node:path';
import { compareReports } from '../../../reports/drift/comparison.js';
import { terminalCapabilities } from '../../../reports/terminal/capabilities.js';
import { renderComparison } from '../../../reports/terminal/comparison.js';
import { type ComparisonView, comparisonView } from '../../../reports/view/comparison.js';
import { readReport } from '../../run-folder/report-file.js';
import type { Outcome, Place } from '../place.js';

/** What a log is given, which has no width. */
const logColumns = 120;

/** `diff`: prints what differs between two reports. */
export function diff({ words: [old = '', later = ''] }: { words: readonly string[] }, { env, cwd }: Place): Outcome {
  const [before, after] = [readReport(resolve(cwd, old), 'OLD'), readReport(resolve(cwd, later), 'NEW')];
  const view = comparisonView(compareReports(before, after));
  return { status: view.same ? 0 : 1, lines: [onTerminal(view, env).replace(/\n$/, '')], data: view };
}

function onTerminal(view: ComparisonView, env: NodeJS.ProcessEnv): string {
  const { stdout } = process;
  const isTerminal = stdout.isTTY === true;
  const { colour } = terminalCapabilities(stdout, env);
  const columns = isTerminal ? Math.max(40, stdout.columns || 80) : logColumns;
  return renderComparison(view, { colour, columns });
}
