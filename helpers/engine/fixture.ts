import { withRestarts } from './check.js';
import { cite, inScope, type Scope } from './scope.js';

/**
 * Something that several checks rely on, asked for once a run by whoever needs it first: a control, a listing. Its
 * exchanges become evidence of every check that relies on it, and where it ends undecided or withheld so do they.
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
 * until all have sent; then the closing control is asked, once for all of them.
 */
export function bracket<T>(name: string, closing: () => Promise<T>) {
  let open = 0;
  let waiting: { close: () => void; closed: Promise<T> & { scope?: Scope } } | undefined;

  return async <R>(work: () => Promise<R>): Promise<[result: R, closing: T]> => {
    open += 1;
    if (!waiting) {
      let close = () => {};
      const allSent = new Promise<void>((resolve) => {
        close = resolve;
      });
      const closed: Promise<T> & { scope?: Scope } = inScope(name, async (scope) => {
        await allSent;
        closed.scope = scope;
        return withRestarts(closing);
      });
      closed.catch(() => undefined);
      waiting = { close, closed };
    }
    const { close, closed } = waiting;
    const result = await work().finally(() => {
      open -= 1;
      if (open > 0) return;
      waiting = undefined;
      close();
    });
    const after = await closed.finally(() => cite(closed.scope?.exchanges ?? []));
    return [result, after];
  };
}
