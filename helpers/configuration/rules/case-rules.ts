import type { Rule } from '../sources.js';

/** Parts of one run divide the same cases, so each has to know which those are. */
const shardHasCases: Rule = ({ values, has, sourceName }) => {
  if (values.shard === undefined) return false;
  const shard = sourceName('shard');
  if (values.cases === 0) return `${shard} divides generated cases, but ${sourceName('cases')} is 0.`;
  if (!has('seed'))
    return `${shard} divides the cases of one seed, but ${sourceName('seed')} is not set: give every shard the same seed.`;
  return values.watch && `${shard} divides one run, but ${sourceName('watch')} starts many.`;
};

/** What goes on are generated cases, and these follow from the seed. */
const resumeHasCases: Rule = ({ values, has, sourceName }) => {
  if (values.resume === undefined) return false;
  const resume = sourceName('resume');
  const missing = (['cases', 'seed'] as const).find((name) => !has(name));
  if (missing)
    return `${resume} continues the generated cases of a run, but ${sourceName(missing)} is not set: give the same as there.`;
  return values.watch && `${resume} continues one run, but ${sourceName('watch')} starts many.`;
};

export const caseRules: readonly Rule[] = [shardHasCases, resumeHasCases];
