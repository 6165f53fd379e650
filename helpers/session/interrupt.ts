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
type InterruptListener = ReturnType<typeof onInterrupt>;

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

/** What may end the making of files. */
export interface Stop {
  /** Whether a signal has ended the run, so that somebody waits for the files. */
  readonly isHurried: boolean;
  /** Whether there is time for one more file; asked before each. A browser takes longer than anybody waits. */
  hasTimeFor(file: { readonly isPrinted?: true }): boolean;
  /** Whether a signal has come since, so that nothing may be published of what was made. */
  hasCome(): boolean;
  /** Settles with that signal. */
  readonly coming: Promise<unknown>;
}

/** Files that are made while nothing ends their making. */
export const atLeisure: Stop = {
  isHurried: false,
  hasTimeFor: () => true,
  hasCome: () => false,
  coming: new Promise(() => {}),
};

/**
 * How a run makes its files: in a hurry once a signal has ended it, and then hears no other one, so that they are made
 * twice at most. After a deadline nobody waits.
 * @param ended why the run ended
 */
export function stopOf(
  { signal, signalled }: Pick<InterruptListener, 'signal' | 'signalled'>,
  ended: Interrupt | undefined,
): Stop {
  const { at } = ended ?? {};
  if (at === undefined) return { ...atLeisure, hasCome: () => signal() !== undefined, coming: signalled };
  const hasTimeFor: Stop['hasTimeFor'] = ({ isPrinted }) => !isPrinted && performance.now() < at + patienceMs;
  return { ...atLeisure, isHurried: true, hasTimeFor };
}

/** What has to be said of files that a hurry left out: a sentence, where there are any. */
export function hurriedText(files: readonly string[]): string[] {
  if (files.length === 0) return [];
  const [were, them] = files.length === 1 ? ['was', 'it'] : ['were', 'them'];
  return [`${listed(files)} ${were} left out, since the run was interrupted; render makes ${them} from what is there.`];
}
