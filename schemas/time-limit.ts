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
 * What counts is processor time, so that no verdict depends on how busy a machine is: work that was stopped while
 * others had the processor begins again, with more time.
 * @param ms milliseconds for all of it
 * @returns does one piece of work, from its beginning where it has to. It throws what the work throws, and OutOfTime
 */
export function timeLimit(ms: number): <T>(work: () => T) => T {
  let left = ms;
  let context: Context | undefined;
  return <T>(work: () => T): T => {
    if (left <= 0) throw new OutOfTime();
    context ??= createContext({ work: undefined });
    const began = process.cpuUsage();
    context.work = work;
    try {
      for (let timeout = Math.max(1, Math.ceil(left)); ; timeout *= 2) {
        try {
          return script.runInContext(context, { timeout }) as T;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
          // Both clocks are a little ahead of, or behind, the one that stopped it.
          if (spentSince(began) < left / 2) continue;
          left = 0;
          throw new OutOfTime();
        }
      }
    } finally {
      context.work = undefined;
      left -= spentSince(began);
    }
  };
}

/** Processor time of this process, milliseconds. */
function spentSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}
