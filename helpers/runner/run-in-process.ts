import type { Finding, HarnessFault } from '../../schemas/finding.js';
import type { RunContext } from '../client/context.js';
import { judge } from './judge.js';
import { createSchedule } from './schedule.js';

/**
 * Runs the definitions of a run in this process: all at once, as far as their phases and the rate limiter let them.
 * @param onEnd hears each finding, and each fault of the suite, as it comes
 */
export async function runInProcess(run: RunContext, onEnd: (ended: Finding | HarnessFault) => void): Promise<void> {
  const schedule = createSchedule(run.definitions, run.order);
  await Promise.all(
    run.definitions.map(async (definition) => {
      await schedule.begin(definition);
      onEnd(await judge(definition, run));
      schedule.end(definition);
    }),
  );
}
