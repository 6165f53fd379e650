import { resolve } from 'node:path';
import { renderDifference } from '../../../reports/terminal/difference.js';
import { columnsOf, terminalCapabilities } from '../../../reports/terminal/style.js';
import { differenceView } from '../../../reports/view/difference.js';
import { readReport } from '../../run-folder/earlier-runs.js';
import type { Outcome, Place } from '../place.js';

/** `diff`: prints what is new in NEW since OLD. Status 1 where anything is. */
export function diff(
  { words: [old = '', later = ''] }: { words: readonly string[] },
  { env, cwd, tested }: Place,
): Outcome {
  const [before, after] = [readReport(resolve(cwd, old), 'OLD').report, readReport(resolve(cwd, later), 'NEW').report];
  const view = differenceView(before, after, tested);
  const { colour } = terminalCapabilities(process.stdout, env);
  const lines = renderDifference(view, { colour, columns: columnsOf(process.stdout) });
  return { status: view.same ? 0 : 1, lines, data: view };
}
