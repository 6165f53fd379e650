import { resolve } from 'node:path';
import { compareReports, isSame } from '../../reports/drift/comparison.js';
import { renderComparison } from '../../reports/drift/terminal.js';
import { terminalCapabilities } from '../../reports/terminal/capabilities.js';
import { quote } from '../configuration/quote.js';
import { UsageError } from '../configuration/usage-error.js';
import { readReport } from '../run-folder/report-file.js';

/** What a log is given, which has no width. */
const logColumns = 120;

/**
 * `diff OLD NEW`: prints what differs between two reports, each a report.json or the folder of a run. Gives 0 where
 * nothing does that says something about the target, else 1.
 * @throws UsageError for anything but two usable reports
 */
export function diff(argv: readonly string[], { env, cwd }: { env: NodeJS.ProcessEnv; cwd: string }): number {
  const option = argv.find((argument) => argument.startsWith('-'));
  if (option !== undefined)
    throw new UsageError(`diff has no option ${quote(option)}; see fsapi-conformance diff --help.`);
  const [old, later, ...more] = argv;
  if (old === undefined || later === undefined || more.length > 0)
    throw new UsageError(
      `diff compares two reports, OLD and NEW; ${argv.length} ${argv.length === 1 ? 'was' : 'were'} named.`,
    );
  const before = readReport(resolve(cwd, old), 'OLD');
  const comparison = compareReports(before, readReport(resolve(cwd, later), 'NEW'));
  const { stdout } = process;
  const isTerminal = stdout.isTTY === true;
  const { colour, unicode } = terminalCapabilities(stdout, env);
  const columns = isTerminal ? Math.max(40, stdout.columns || 80) : logColumns;
  stdout.write(renderComparison(comparison, { colour, unicode, glyphs: isTerminal, columns }));
  return isSame(comparison) ? 0 : 1;
}
