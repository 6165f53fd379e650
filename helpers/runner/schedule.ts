import { createHash } from 'node:crypto';

/**
 * When a check or an observation runs. Those of one phase overlap.
 * - `early`: checks with a valid key;
 * - `patient`: as `early`, with pauses: only the later phases wait for it;
 * - `gaps`: observations that the specification leaves open, after the checks, so that they affect none of their controls;
 * - `cases`: generated cases, which are many;
 * - `late`: invalid keys, since a target may lock out a client that sends several;
 * - `last`: checks of all responses of the run;
 * - `end`: after all other requests: waiting for webhooks, and a check that wants the target for itself.
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

interface Scheduled {
  readonly id: string;
  readonly name: string;
  readonly phase: Phase;
}

/** Which definition of a run may begin when. */
export interface Schedule {
  /** Settles when the turn of a definition has come. */
  begin(definition: Scheduled): Promise<void>;
  end(definition: Scheduled): void;
}

/**
 * @param definitions all that will begin, and end
 * @param order shuffles those that could begin at once, by this number; the order of definition without one
 */
export function createSchedule(definitions: readonly Scheduled[], order?: number): Schedule {
  const open = new Map<Phase, number>();
  const ended = new Set<Scheduled>();
  for (const { phase } of definitions) open.set(phase, (open.get(phase) ?? 0) + 1);
  const waiting: { readonly phase: Phase; readonly rank: string; readonly go: () => void }[] = [];
  let expected = order === undefined ? 0 : definitions.length;

  const isOpen = (phase: Phase) => after[phase].every((before) => (open.get(before) ?? 0) === 0);
  const goOn = () => {
    if (expected > 0) return;
    const ready = waiting.filter(({ phase }) => isOpen(phase)).sort((a, b) => (a.rank < b.rank ? -1 : 1));
    for (const one of ready) {
      waiting.splice(waiting.indexOf(one), 1);
      one.go();
    }
  };

  return {
    begin: ({ id, name, phase }) => {
      if (order === undefined && isOpen(phase)) return Promise.resolve();
      const rank = order === undefined ? '' : createHash('sha256').update(`${order}\n${id} ${name}`).digest('hex');
      return new Promise((go) => {
        waiting.push({ phase, rank, go });
        // To shuffle, all must be waiting before the first begins.
        if (order !== undefined) expected = Math.max(0, expected - 1);
        goOn();
      });
    },
    end: (definition) => {
      // A test that is repeated ends once.
      if (ended.has(definition)) return;
      ended.add(definition);
      const { phase } = definition;
      const left = (open.get(phase) ?? 0) - 1;
      open.set(phase, left);
      if (left === 0) goOn();
    },
  };
}
