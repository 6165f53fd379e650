/**
 * When a check or an observation takes its turn. Those of one phase overlap.
 * - `early`: checks with a valid key;
 * - `patient`: the same, with deliberate pauses: only later phases wait for them;
 * - `gaps`: observations of undefined behaviour, after the checks, so that they affect none of the controls;
 * - `cases`: generated cases, which are many;
 * - `late`: checks with an invalid key, since a target may lock out a client that sends several;
 * - `last`: checks that look back on the whole run;
 * - `end`: waiting for webhooks, after all requests.
 */
export type Phase = 'early' | 'patient' | 'gaps' | 'cases' | 'late' | 'last' | 'end';

/** Phases that have to be over before a phase begins. */
const after: Readonly<Record<Phase, readonly Phase[]>> = {
  early: [],
  patient: [],
  gaps: ['early'],
  cases: ['early', 'patient', 'gaps'],
  late: ['early', 'patient', 'gaps', 'cases'],
  last: ['early', 'patient', 'gaps', 'cases', 'late'],
  end: ['early', 'patient', 'gaps', 'cases', 'late', 'last'],
};
const order = Object.keys(after) as Phase[];

interface Turn {
  /** Settles when the turn has come. */
  come(): Promise<void>;
  end(): void;
}

function createPhases() {
  const open = new Map<Phase, number>(order.map((phase) => [phase, 0]));
  const waiting = new Map<Phase, (() => void)[]>(order.map((phase) => [phase, []]));

  const isOpen = (phase: Phase) => after[phase].every((before) => (open.get(before) ?? 0) === 0);

  return {
    /** Takes part in a phase. All that take part must have joined before the first turn comes: while tests are collected. */
    join(phase: Phase): Turn {
      open.set(phase, (open.get(phase) ?? 0) + 1);
      return {
        come: () =>
          isOpen(phase) ? Promise.resolve() : new Promise((resolve) => void waiting.get(phase)?.push(resolve)),
        end: () => {
          open.set(phase, (open.get(phase) ?? 0) - 1);
          for (const next of order) {
            if (isOpen(next)) for (const resolve of waiting.get(next)?.splice(0) ?? []) resolve();
          }
        },
      };
    },
  };
}

export const phases = createPhases();
