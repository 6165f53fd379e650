import { context } from './context.js';

/** Time as a run lives it: that of the machine, or that of a recorded run, in which no pause is waited for. */
export interface RunClock {
  /** Milliseconds, from any beginning. */
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

/** Milliseconds by the clock of the run, to be compared with each other. */
export function now(): number {
  return context().clock.now();
}

/** Waits within a check, by the clock of the run. */
export async function sleep(ms: number): Promise<void> {
  await context().clock.sleep(ms);
}
