import type { Finding, HarnessFault } from '../../schemas/finding.js';
import type { RunContext } from '../client/context.js';
import { judge } from './judge.js';
import type { Definition, Phase } from './suite.js';

/** Phases that have to be over before a phase begins. */
const after: Readonly<Record<Phase, readonly Phase[]>> = {
  early: [],
  patient: [],
  gaps: ['early'],
  late: ['early', 'patient', 'gaps'],
  last: ['early', 'patient', 'gaps', 'late'],
  end: ['early', 'patient', 'gaps', 'late', 'last'],
};

/** Begins each work as soon as all work of the phases before its own has ended. None of it may reject. */
export function inPhases<Work extends { readonly phase: Phase }, Done>(
  works: readonly Work[],
  begin: (work: Work) => Promise<Done>,
): Promise<Done>[] {
  const over = new Map<Phase, Promise<unknown>>();
  const whenOver = (phase: Phase) => {
    const ended = over.get(phase) ?? Promise.all(begun.filter((_, at) => works[at]?.phase === phase));
    over.set(phase, ended);
    return ended;
  };
  const begun: Promise<Done>[] = works.map(async (work) => {
    // From the next turn on all of them stand in the list.
    await undefined;
    await Promise.all(after[work.phase].map(whenOver));
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
