import type { Finding, HarnessFault } from '../../schemas/finding.js';
import type { RunContext } from '../client/context.js';
import { judge } from './judge.js';
import { createSchedule } from './schedule.js';
import type { Definition } from './suite.js';

/**
 * Runs the definitions of a run in this process: all at once, as far as their phases and the rate limiter let them.
 * @param onEnd gets each finding, and each fault of the suite
 */
export async function runInProcess(
  run: RunContext,
  definitions: readonly Definition[],
  onEnd: (ended: Finding | HarnessFault) => void,
): Promise<void> {
  const schedule = createSchedule(definitions, run.order);
  await Promise.all(
    definitions.map(async (definition) => {
      await schedule.begin(definition);
      onEnd(await judge(definition, run));
      schedule.end(definition);
    }),
  );
}
