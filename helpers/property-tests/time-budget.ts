import { code } from '../../schemas/marked.js';
import { context } from '../client/context.js';

/** Time that is kept for what comes after the cases, milliseconds, at least and as a part of the deadline at most. */
const leastMs = 1000;
const mostOfAll = 1 / 3;

let keptMs: number | undefined;

/**
 * Whether the deadline is so near that case generation stops: the checks after it, mainly invalid keys, are taken to
 * need as long as those before it. The run records that, and is incomplete.
 */
export function isCut(): boolean {
  const here = context();
  const { deadlineSeconds } = here.configuration;
  const deadlineMs = deadlineSeconds * 1000;
  keptMs ??= Math.min(Math.max(leastMs, Date.now() - here.startedAt), deadlineMs * mostOfAll);
  if (here.cut === undefined && here.startedAt + deadlineMs - Date.now() < keptMs)
    here.cut = `Case generation stopped early to leave time before the deadline of ${deadlineSeconds} s (${code('--deadline')}).`;
  return here.cut !== undefined;
}
