import type { Rule } from '../sources.js';
import { UsageError } from '../usage-error.js';

/** Parts of one run divide the same cases, so each has to know which those are. */
const shardHasCases: Rule = ({ values, has, sourceName }) => {
  if (values.shard === undefined) return;
  if (values.cases === 0)
    throw new UsageError(`${sourceName('shard')} divides generated cases, but ${sourceName('cases')} is 0.`);
  if (!has('seed'))
    throw new UsageError(
      `${sourceName('shard')} divides the cases of one seed, but ${sourceName('seed')} is not set: give every shard the same seed.`,
    );
  if (values.watch)
    throw new UsageError(`${sourceName('shard')} divides one run, but ${sourceName('watch')} starts many.`);
};

/** What goes on are generated cases, and these follow from the seed. */
const resumeHasCases: Rule = ({ values, has, sourceName }) => {
  if (values.resume === undefined) return;
  for (const name of ['cases', 'seed'] as const)
    if (!has(name))
      throw new UsageError(
        `${sourceName('resume')} continues the generated cases of a run, but ${sourceName(name)} is not set: give the same as there.`,
      );
  if (values.watch)
    throw new UsageError(`${sourceName('resume')} continues one run, but ${sourceName('watch')} starts many.`);
};

export const caseRules: readonly Rule[] = [shardHasCases, resumeHasCases];
