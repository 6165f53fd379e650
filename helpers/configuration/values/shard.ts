import { quote } from '../quote.js';
import { UsageError } from '../usage-error.js';

const mostShards = 1000;

/** The part of the generated cases that this machine takes, counted from 1, and how many parts there are. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** `2/4` as the second of four parts. @throws UsageError for anything else, `5/4` and `0/4` too */
export function shardOf(text: string, sourceName: string): Shard {
  const [, first, second] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const index = Number(first);
  const of = Number(second);
  if (index >= 1 && index <= of && of <= mostShards) return { index, of };
  throw new UsageError(`${sourceName} is ${quote(text)}; it must be a shard and the number of shards, such as 1/4.`);
}
