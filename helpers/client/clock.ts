/** When a run began, by both clocks of the machine. */
export interface Beginning {
  /** Milliseconds since the epoch, by the clock that can be put. */
  readonly startedAt: number;
  /** By the clock that nobody can put (`monotonic`). */
  readonly beganAt: number;
}

/** The beginning of a run that begins now. */
export const beginning = (): Beginning => ({ startedAt: Date.now(), beganAt: monotonic() });

/** Milliseconds of a clock that only goes forward, the same in all processes of this machine. */
const monotonic = (): number => Number(process.hrtime.bigint()) / 1e6;

/** The moment now, milliseconds since the epoch, as counted from the start of the run: moments of a run stand in order. */
export const moment = ({ startedAt, beganAt }: Beginning): number => Math.round(startedAt + monotonic() - beganAt);

/** Milliseconds until the deadline of a run; less than none after it. */
export function untilDeadline(
  run: Pick<Beginning, 'beganAt'> & { readonly configuration: { readonly deadlineSeconds: number } },
): number {
  return run.configuration.deadlineSeconds * 1000 - (monotonic() - run.beganAt);
}
