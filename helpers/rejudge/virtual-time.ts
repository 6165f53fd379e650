import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RunClock } from '../client/clock.js';

/** The clock of a recorded run: nothing is waited for, and everything happens in the recorded order. */
export interface VirtualTime extends RunClock {
  /** Settles when the clock shows `at`. */
  until(at: number): Promise<void>;
}

/** Turns of the event loop in which checks go on with what they have, before the clock moves. */
const turns = 3;

/**
 * A clock that moves when nothing else does: to the earliest moment that somebody waits for. So responses arrive in the
 * order in which they were recorded, and a pause lasts until what was recorded during it has arrived.
 */
export function createVirtualTime(): VirtualTime {
  const waiting: { readonly at: number; readonly go: () => void }[] = [];
  let now = 0;
  let isMoving = false;
  const move = async () => {
    isMoving = true;
    for (;;) {
      for (let turn = 0; turn < turns; turn += 1) await nextTurn();
      const at = Math.min(...waiting.map((one) => one.at));
      const next = waiting.findIndex((one) => one.at === at);
      if (next < 0) break;
      now = Math.max(now, at);
      waiting.splice(next, 1)[0]?.go();
    }
    isMoving = false;
  };
  const until = (at: number) =>
    new Promise<void>((go) => {
      // Of a time that is none nobody would ever hear.
      waiting.push({ at: Number.isFinite(at) ? at : now, go });
      if (!isMoving) void move();
    });
  return { now: () => now, sleep: (ms) => until(now + ms), until };
}
