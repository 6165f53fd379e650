import { code } from '../../schemas/marked.js';
import { context, perRun } from '../client/context.js';

/** Least time for the checks after the cases, in milliseconds. */
const leastMs = 1000;
/** Most time for them, as a share of the deadline. */
const mostOfAll = 1 / 3;

const keptMs = perRun(({ configuration, startedAt }) =>
  Math.min(Math.max(leastMs, Date.now() - startedAt), configuration.deadlineSeconds * 1000 * mostOfAll),
);

/**
 * Whether the deadline is so near that case generation stops: the checks after it, mainly invalid keys, are taken to
 * need as long as those before it. The run records that, and is incomplete.
 */
export function isCut(): boolean {
  const run = context();
  const { deadlineSeconds } = run.configuration;
  const deadlineMs = deadlineSeconds * 1000;
  if (run.cut === undefined && run.startedAt + deadlineMs - Date.now() < keptMs())
    run.cut = `The deadline of ${deadlineSeconds} s came near (${code('--deadline')}), so the run generated no more cases.`;
  return run.cut !== undefined;
}
