import { code } from '../../schemas/marked.js';
import { currentName } from '../../schemas/renamed-checks.js';
import { type RunContext, stop } from '../client/context.js';

/**
 * With `--bail` the first failure that is not waived ends the run: requests in flight finish, no more are sent, and
 * checks without a result are inconclusive.
 */
export function bail(here: RunContext, id: string, check: string): void {
  if (!here.configuration.bail || here.stopped !== undefined) return;
  if (here.waived?.some((one) => one.id === id && currentName(one.check ?? check) === check)) return;
  stop(here, `${id} failed, and the run stops at the first failure (${code('--bail')}).`);
}
