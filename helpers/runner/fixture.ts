import { cite, inScope, type Scope } from '../client/scope.js';
import { Inconclusive } from '../client/verdicts.js';
import { withRestarts } from './check.js';

/**
 * A step that several checks share, such as a control or a listing: it runs once, for the first check that needs it. Its
 * exchanges become evidence of every check that uses it; where it is inconclusive or skipped, so are they.
 */
export function fixture<T>(name: string, make: () => Promise<T>): () => Promise<T> {
  let made: Promise<{ value?: T; error?: unknown; scope: Scope }> | undefined;
  return async () => {
    made ??= inScope(name, async (scope) => {
      try {
        return { value: await withRestarts(make), scope };
      } catch (error) {
        return { error, scope };
      }
    });
    const { value, error, scope } = await made;
    cite(scope.exchanges);
    if (error !== undefined) throw error;
    return value as T;
  };
}

/**
 * Brackets requests between a control before and one after them. Whoever sends within the bracket waits at its end,
 * until all have sent; then the closing control is asked, once for all of them. Where all ended in a finding of their
 * own nobody needs it, and it is not asked.
 */
export function bracket<T>(name: string, closing: () => Promise<T>) {
  let open = 0;
  let waiting: { close: (isNeeded: boolean) => void; closed: Promise<T> & { scope?: Scope } } | undefined;
  let isNeeded = false;

  return async <R>(work: () => Promise<R>): Promise<[result: R, closing: T]> => {
    open += 1;
    if (!waiting) {
      let close = (_: boolean) => {};
      const allSent = new Promise<boolean>((resolve) => {
        close = resolve;
      });
      isNeeded = false;
      const closed: Promise<T> & { scope?: Scope } = inScope(name, async (scope) => {
        if (!(await allSent)) throw new Inconclusive(`No check needed ${name}.`);
        closed.scope = scope;
        return withRestarts(closing);
      });
      closed.catch(() => undefined);
      waiting = { close, closed };
    }
    const { close, closed } = waiting;
    const end = (isMet: boolean) => {
      isNeeded ||= isMet;
      open -= 1;
      if (open > 0) return;
      waiting = undefined;
      close(isNeeded);
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
    const after = await closed.finally(() => cite(closed.scope?.exchanges ?? []));
    return [result, after];
  };
}
