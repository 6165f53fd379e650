import type { Rule } from '../sources.js';

/** Parts of one run divide the same cases, so each has to know which those are. */
export const shardHasCases: Rule = ({ values, has, sourceName }) => {
  if (values.shard === undefined) return false;
  const shard = sourceName('shard');
  if (values.cases === 0) return `${shard} divides generated cases, but ${sourceName('cases')} is 0.`;
  if (!has('seed'))
    return `${shard} divides the cases of one seed, but ${sourceName('seed')} is not set: give every shard the same seed.`;
  return values.watch && `${shard} divides one run, but ${sourceName('watch')} starts many.`;
};
