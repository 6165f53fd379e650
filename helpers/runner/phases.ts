/**
 * When a check or an observation runs. Those of one phase overlap.
 * - `early`: checks with a valid key;
 * - `patient`: as `early`, with pauses: only the later phases wait for it;
 * - `gaps`: observations that the specification leaves open, after the checks, so that they affect none of their controls;
 * - `late`: invalid keys, since a target may lock out a client that sends several;
 * - `last`: checks of all responses of the run;
 * - `end`: after all other requests: waiting for webhooks, and a check that wants the target for itself.
 */
export type Phase = 'early' | 'patient' | 'gaps' | 'late' | 'last' | 'end';

/** Phases that have to be over before a phase begins. */
const after: Readonly<Record<Phase, readonly Phase[]>> = {
  early: [],
  patient: [],
  gaps: ['early'],
  late: ['early', 'patient', 'gaps'],
  last: ['early', 'patient', 'gaps', 'late'],
  end: ['early', 'patient', 'gaps', 'late', 'last'],
};

/**
 * Gives what does one piece of work in its phase: it begins once all work of the phases before has ended.
 * @param all the work that will come; none of it may reject
 */
export function phasesOf(all: readonly { readonly phase: Phase }[]) {
  const left = new Map<Phase, number>();
  for (const { phase } of all) left.set(phase, (left.get(phase) ?? 0) + 1);
  let waiting: { readonly phase: Phase; readonly go: () => void }[] = [];
  const isOpen = (phase: Phase) => after[phase].every((before) => (left.get(before) ?? 0) === 0);

  return async <T>(phase: Phase, work: () => Promise<T>): Promise<T> => {
    if (!isOpen(phase)) await new Promise<void>((go) => waiting.push({ phase, go }));
    const done = await work();
    left.set(phase, (left.get(phase) ?? 0) - 1);
    const ready = waiting.filter((one) => isOpen(one.phase));
    waiting = waiting.filter((one) => !ready.includes(one));
    for (const { go } of ready) go();
    return done;
  };
}
