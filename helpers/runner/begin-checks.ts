import type { Finding, HarnessFault } from '../../schemas/finding.js';
import type { RunContext } from '../client/context.js';
import { judge } from './judge.js';
import type { Definition, Phase } from './suite.js';

/** Phases that have to be over before a phase begins, each behind those it waits for. */
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
  const begun = new Map<Work, Promise<Done>>();
  const over = new Map<Phase, Promise<unknown>>();
  for (const [phase, before] of Object.entries(after) as [Phase, readonly Phase[]][]) {
    const ready = Promise.all(before.map((one) => over.get(one)));
    const own = works.filter((work) => work.phase === phase);
    for (const work of own) {
      const done = ready.then(() => begin(work));
      begun.set(work, done);
    }
    over.set(phase, Promise.all(own.map((work) => begun.get(work))));
  }
  return works.map((work) => begun.get(work) as Promise<Done>);
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
