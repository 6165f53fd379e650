import type { Finding, HarnessFault } from '../../schemas/finding.js';
import type { RunContext } from '../client/context.js';
import { judge } from './judge.js';
import type { Definition } from './suite.js';

/**
 * When a check or an observation runs. Those of one phase overlap.
 * - `early`: checks with a valid key;
 * - `patient`: as `early`, with pauses: only the later phases wait for it;
 * - `gaps`: observations that the specification leaves open, after the checks, so that they affect none of their controls;
 * - `late`: invalid keys, since a target may lock out a client that sends several;
 * - `last`: checks of all responses of the run;
 * - `end`: after all other requests: waiting for webhooks, and a check that wants the target for itself.
 */
export type Phase = keyof typeof after;

/** Phases that have to be over before a phase begins. */
const after = {
  early: [],
  patient: [],
  gaps: ['early'],
  late: ['early', 'patient', 'gaps'],
  last: ['early', 'patient', 'gaps', 'late'],
  end: ['early', 'patient', 'gaps', 'late', 'last'],
} as const satisfies Record<string, readonly string[]>;

/** Begins each work as soon as all work of the phases before its own has ended. None of it may reject. */
export function inPhases<Work extends { readonly phase: Phase }, Done>(
  works: readonly Work[],
  begin: (work: Work) => Promise<Done>,
): Promise<Done>[] {
  const begun: Promise<Done>[] = works.map(async (work) => {
    // From the next turn on all of them stand in the list.
    await undefined;
    const before: readonly Phase[] = after[work.phase];
    await Promise.all(works.map(({ phase }, at) => before.includes(phase) && begun[at]));
    return begin(work);
  });
  return begun;
}

/**
 * Begins all checks and observations of a run at once, as far as their phases and the rate limiter let them.
 * @returns a promise of each finding, or fault of the suite, in the order of the definitions; none rejects
 */
export function beginChecks(
  run: RunContext,
  definitions: readonly Definition[],
): readonly Promise<Finding | HarnessFault>[] {
  const judged = inPhases(definitions, (definition) => judge(definition, run));
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
