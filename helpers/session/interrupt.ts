import { listed } from '../../schemas/listed.js';
import { code } from '../../schemas/marked.js';
import type { EarlySignals, Environment, Signal } from './environment.js';
import { exitStatus } from './exit-status.js';

/** Why a run ends before its suites do. */
export interface Interrupt {
  readonly sentence: string;
  /** The exit status it forces; a deadline forces none. */
  readonly status?: number;
  /** When the signal came, by `performance.now()`; of a deadline nobody waits for the end. */
  readonly at?: number;
  /** Whether nobody wants what was learned so far. */
  readonly isAbandoned?: boolean;
}

/** What the suites get to stop by themselves after the deadline; the reports take some of the two seconds that are promised. */
const graceMs = 500;

/** What is heard while a run goes on. */
export type InterruptListener = ReturnType<typeof onInterrupt>;

/** Hears signals before there is a run to hear them: the first is kept for it, a second ends the process at once. */
export function hearEarly(): EarlySignals {
  let first: Signal | undefined;
  const hangUp = hearSignals((signal) => {
    if (first) process.exit(exitStatus[signal]);
    first = signal;
  });
  return {
    take: () => {
      hangUp();
      return first;
    },
  };
}

/**
 * Hears the deadline, and what else ends a run early: SIGINT and SIGTERM where the run owns its process,
 * an AbortSignal where one is given. The first ends the run with a report of what was learned; a second
 * signal ends the process at once.
 */
export function onInterrupt(
  deadlineSeconds: number,
  { terms, abort, earlySignals }: Pick<Environment, 'terms' | 'abort' | 'earlySignals'>,
) {
  const happened = promised<Interrupt>();
  const signalled = promised<Interrupt>();
  let first: Interrupt | undefined;
  const end = (sentence: string, status: number) => {
    first ??= { sentence, status, at: performance.now(), isAbandoned: abort?.reason === 'abandoned' };
    happened.resolve(first);
    signalled.resolve(first);
  };
  const deadline = setTimeout(
    () => happened.resolve({ sentence: `The run's deadline of ${deadlineSeconds} s passed (${code('--deadline')}).` }),
    deadlineSeconds * 1000 + graceMs,
  );
  deadline.unref();
  const onSignal = (signal: Signal) => end(`The run was interrupted (${signal}).`, exitStatus[signal]);
  const hangUp =
    terms.ownsProcess && abort === undefined
      ? hearSignals((signal) => {
          if (first) process.exit(exitStatus[signal]);
          onSignal(signal);
        })
      : hearAbort(abort, onSignal);
  const early = earlySignals?.take();
  if (early) onSignal(early);
  return {
    /** The first signal, or the deadline. */
    happened: happened.promise,
    /** The first signal. A deadline is none: once all is asked it has nothing left to end. */
    signalled: signalled.promise,
    /** The first signal so far. */
    signal: () => first,
    stop: () => {
      clearTimeout(deadline);
      hangUp();
    },
  };
}

function hearSignals(onSignal: (signal: Signal) => void): () => void {
  const listener = (signal: NodeJS.Signals) => onSignal(signal as Signal);
  process.on('SIGINT', listener).on('SIGTERM', listener);
  return () => void process.off('SIGINT', listener).off('SIGTERM', listener);
}

function hearAbort(abort: AbortSignal | undefined, onSignal: (signal: Signal) => void): () => void {
  const onAbort = () => onSignal(abort?.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT');
  if (abort?.aborted) onAbort();
  abort?.addEventListener('abort', onAbort, { once: true });
  return () => abort?.removeEventListener('abort', onAbort);
}

function promised<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** From a signal to when nothing more is begun that can be made later: what is being made then takes its time as well. */
const patienceMs = 1000;

/** How a run that a signal ended writes its files. */
export type Hurry = NonNullable<ReturnType<typeof hurryAfter>>;

/** @param ended why the run ended; after a deadline nobody waits, so there is no hurry */
export function hurryAfter(ended: Interrupt | undefined) {
  const { at } = ended ?? {};
  if (at === undefined) return undefined;
  const files: string[] = [];
  return {
    /** Whether there is time for one more file; asked before each. */
    hasTime: () => performance.now() < at + patienceMs,
    leaveOut: (file: string) => void files.push(file),
    /** What has to be said of the files that were left out, as a sentence. */
    described: () => {
      if (files.length === 0) return undefined;
      const [were, them] = files.length === 1 ? ['was', 'it'] : ['were', 'them'];
      return `${listed(files)} ${were} left out, since the run was interrupted; render makes ${them} from what is there.`;
    },
  };
}
