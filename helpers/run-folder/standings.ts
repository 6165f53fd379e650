import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { assemble } from '../../reports/model/assemble.js';
import { decide, type Standing } from '../../reports/model/decide.js';
import { materialOf } from '../../reports/model/findings-of.js';
import type { Specification } from '../../schemas/specification.js';
import type { DecisionEntry, Report } from '../../schemas/types.js';
import { decisionsIn } from '../configuration/decisions.js';
import { readText } from '../configuration/files.js';
import { UsageError } from '../configuration/usage-error.js';
import { latestReport } from './report-file.js';

/** A decision, and what it comes to on a day. */
export interface Placed {
  readonly entry: DecisionEntry;
  /** What the entry means in a run that knew no decision; absent without a run. */
  readonly standing: Standing | undefined;
  readonly isExpired: boolean;
  /** Whether nothing that the run found needs it. */
  readonly isUnused: boolean;
}

/** The decisions of a file, each with what it comes to. @param day YYYY-MM-DD @throws UsageError as `decisionsIn` */
export function placedDecisions(
  path: string,
  report: Report | undefined,
  now: Date,
  specification: Specification,
): readonly Placed[] {
  const entries = decisionsIn(readText(path, '--decisions'), basename(path), now, specification);
  const day = now.toISOString().slice(0, 10);
  const known = report && assemble({ ...materialOf(report, specification), decisions: [] }).requirements;
  const standings = known && decide(known, entries, { day, specification }).standings;
  return entries.map((entry) => {
    const standing = standings?.find((one) => one.entry === entry);
    const isExpired = entry.expires !== undefined && entry.expires < day;
    return { entry, standing, isExpired, isUnused: !isExpired && standing?.state === 'unused' };
  });
}

/** How many decisions have expired or are unused, as the command `decisions` counts them; 0 where they cannot be read. */
export function decisionsOver(cwd: string, path: string, now: Date, specification: Specification): number {
  try {
    if (!existsSync(path)) return 0;
    return placedDecisions(path, latestReport(cwd), now, specification).filter((one) => one.isExpired || one.isUnused)
      .length;
  } catch (error) {
    if (error instanceof UsageError) return 0;
    throw error;
  }
}
