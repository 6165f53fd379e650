import { expect, test } from 'vitest';
import { shardOf } from './shard.js';

test('a part and their number', () => {
  expect(shardOf('1/1', 'it')).toEqual({ index: 1, of: 1 });
  expect(shardOf('4/12', 'it')).toEqual({ index: 4, of: 12 });
});

test.each(['0/4', '5/4', '1', '1/', '/4', '1/4/2', '-1/4', 'a/b', '1/1001'])('%s is none', (text) => {
  expect(() => shardOf(text, '--shard')).toThrow('it must be a shard and the number of shards');
});

test('auto is the part of a GitLab node, auto/n that of a pod of an indexed Job', () => {
  const gitLab = { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '5' };
  expect(shardOf('auto', 'it', gitLab)).toEqual({ index: 2, of: 5 });
  expect(shardOf('auto/20', 'it', { JOB_COMPLETION_INDEX: '0' })).toEqual({ index: 1, of: 20 });
  expect(shardOf('auto/20', 'it', { JOB_COMPLETION_INDEX: '19' })).toEqual({ index: 20, of: 20 });
  expect(() => shardOf('auto/20', 'it', { JOB_COMPLETION_INDEX: '20' })).toThrow('it must be a shard');
  expect(() => shardOf('auto', 'it', { CI_NODE_INDEX: '1' })).toThrow('CI_NODE_TOTAL is no number in the environment');
  expect(() => shardOf('auto/4', 'it', gitLab)).toThrow('JOB_COMPLETION_INDEX is no number in the environment');
  for (const text of ['autos', 'auto/', '1/auto', 'auto/0'])
    expect(() => shardOf(text, 'it', { ...gitLab, JOB_COMPLETION_INDEX: '0' })).toThrow('it must be a shard');
});
