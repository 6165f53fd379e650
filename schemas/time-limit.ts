import { type Context, createContext, Script } from 'node:vm';

export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

const script = new Script('work()');

/**
 * A stretch of time that pieces of work share, for what others wrote: a schema, and the patterns in it. A pattern such as
 * `^(a+)+$` doubles its time with each letter, and a schema that refers to itself can do the same, so that no choice of an
 * engine for patterns would do. Work that goes on for longer is stopped where it is, as nothing but node:vm does within a
 * thread; what it left half done must not be used.
 * @param ms milliseconds for all of it
 * @returns does one piece of work. It throws what the work throws, and OutOfTime
 */
export function timeLimit(ms: number): <T>(work: () => T) => T {
  let left = ms;
  let context: Context | undefined;
  return <T>(work: () => T): T => {
    if (left <= 0) throw new OutOfTime();
    context ??= createContext({ work: undefined });
    const began = performance.now();
    context.work = work;
    try {
      return script.runInContext(context, { timeout: Math.max(1, Math.ceil(left)) }) as T;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      // Its clock may be a little ahead of ours.
      left = 0;
      throw new OutOfTime();
    } finally {
      context.work = undefined;
      left -= performance.now() - began;
    }
  };
}
