import { currentScope, inScope, perRun, type Scope } from '../client/context.js';
import { Inconclusive } from '../client/verdicts.js';
import { settled, withRestarts } from './again.js';

/**
 * A step that several checks share, such as a control or a listing: it runs once, for the first check that needs it. Its
 * exchanges become evidence of every check that uses it; where it is inconclusive or skipped, so are they.
 */
export function fixture<T>(name: string, make: () => Promise<T>): () => Promise<T> {
  const madeOnce = perRun(() =>
    inScope(name, async (scope): Promise<{ value?: T; error?: unknown; scope: Scope }> => {
      try {
        return { value: await withRestarts(() => settled(make)), scope };
      } catch (error) {
        return { error, scope };
      }
    }),
  );
  return async () => {
    const { value, error, scope } = await madeOnce();
    uses(scope);
    if (error !== undefined) throw error;
    return value as T;
  };
}

/** Adds the exchanges of a fixture to the evidence of the check that uses it. */
function uses(fixture: Scope | undefined): void {
  const { exchanges } = currentScope();
  for (const id of fixture?.exchanges ?? []) if (!exchanges.includes(id)) exchanges.push(id);
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

/** Requests that were sent within a bracket and wait for its closing control. */
interface Round<T> {
  open: number;
  /** Whether one of them did not end in a finding of its own. */
  isNeeded: boolean;
  readonly end: () => void;
  readonly closed: Promise<T>;
  /** That of the closing control, where it was asked. */
  scope?: Scope;
}

/**
 * Brackets requests between a control before and one after them. Whoever sends within the bracket waits at its end,
 * until all have sent; then the closing control is asked, once for all of them. Where all ended in a finding of their
 * own nobody needs it, and no probe asks for it.
 */
export function bracket<T>(name: string, closing: () => Promise<T>) {
  const bracketed = perRun(() => ({ round: undefined as Round<T> | undefined }));
  return async <R>(work: () => Promise<R>): Promise<[result: R, closing: T]> => {
    const current = bracketed();
    current.round ??= beginRound(name, closing);
    const { round } = current;
    round.open += 1;
    let result: R;
    try {
      result = await work();
      round.isNeeded = true;
    } finally {
      round.open -= 1;
      if (round.open === 0) {
        current.round = undefined;
        round.end();
      }
    }
    const after = await round.closed.finally(() => uses(round.scope));
    return [result, after];
  };
}

function beginRound<T>(name: string, closing: () => Promise<T>): Round<T> {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const closed = inScope(name, async (scope) => {
    await ended;
    if (!round.isNeeded) throw new Inconclusive(`There was no need of ${name}.`);
    round.scope = scope;
    return withRestarts(() => settled(closing));
  });
  closed.catch(() => undefined);
  const round: Round<T> = { open: 0, isNeeded: false, end, closed };
  return round;
}
