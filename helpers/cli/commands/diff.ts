import { resolve } from 'node:path';
import { compareReports, isSame } from '../../../reports/drift/comparison.js';
import { terminalCapabilities } from '../../../reports/terminal/capabilities.js';
import { renderComparison } from '../../../reports/terminal/comparison.js';
import { readReport } from '../../run-folder/report-file.js';
import { defineCommand, type Surroundings } from '../define-command.js';

/** What a log is given, which has no width. */
const logColumns = 120;

/** `diff`: prints what differs between two reports. */
export const command = defineCommand({
  positionals: ['OLD', 'NEW'],
  exits: [
    ['0', 'the same'],
    ['1', 'they differ'],
    ['2', 'unusable'],
  ],
  run: ({ words: [old, later] }, surroundings) => diff(old, later, surroundings),
});

/** Gives 0 where nothing differs that says something about the target, else 1. @throws UsageError for unusable reports */
function diff(old: string, later: string, { env, cwd }: Surroundings): number {
  const before = readReport(resolve(cwd, old), 'OLD');
  const comparison = compareReports(before, readReport(resolve(cwd, later), 'NEW'));
  const { stdout } = process;
  const isTerminal = stdout.isTTY === true;
  const { colour, unicode } = terminalCapabilities(stdout, env);
  const columns = isTerminal ? Math.max(40, stdout.columns || 80) : logColumns;
  stdout.write(renderComparison(comparison, { colour, unicode, glyphs: isTerminal, columns }));
  return isSame(comparison) ? 0 : 1;
}
