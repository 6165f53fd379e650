/**
 * When a check takes its turn. Checks of one phase overlap; a phase begins when the one before it has ended. Bad keys
 * come late, since a target may lock out whoever sends several; what looks back on the whole run comes last. At its end
 * is what waits for the target to say something of its own accord: nothing else is asked by then.
 */
export type Phase = 'early' | 'late' | 'last' | 'end';

const order: readonly Phase[] = ['early', 'late', 'last', 'end'];

interface Turn {
  /** Settles when the turn has come. */
  come(): Promise<void>;
  end(): void;
}

function createPhases() {
  const open = new Map<Phase, number>(order.map((phase) => [phase, 0]));
  const waiting = new Map<Phase, (() => void)[]>(order.map((phase) => [phase, []]));

  const isOpen = (phase: Phase) =>
    order.slice(0, order.indexOf(phase)).every((before) => (open.get(before) ?? 0) === 0);

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
