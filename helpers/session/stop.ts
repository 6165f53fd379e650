import { code } from '../../schemas/marked.js';
import { exitStatus } from './exit-status.js';

/** Why a run ends before its checks do: the reason of the AbortSignal that ends it. */
export class Stopped {
  /** @param status the exit status that it forces; a deadline forces none */
  constructor(
    readonly sentence: string,
    readonly status?: number,
  ) {}
}

/** What the suites get to stop by themselves after the deadline, in milliseconds. */
const graceMs = 500;

/**
 * Hears SIGINT and SIGTERM for the process. The first ends the run with a report of what was learned; a second ends the
 * process at once, and what is not published is lost.
 */
export function hearSignals(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (stopping.signal.aborted) process.exit(exitStatus[signal]);
      stopping.abort(new Stopped(`The run was interrupted (${signal}).`, exitStatus[signal]));
    });
  return stopping.signal;
}

/** What ends a run: its deadline, and a signal where one is heard. `clear` forgets the deadline. */
export function stopAfter(deadlineSeconds: number, signal?: AbortSignal): { stop: AbortSignal; clear: () => void } {
  const deadline = new AbortController();
  const end = () =>
    deadline.abort(new Stopped(`The run's deadline of ${deadlineSeconds} s passed (${code('--deadline')}).`));
  const timer = setTimeout(end, deadlineSeconds * 1000 + graceMs).unref();
  return {
    stop: signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal,
    clear: () => clearTimeout(timer),
  };
}

/** Why a signal ended a run, if it did. */
export function stoppedBy(signal: AbortSignal | undefined): Stopped | undefined {
  return signal?.aborted ? (signal.reason as Stopped) : undefined;
}

/** Settles when a signal ends the run. */
export function whenStopped(signal: AbortSignal): Promise<Stopped> {
  return new Promise((resolve) => {
    const end = () => resolve(signal.reason as Stopped);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
