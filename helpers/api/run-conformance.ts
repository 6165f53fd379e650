import type { Report } from '../../schemas/types.js';
import { runAsGuest } from './guest-run.js';
import type { ConformanceOptions } from './options.js';

// The package's door: what is needed beside the one function stands here too.
export type { DecisionEntry, Report, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
export type { Configuration } from '../configuration/settings.js';
export { UsageError } from '../configuration/usage-error.js';
export { InternalError, WithheldError } from './errors.js';
export type { Listener } from './listener.js';
export type { ConformanceOptions } from './options.js';

/** What a run came to. */
export interface Conformance {
  readonly report: Report;
  /** What the command line would have ended with: 0, 1 or 3, and 130 or 143 for one that was interrupted. */
  readonly exitStatus: number;
  /** Absolute path of the run's folder, where `out` asked for one. */
  readonly folder?: string;
}

/**
 * Runs the suites against a base address, a request listener, or, with `embedded: true`, the embedded reference server. Nothing is printed and nothing is written unless asked for. Runs may follow each other and overlap; each
 * keeps its own pace, so those that overlap against one target have to share what it bears.
 * @throws UsageError where an option is missing, unknown or contradictory; nothing was sent then
 * @throws InternalError for a fault of this suite, and WithheldError where a secret was about to be written
 */
export async function runConformance(options: ConformanceOptions): Promise<Conformance> {
  const { report, status, folder } = await runAsGuest(options);
  return { report, exitStatus: status, ...(folder !== undefined && { folder }) };
}
