import { resolve } from 'node:path';
import { differenceOf } from '../../../reports/terminal/difference.js';
import { columnsOf, terminalCapabilities } from '../../../reports/terminal/style.js';
import { readReport } from '../../run-folder/earlier-runs.js';
import type { Outcome, Place } from '../place.js';

/** `diff`: prints what changed from OLD to NEW. */
export function diff(
  { words: [old = '', later = ''] }: { words: readonly string[] },
  { env, cwd, tested }: Place,
): Outcome {
  const reports = [readReport(resolve(cwd, old), 'OLD').report, readReport(resolve(cwd, later), 'NEW').report] as const;
  const { colour } = terminalCapabilities(process.stdout, env);
  const { data, lines } = differenceOf(reports, tested, { colour, columns: columnsOf(process.stdout) });
  return { status: data.same ? 0 : 1, lines, data };
}
