import { code } from '../../schemas/marked.js';
import { context, type RunContext } from './context.js';
import type { Response } from './message.js';
import { isCreation } from './response.js';
import { Skipped } from './verdicts.js';

/** Creations that the checks which come after the observations may still create. */
const keptForChecks = 4;

/** Counts an accepted creation of whatever stays: repeats under one key count once. */
export function countCreation(run: RunContext, response: Response): void {
  const { change, idempotencyKey, operation } = response.request;
  if (!isCreation(response)) return;
  run.writes.add(`${operation.resource} ${change.caller ?? 'first'} ${idempotencyKey || response.exchange}`);
}

/**
 * Runs an observation if it is allowed: the API has no delete, so what it creates stays.
 * @param creations how many it may create at most
 * @throws Skipped where --observe or --max-customers excludes it
 */
export async function withinBudget<T>(creations: number, work: () => Promise<T>): Promise<T> {
  const run = context();
  const { observe, maxCustomers } = run.configuration;
  if (observe === 'none') throw new Skipped('Observations are off (`--observe none`).');
  if (creations > 0 && observe === 'cheap') {
    throw new Skipped('This observation may create records, which `--observe cheap` excludes. Pass `--observe all`.');
  }
  if (creations > 0 && maxCustomers !== undefined) {
    const room = maxCustomers - run.writes.size - run.reserved - keptForChecks;
    if (creations > room) {
      throw new Skipped(
        `This observation may create ${creations === 1 ? 'a record' : `${creations} records`}, more than ${code(`--max-customers ${maxCustomers}`)} still allows.`,
      );
    }
  }
  run.reserved += creations;
  try {
    return await work();
  } finally {
    run.reserved -= creations;
  }
}
