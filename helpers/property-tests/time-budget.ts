import { code } from '../../schemas/marked.js';
import { elapsed, untilDeadline } from '../client/clock.js';
import { context, perRun } from '../client/context.js';

/** Least time for the checks after the cases, in milliseconds. */
const leastMs = 1000;
/** Most time for them, as a share of the deadline. */
const mostOfAll = 1 / 3;

const keptMs = perRun((run) =>
  Math.min(Math.max(leastMs, elapsed(run)), run.configuration.deadlineSeconds * 1000 * mostOfAll),
);

/**
 * Whether the deadline is so near that case generation stops: the checks after it, mainly invalid keys, are taken to
 * need as long as those before it. The run records that, and is incomplete.
 */
export function isCut(): boolean {
  const run = context();
  const { deadlineSeconds } = run.configuration;
  if (run.cut === undefined && untilDeadline(run) < keptMs())
    run.cut = `The deadline of ${deadlineSeconds} s came near (${code('--deadline')}), so the run generated no more cases.`;
  return run.cut !== undefined;
}
