import type { CaseCounts } from '../../schemas/finding.js';
import { hasChecks } from '../configuration/case-share.js';
import type { Configuration } from '../configuration/settings.js';
import { type Definition, type Suite, titleOf } from './suite.js';

/**
 * The definitions of a run that is configured so, in the order of the suites.
 * @param resumed checks of generated cases that an earlier run has begun; those that it ended are left out
 */
export function selected(
  suites: readonly Suite[],
  configuration: Configuration,
  resumed: Readonly<Record<string, CaseCounts>> = {},
): Definition[] {
  const isDone = (definition: Definition) => {
    const before = resumed[titleOf(definition)];
    return before !== undefined && before.left === undefined;
  };
  const { only } = configuration;
  return suites
    .flatMap(({ definitions }) => definitions)
    .filter(({ id }) => only.length === 0 || only.includes(id))
    .filter(({ phase }) => phase === 'cases' || hasChecks(configuration))
    .filter(({ when }) => when === undefined || when(configuration))
    .filter((definition) => !isDone(definition));
}
