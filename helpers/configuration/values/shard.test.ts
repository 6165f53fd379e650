import { expect, test } from 'vitest';
import { shardOf } from './shard.js';

test('a part and their number', () => {
  expect(shardOf('1/1', 'it')).toEqual({ index: 1, of: 1 });
  expect(shardOf('4/12', 'it')).toEqual({ index: 4, of: 12 });
});

test.each(['0/4', '5/4', '1', '1/', '/4', '1/4/2', '-1/4', 'a/b', '1/1001'])('%s is none', (text) => {
  expect(() => shardOf(text, '--shard')).toThrow('it must be a shard and the number of shards');
});
