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
  if (!isCreation(response) || run.resources[operation.resource]?.disposable) return;
  // A generated request has a key of its own, and counts once it has a response.
  if (change.generated) run.generated += 1;
  else run.writes.add(`${operation.resource} ${change.caller ?? 'first'} ${idempotencyKey || response.exchange}`);
}

function created({ writes, generated }: RunContext): number {
  return writes.size + generated;
}

/** Whether one more valid case may be sent: each counts as created from now on, whatever its outcome. */
export function mayCreateCase(run: RunContext): boolean {
  const { maxCustomers } = run.configuration;
  if (maxCustomers !== undefined) {
    const most = run.writes.size + Math.max(run.generated, run.begun) + keptForChecks;
    if (most >= maxCustomers) return false;
  }
  run.begun += 1;
  run.reserved -= 1;
  return true;
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
    const room = maxCustomers - created(run) - run.reserved - keptForChecks;
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
