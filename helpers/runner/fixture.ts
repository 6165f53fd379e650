import { currentScope, inScope, perRun, type Target } from '../client/context.js';
import { settled } from './again.js';

/**
 * A step that several checks share, such as a control: it runs once, for the first check that needs it. Its exchanges are
 * evidence of every check that uses it; where it is inconclusive or skipped, so are they.
 */
export function fixture<T>(name: string, make: (target: Target) => Promise<T>): () => Promise<T> {
  const madeOnce = perRun(() => inScope(name, async (scope) => ({ scope, made: settled(() => make(scope.run)) })));
  return async () => {
    const { scope, made } = await madeOnce();
    const { exchanges } = currentScope();
    return made.finally(() => exchanges.push(...scope.exchanges.filter((id) => !exchanges.includes(id))));
  };
}

/** As `fixture`, one for each key: the name, unless several have it. */
export function fixtures<T>(): (name: string, make: (target: Target) => Promise<T>, key?: unknown) => Promise<T> {
  const known = perRun(() => new Map<unknown, () => Promise<T>>());
  return (name, make, key = name) => {
    const made = known().get(key) ?? fixture(name, make);
    known().set(key, made);
    return made();
  };
}

/**
 * Brackets requests between a control before and one after them, the closing control: sent once for all who send within
 * the bracket, when all have sent, unless each of them ends in a finding of its own.
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
