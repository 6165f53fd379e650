import { currentScope, inScope } from '../client/context.js';

/** Runs a case in a scope of its own, so that its customers do not depend on other cases; its exchanges are evidence of the check. */
export async function inOwnScope<T>(name: string, work: () => Promise<T>): Promise<T> {
  const parent = currentScope();
  return inScope(name, async (scope) => {
    try {
      return await work();
    } finally {
      parent.retried += scope.retried;
      for (const id of scope.exchanges) if (!parent.exchanges.includes(id)) parent.exchanges.push(id);
    }
  });
}
