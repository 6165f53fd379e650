import { quote, UsageError } from '../usage-error.js';

const mostShards = 1000;

/** The part of the generated cases that this machine takes, counted from 1, and how many parts there are. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/**
 * `2/4` as the second of four parts. `auto` is the part of this node by GitLab's CI_NODE_INDEX and CI_NODE_TOTAL; `auto/4`
 * that of this pod of an indexed Job by Kubernetes' JOB_COMPLETION_INDEX, which counts from 0 and comes without a total.
 * @throws UsageError for anything else, `5/4` and `0/4` too, and for `auto` where those variables are not set
 */
export function shardOf(text: string, sourceName: string, env: NodeJS.ProcessEnv = {}): Shard {
  const [, first, second] =
    /^(\d{1,4})\/(\d{1,4})$/.exec(text.replace(/^auto(?=\/|$)/, () => ofNode(text, sourceName, env))) ?? [];
  const index = Number(first);
  const of = Number(second);
  if (index >= 1 && index <= of && of <= mostShards) return { index, of };
  throw new UsageError(
    `${sourceName} is ${quote(text)}; it must be a shard and the number of shards, such as 1/4, or auto or auto/4 on a pipeline's node.`,
  );
}

/** What stands for `auto`: with the total for GitLab, without for Kubernetes, where the total is given. */
function ofNode(text: string, sourceName: string, env: NodeJS.ProcessEnv): string {
  const numberIn = (name: string): number => {
    if (/^\d{1,4}$/.test(env[name] ?? '')) return Number(env[name]);
    const given = `${sourceName} is ${quote(text)}`;
    throw new UsageError(`${given}, but ${name} is no number in the environment; give the shard as 1/4.`);
  };
  if (text === 'auto') return `${numberIn('CI_NODE_INDEX')}/${numberIn('CI_NODE_TOTAL')}`;
  return String(numberIn('JOB_COMPLETION_INDEX') + 1);
}
