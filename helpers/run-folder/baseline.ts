import { resolve } from 'node:path';
import type { Baseline } from '../../reports/model/compared.js';
import type { Report } from '../../schemas/types.js';
import type { Configuration } from '../settings/settings.js';
import { UsageError } from '../settings/usage-error.js';
import { type Memory, targetName } from './earlier-runs.js';
import { readReport } from './report-file.js';

/**
 * Chooses what a run is compared with: the report that `--baseline` names, nothing for `none`, and else the newest whole run before.
 * @throws UsageError for a report that is named and unusable, or that has nothing in common with this run
 */
export function chooseBaseline(
  { baseline: named, environment, baseUrl = '', embedded, only }: Configuration,
  memory: Memory | undefined,
  cwd: string,
): Baseline | undefined {
  if (named === undefined) return memory?.whole && { report: memory.whole.report, kind: 'previous' };
  if (named.toLowerCase() === 'none') return undefined;
  const report = readReport(resolve(cwd, named), 'The baseline');
  if (targetName(report.target) === targetName({ baseUrl, environment, embedded })) return { report, kind: 'named' };
  if (!report.requirements.some((row) => only.includes(row.id) && isComparable(row)))
    throw new UsageError(
      'The baseline decided and observed nothing of what this run asks for: name one with the same --only, or a whole one.',
    );
  return { report, kind: 'other target' };
}

/** Whether a row of a report can be laid beside one of another run. */
function isComparable({ verdict, observation }: Report['requirements'][number]): boolean {
  return observation !== undefined || verdict === 'pass' || verdict === 'fail';
}

/** What the baseline observed, by requirement: an observation that differs from it is retested. */
export function observationsOf(baseline: Baseline | undefined): Record<string, unknown> {
  const rows = baseline?.report.requirements.filter(({ observation }) => observation !== undefined) ?? [];
  return Object.fromEntries(rows.map(({ id, observation }) => [id, observation]));
}
