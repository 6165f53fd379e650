import { currentScope, inScope } from '../client/context.js';

/** Each case has customers of its own, whatever was asked before it; its exchanges are evidence of the check. */
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
