import { fsapi, type RequirementId } from '../fsapi/fsapi.js';
import type { ConformanceOptions as OptionsOf } from './options.js';
import { type Conformance, runConformance as runOf } from './run.js';

// The package's door: what is needed beside the one function stands here too.
export type { DecisionEntry, Report, ReportedCheck, ReportedRequirement } from '../../schemas/types.js';
export type { Configuration } from '../configuration/settings.js';
export { UsageError } from '../configuration/usage-error.js';
export type { Listener } from './listener.js';
export { type Conformance, InternalError, WithheldError } from './run.js';

/** What a run is asked to do. */
export type ConformanceOptions = OptionsOf<RequirementId>;

/**
 * Runs the suites of this package against a base address, a request listener, or, with `embedded: true`, the embedded
 * reference server, in the process of the caller, of which it touches nothing. Nothing is printed and nothing is written
 * unless asked for.
 * @throws UsageError where an option is missing, unknown or contradictory; nothing was sent then
 * @throws InternalError for a fault of this suite, and WithheldError where a secret was about to be written
 */
export function runConformance(options: ConformanceOptions): Promise<Conformance> {
  return runOf({ ...options, specification: fsapi });
}
