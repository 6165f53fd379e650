/** When a run began, by both clocks of the machine. */
export interface Beginning {
  /** Milliseconds since the epoch, by the clock that can be put. */
  readonly startedAt: number;
  /** By the clock that nobody can put (`monotonic`). */
  readonly beganAt: number;
}

/** Time as a run lives it: that of the machine, or that of a recorded run, in which no pause is waited for. */
export interface RunClock {
  /** Milliseconds, from any beginning. */
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

/** Milliseconds of a clock that only goes forward, the same in all processes of this machine. */
export function monotonic(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Milliseconds since a run began. */
export function elapsed({ beganAt }: Pick<Beginning, 'beganAt'>): number {
  return monotonic() - beganAt;
}

/** The moment now, milliseconds since the epoch, as counted from the start of the run: moments of a run stand in order. */
export function moment(run: Beginning): number {
  return Math.round(run.startedAt + elapsed(run));
}

/** Milliseconds until the deadline of a run; less than none after it. */
export function untilDeadline(
  run: Pick<Beginning, 'beganAt'> & { readonly configuration: { readonly deadlineSeconds: number } },
): number {
  return run.configuration.deadlineSeconds * 1000 - elapsed(run);
}

/** Milliseconds that clocks of machines drift, in a short run, and as a share of a long one. */
const [usualMs, usualShare] = [2000, 0.001];

/** That the clock of the machine was put while a run went on, as a sentence; undefined where it was not. */
export function clockNotice(run: Beginning, now = Date.now()): string | undefined {
  const ahead = now - moment(run);
  if (Math.abs(ahead) <= usualMs + elapsed(run) * usualShare) return undefined;
  const seconds = Math.round(Math.abs(ahead) / 1000);
  return `The clock of this machine went ${seconds} s ${ahead > 0 ? 'forward' : 'back'} during the run (it was set, or the machine slept). The times of this report are counted from the start.`;
}
