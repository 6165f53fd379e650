import { code } from '../../schemas/marked.js';
import { currentName } from '../../schemas/renamed-checks.js';
import { type RunContext, stop } from '../client/context.js';

/**
 * With `--bail` the first failure that is not waived ends the run: requests in flight finish, no more are sent, and
 * checks without a result are inconclusive.
 */
export function bail(run: RunContext, { id, name, found }: { id: string; name: string; found: string }): void {
  if (!run.configuration.bail || run.stopped !== undefined) return;
  const isWaived = run.waived?.some(
    (one) => one.id === id && currentName(one.check ?? name) === name && (one.found ?? found) === found,
  );
  if (isWaived) return;
  stop(run, `${id} failed, and the run stops at the first failure (${code('--bail')}).`);
}
