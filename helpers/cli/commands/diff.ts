import { resolve } from 'node:path';
import { type Comparison, compareReports, isSame } from '../../../reports/drift/comparison.js';
import { comparisonData } from '../../../reports/drift/items.js';
import { terminalCapabilities } from '../../../reports/terminal/capabilities.js';
import { renderComparison } from '../../../reports/terminal/comparison.js';
import type { Report } from '../../../schemas/types.js';
import { readReport } from '../../run-folder/report-file.js';
import { defineCommand } from '../define-command.js';

/** What a log is given, which has no width. */
const logColumns = 120;

/** `diff`: prints what differs between two reports. */
export const command = defineCommand({
  positionals: ['OLD', 'NEW'],
  exits: { 0: 'the same', 1: 'they differ', 2: 'unusable' },
  run: ({ words: [old, later] }, { env, cwd, tested }) => {
    const comparison = compareReports(
      readReport(resolve(cwd, old), 'OLD'),
      readReport(resolve(cwd, later), 'NEW'),
      tested,
    );
    return {
      status: isSame(comparison) ? 0 : 1,
      lines: [onTerminal(comparison, env).replace(/\n$/, '')],
      data: comparisonData(comparison),
    };
  },
});

function onTerminal(comparison: Comparison<Report>, env: NodeJS.ProcessEnv): string {
  const { stdout } = process;
  const isTerminal = stdout.isTTY === true;
  const { colour, unicode } = terminalCapabilities(stdout, env);
  const columns = isTerminal ? Math.max(40, stdout.columns || 80) : logColumns;
  return renderComparison(comparison, { colour, unicode, glyphs: isTerminal, columns });
}
