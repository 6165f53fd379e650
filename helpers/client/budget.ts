import { code } from '../../schemas/marked.js';
import { context, type RunContext } from './context.js';
import type { Response } from './message.js';
import { isCreationOfCustomer } from './response.js';
import { Skipped } from './verdicts.js';

/** Customers that the checks which come after the observations may still create. */
const keptForChecks = 4;

/** Counts an accepted creation as one customer: repeats under one key count once. */
export function countCreation(run: RunContext, response: Response): void {
  if (!isCreationOfCustomer(response)) return;
  const { change, idempotencyKey } = response.request;
  // A generated request has a key of its own, and counts once it has a response.
  if (change.generated) run.generated += 1;
  else run.writes.add(`${change.caller ?? 'first'} ${idempotencyKey || response.exchange}`);
}

function created({ writes, generated }: RunContext): number {
  return writes.size + generated;
}

/** Whether one more valid case may be sent: each counts as a customer from now on, whatever its outcome. */
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
 * Runs an observation if it is allowed: the API has no delete, so its customers stay.
 * @param customers how many it may create at most
 * @throws Skipped where --observe or --max-customers excludes it
 */
export async function withinBudget<T>(customers: number, work: () => Promise<T>): Promise<T> {
  const run = context();
  const { observe, maxCustomers } = run.configuration;
  if (observe === 'none') throw new Skipped('Observations are off (`--observe none`).');
  if (customers > 0 && observe === 'cheap') {
    throw new Skipped('This observation may create customers, which `--observe cheap` excludes. Pass `--observe all`.');
  }
  if (customers > 0 && maxCustomers !== undefined) {
    const room = maxCustomers - created(run) - run.reserved - keptForChecks;
    if (customers > room) {
      throw new Skipped(
        `This observation may create ${customers === 1 ? 'a customer' : `${customers} customers`}, more than ${code(`--max-customers ${maxCustomers}`)} still allows.`,
      );
    }
  }
  run.reserved += customers;
  try {
    return await work();
  } finally {
    run.reserved -= customers;
  }
}
