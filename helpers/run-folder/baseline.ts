import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Report } from '../../schemas/types.js';
import { UsageError } from '../configuration/usage-error.js';
import { readHistory } from './history.js';
import { readReport } from './report-file.js';

/** The report that a run is compared with, and what has to be said about its choice, one sentence each. */
export interface Baseline {
  readonly report?: Report;
  readonly notices: readonly string[];
}

/**
 * Chooses what a run is compared with: the report that is named, none, or the last complete run against the same
 * target, never one that a filter or a shard made partial. One that is gone or was written over by another run is passed over; a damaged one too, with a notice.
 * @param named a path from `cwd`, or none
 * @param target as the history names it
 * @throws UsageError for a report that is named and of no use
 */
export function chooseBaseline(named: string | undefined, cwd: string, target: string): Baseline {
  if (named?.toLowerCase() === 'none') return { notices: [] };
  if (named !== undefined) return { report: readReport(resolve(cwd, named), 'The baseline'), notices: [] };
  const nights = readHistory(cwd, target).reverse();
  const notices: string[] = [];
  for (const { id, folder } of nights.filter((night) => !night.partial)) {
    const file = resolve(cwd, folder, 'report.json');
    if (!existsSync(file)) continue;
    try {
      const report = readReport(file, `The report of the run ${id}`);
      if (report.run.id === id && report.run.complete) return { report, notices };
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      notices.push(`${error.message.replace(/\.$/, '')}, so an earlier run was looked for to compare with.`);
    }
  }
  return { notices };
}

/** What was observed in a baseline, by requirement. */
export function observationsOf(report: Report): Record<string, unknown> {
  return Object.fromEntries(
    report.requirements.flatMap(({ id, observation }) => (observation === undefined ? [] : [[id, observation]])),
  );
}
