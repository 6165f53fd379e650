import type { Finding, HarnessFault } from '../../schemas/finding.js';
import type { RunContext } from '../client/context.js';
import { judge } from './judge.js';
import { phasesOf } from './phases.js';
import type { Definition } from './suite.js';

/**
 * Begins all checks and observations of a run at once, as far as their phases and the rate limiter let them.
 * @returns a promise of each finding, or fault of the suite, in the order of the definitions; none rejects
 */
export function beginChecks(
  run: RunContext,
  definitions: readonly Definition[],
): readonly Promise<Finding | HarnessFault>[] {
  const inPhase = phasesOf(definitions);
  const judged = definitions.map((definition) => inPhase(definition.phase, () => judge(definition, run)));
  const endings = judged.map(async (one) => {
    const { finding, explained } = await one;
    return explained && (await fails(explained.owner)) ? explained.finding : finding;
  });
  // Owners form an order without circles (house.test.ts), so that each waits for others alone.
  const fails = async (owner: string): Promise<boolean> => {
    const ofOwner = endings.filter((_, at) => definitions[at]?.id === owner);
    return (await Promise.all(ofOwner)).some((one) => one.kind === 'check' && one.verdict === 'fail');
  };
  return endings;
}
