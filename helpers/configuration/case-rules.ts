import type { Rule } from './sources.js';
import { UsageError } from './usage-error.js';

/** Parts of one run divide the same cases, so each has to know which those are. */
export const shardHasCases: Rule = ({ values, has, sourceName }) => {
  if (values.shard === undefined) return;
  if (values.cases === 0)
    throw new UsageError(`${sourceName('shard')} divides generated cases, and ${sourceName('cases')} is 0.`);
  if (!has('seed'))
    throw new UsageError(
      `${sourceName('shard')} divides the cases of one seed, and ${sourceName('seed')} is not set: give all parts one.`,
    );
  if (values.watch)
    throw new UsageError(`${sourceName('shard')} divides one run, and ${sourceName('watch')} makes many.`);
};

export const caseRules: readonly Rule[] = [shardHasCases];
