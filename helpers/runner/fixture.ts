import { currentScope, inScope, perRun } from '../client/context.js';
import { settled } from './again.js';

/**
 * A step that several checks share, such as a control or a listing: it runs once, for the first check that needs it. Its
 * exchanges become evidence of every check that uses it; where it is inconclusive or skipped, so are they.
 */
export function fixture<T>(name: string, make: () => Promise<T>): () => Promise<T> {
  const madeOnce = perRun(() => inScope(name, async (scope) => ({ scope, made: settled(make) })));
  return async () => {
    const { scope, made } = await madeOnce();
    const { exchanges } = currentScope();
    return made.finally(() => exchanges.push(...scope.exchanges.filter((id) => !exchanges.includes(id))));
  };
}

/** As `fixture`, one for each name: controls of which it is known only in the run how many there are. */
export function fixtures<T>(): (name: string, make: () => Promise<T>) => Promise<T> {
  const known = perRun(() => new Map<string, () => Promise<T>>());
  return (name, make) => {
    const made = known().get(name) ?? fixture(name, make);
    known().set(name, made);
    return made();
  };
}

/**
 * Brackets requests between a control before and one after them. Whoever sends within the bracket waits at its end,
 * until all have sent; then the closing control is asked, once for all of them. Who ends in a finding of its own needs it
 * not, and where all do, it is not asked.
 */
export function bracket<T>(name: string, closing: () => Promise<T>) {
  const bracketed = perRun((): { round?: ReturnType<typeof beginRound<T>> | undefined } => ({}));
  return async <R>(work: () => Promise<R>): Promise<[result: R, closing: T]> => {
    const current = bracketed();
    current.round ??= beginRound(name, closing);
    const { round } = current;
    round.open += 1;
    let result: R;
    try {
      result = await work();
    } finally {
      round.open -= 1;
      if (round.open === 0) {
        current.round = undefined;
        round.end();
      }
    }
    return [result, await round.closed()];
  };
}

/** Requests that were sent within a bracket and wait for its closing control. */
function beginRound<T>(name: string, closing: () => Promise<T>) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { open: 0, end, closed: fixture(name, () => ended.then(closing)) };
}
