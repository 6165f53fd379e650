import type { Configuration } from '../configuration/settings.js';
import type { Definition, Suite } from './suite.js';

/** The definitions of a run that is configured so, in the order of the suites. */
export function selected(suites: readonly Suite[], configuration: Configuration): Definition[] {
  const { only } = configuration;
  return suites
    .flatMap(({ definitions }) => definitions)
    .filter(({ id }) => only.length === 0 || only.includes(id))
    .filter(({ when }) => when === undefined || when(configuration));
}
