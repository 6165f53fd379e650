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
  const rounds = perRun((): { works: Promise<unknown>[]; closed?: (() => Promise<T>) | undefined } => ({ works: [] }));
  return async <R>(work: () => Promise<R>): Promise<[result: R, closing: T]> => {
    const round = rounds();
    const { works } = round;
    const sent = work();
    works.push(sent);
    round.closed ??= fixture(name, async () => {
      // Others may begin while some are waited for.
      for (let ended = 0; ended < works.length; await Promise.allSettled(works)) ended = works.length;
      if (round.works === works) Object.assign(round, { works: [], closed: undefined });
      return closing();
    });
    const { closed } = round;
    return [await sent, await closed()];
  };
}
