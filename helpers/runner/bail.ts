import { code } from '../../schemas/marked.js';
import { type RunContext, stop } from '../client/context.js';

/**
 * With `--bail` the first failure that is not waived ends the run: what is under way comes to its end, nothing more is
 * sent, and what was not decided by then is inconclusive.
 */
export function bail(here: RunContext, id: string, check: string): void {
  if (!here.configuration.bail || here.stopped !== undefined) return;
  if (here.waived?.some((one) => one.id === id && (one.check ?? check) === check)) return;
  stop(here, `${id} failed, and the first failure ends the run (${code('--bail')}).`);
}
