import { exitStatus } from './exit-status.js';

/** Why a run ends before its suites do. */
export interface Interrupt {
  readonly sentence: string;
  /** The exit status it forces; a deadline forces none. */
  readonly status?: number;
}

type Signal = 'SIGINT' | 'SIGTERM';

/** What the suites get to stop by themselves after the deadline; the reports take some of the two seconds that are promised. */
const graceMs = 500;

/** What is heard while a run goes on. */
export interface Listening {
  /** The first signal, or the deadline. */
  readonly happened: Promise<Interrupt>;
  /** The first signal. A deadline is none: once all is asked it has nothing left to end. */
  readonly signalled: Promise<Interrupt>;
  /** The first signal so far. */
  signal(): Interrupt | undefined;
  stop(): void;
}

let endEarly: () => Signal | undefined = () => undefined;

/** Hears signals before there is a run to hear them: the first is kept for it, a second ends the process at once. */
export function hearEarly(): void {
  let first: Signal | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (first) process.exit(exitStatus[signal as Signal]);
    first = signal as Signal;
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  endEarly = () => {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    return first;
  };
}

/** Whoever hears signals from here on takes over the one that came before, if any did. */
export function takeEarly(): Signal | undefined {
  const first = endEarly();
  endEarly = () => undefined;
  return first;
}

/**
 * Hears SIGINT, SIGTERM and the deadline. The first ends the run with a report of what was learned; a second signal
 * ends the process at once.
 */
export function onInterrupt(deadlineSeconds: number): Listening {
  const happened = promised<Interrupt>();
  const signalled = promised<Interrupt>();
  let first: Interrupt | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    const status = exitStatus[signal as Signal];
    if (first) process.exit(status);
    first = { sentence: `The run was interrupted (${signal}).`, status };
    happened.resolve(first);
    signalled.resolve(first);
  };
  const deadline = setTimeout(
    () => happened.resolve({ sentence: `The run's deadline of ${deadlineSeconds} s passed (--deadline).` }),
    deadlineSeconds * 1000 + graceMs,
  );
  deadline.unref();
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  const early = takeEarly();
  if (early) onSignal(early);
  return {
    happened: happened.promise,
    signalled: signalled.promise,
    signal: () => first,
    stop: () => {
      clearTimeout(deadline);
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    },
  };
}

function promised<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** What takes longer to make than whoever sent a signal waits. */
const slow = 'pdf';

/** The formats that are made of a run, however it ended. */
export function inTime<F extends string>(formats: readonly F[], ended: Interrupt | undefined): F[] {
  return formats.filter((format) => ended?.status === undefined || format !== slow);
}

/** What has to be said of a format that was not made, as a sentence. */
export function leftOut(formats: readonly string[], ended: Interrupt | undefined): string | undefined {
  if (inTime(formats, ended).length === formats.length) return undefined;
  return 'report.pdf was left out, since the run was interrupted; render --format pdf makes it from what is there.';
}
