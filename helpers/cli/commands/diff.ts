import { resolve } from 'node:path';
import { compareReports, type Earlier, isSame } from '../../../reports/drift/comparison.js';
import { terminalCapabilities } from '../../../reports/terminal/capabilities.js';
import { renderComparison } from '../../../reports/terminal/comparison.js';
import { readReport } from '../../run-folder/report-file.js';
import { defineCommand, type Surroundings } from '../define-command.js';
import { printJson } from '../print-json.js';

/** What a log is given, which has no width. */
const logColumns = 120;

/** `diff`: prints what differs between two reports. */
export const command = defineCommand({
  positionals: ['OLD', 'NEW'],
  options: { json: { help: 'as JSON' } },
  exits: [
    ['0', 'the same'],
    ['1', 'they differ'],
    ['2', 'unusable'],
  ],
  run: ({ words: [old, later], values: { json } }, surroundings) => diff(old, later, json, surroundings),
});

/** Gives 0 where nothing differs that says something about the target, else 1. @throws UsageError for unusable reports */
function diff(old: string, later: string, asJson: boolean, { env, cwd }: Surroundings): number {
  const before = readReport(resolve(cwd, old), 'OLD');
  const comparison = compareReports(before, readReport(resolve(cwd, later), 'NEW'));
  if (asJson) {
    const about = ({ run, target }: Earlier) => ({ run: run.id, startedAt: run.startedAt, target: target.baseUrl });
    const { before: _, now, ...differing } = comparison;
    printJson({ same: isSame(comparison), before: about(before), now: about(now), ...differing });
    return isSame(comparison) ? 0 : 1;
  }
  const { stdout } = process;
  const isTerminal = stdout.isTTY === true;
  const { colour, unicode } = terminalCapabilities(stdout, env);
  const columns = isTerminal ? Math.max(40, stdout.columns || 80) : logColumns;
  stdout.write(renderComparison(comparison, { colour, unicode, glyphs: isTerminal, columns }));
  return isSame(comparison) ? 0 : 1;
}
