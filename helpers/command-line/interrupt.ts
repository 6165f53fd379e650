import { exitStatus } from './exit-status.js';

/** Why a run ends before its suites do. */
export interface Interrupt {
  readonly sentence: string;
  /** The exit status it forces; a deadline forces none. */
  readonly status?: number;
}

/** What the suites get to stop by themselves after the deadline; the reports take some of the two seconds that are promised. */
const graceMs = 500;

/** What is heard while a run goes on. */
export interface Listening {
  /** The first signal, or the deadline. */
  readonly happened: Promise<Interrupt>;
  /** The first signal so far. A deadline is none: once all is asked it has nothing left to end. */
  signal(): Interrupt | undefined;
  stop(): void;
}

/**
 * Hears SIGINT, SIGTERM and the deadline. The first ends the run with a report of what was learned; a second signal
 * ends the process at once.
 */
export function onInterrupt(deadlineSeconds: number): Listening {
  let hear: (interrupt: Interrupt) => void = () => {};
  let first: Interrupt | undefined;
  const happened = new Promise<Interrupt>((resolve) => {
    hear = resolve;
  });
  let signals = 0;
  const onSignal = (signal: 'SIGINT' | 'SIGTERM') => {
    signals += 1;
    if (signals > 1) process.exit(exitStatus[signal]);
    first = { sentence: `The run was interrupted (${signal}).`, status: exitStatus[signal] };
    hear(first);
  };
  const deadline = setTimeout(
    () => hear({ sentence: `The run's deadline of ${deadlineSeconds} s passed (--deadline).` }),
    deadlineSeconds * 1000 + graceMs,
  );
  deadline.unref();
  const [onInt, onTerm] = [() => onSignal('SIGINT'), () => onSignal('SIGTERM')];
  process.on('SIGINT', onInt).on('SIGTERM', onTerm);
  return {
    happened,
    signal: () => first,
    stop: () => {
      clearTimeout(deadline);
      process.off('SIGINT', onInt).off('SIGTERM', onTerm);
    },
  };
}
