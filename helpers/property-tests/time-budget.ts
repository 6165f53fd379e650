import { code } from '../../schemas/marked.js';
import { context, perRun } from '../client/context.js';

/** Time that is kept for what comes after the cases, milliseconds, at least and as a part of the deadline at most. */
const leastMs = 1000;
const mostOfAll = 1 / 3;

const keptMs = perRun(({ configuration, startedAt }) =>
  Math.min(Math.max(leastMs, Date.now() - startedAt), configuration.deadlineSeconds * 1000 * mostOfAll),
);

/**
 * Whether the deadline is so near that case generation stops: the checks after it, mainly invalid keys, are taken to
 * need as long as those before it. The run records that, and is incomplete.
 */
export function isCut(): boolean {
  const here = context();
  const { deadlineSeconds } = here.configuration;
  const deadlineMs = deadlineSeconds * 1000;
  if (here.cut === undefined && here.startedAt + deadlineMs - Date.now() < keptMs())
    here.cut = `The deadline of ${deadlineSeconds} s came near (${code('--deadline')}), so that no more cases were generated.`;
  return here.cut !== undefined;
}
