import { currentScope, inScope, perRun, type Scope } from '../client/context.js';
import { Inconclusive } from '../client/verdicts.js';
import { settled, withRestarts } from './restarts.js';

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
interface Waiting<T> {
  close(isNeeded: boolean): void;
  readonly closed: Promise<T> & { scope?: Scope };
}

/**
 * Brackets requests between a control before and one after them. Whoever sends within the bracket waits at its end,
 * until all have sent; then the closing control is asked, once for all of them. Where all ended in a finding of their
 * own nobody needs it, and no probe asks for it.
 */
export function bracket<T>(name: string, closing: () => Promise<T>) {
  const state = perRun(() => ({ open: 0, isNeeded: false, waiting: undefined as Waiting<T> | undefined }));
  return async <R>(work: () => Promise<R>): Promise<[result: R, closing: T]> => {
    const bracketed = state();
    bracketed.open += 1;
    if (!bracketed.waiting) {
      bracketed.isNeeded = false;
      bracketed.waiting = waitForAll(name, closing);
    }
    const { close, closed } = bracketed.waiting;
    const end = (isMet: boolean) => {
      bracketed.isNeeded ||= isMet;
      bracketed.open -= 1;
      if (bracketed.open > 0) return;
      bracketed.waiting = undefined;
      close(bracketed.isNeeded);
    };
    const result = await work().then(
      (value) => {
        end(true);
        return value;
      },
      (error: unknown) => {
        end(false);
        throw error;
      },
    );
    const after = await closed.finally(() => uses(closed.scope));
    return [result, after];
  };
}

function waitForAll<T>(name: string, closing: () => Promise<T>): Waiting<T> {
  let close = (_: boolean) => {};
  const allSent = new Promise<boolean>((resolve) => {
    close = resolve;
  });
  const closed: Promise<T> & { scope?: Scope } = inScope(name, async (scope) => {
    if (!(await allSent)) throw new Inconclusive(`There was no need of ${name}.`);
    closed.scope = scope;
    return withRestarts(() => settled(closing));
  });
  closed.catch(() => undefined);
  return { close, closed };
}
