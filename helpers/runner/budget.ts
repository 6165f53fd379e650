import { code } from '../../schemas/marked.js';
import { context, type RunContext } from '../client/context.js';
import { isCreationOfCustomer, type Response } from '../client/response.js';
import { Skipped } from '../client/verdicts.js';

/** Customers that the checks which come after the observations may still create. */
const keptForChecks = 4;

/** A creation that was let in, as one customer: repeats under one key count once. */
export function countCreation(run: RunContext, response: Response): void {
  if (!isCreationOfCustomer(response)) return;
  const { change, idempotencyKey } = response.request;
  // A generated request has a key of its own, and is counted once it is answered.
  if (change.generated) run.generated += 1;
  else run.writes.add(`${change.caller ?? 'first'} ${idempotencyKey || response.exchange}`);
}

function created({ writes, generated }: RunContext): number {
  return writes.size + generated;
}

/** Whether one more well-formed case may be asked: each counts as let in from now on, whatever becomes of it. */
export function mayCreateCase(here: RunContext): boolean {
  const { maxCustomers } = here.configuration;
  if (maxCustomers !== undefined) {
    const most = here.writes.size + Math.max(here.generated, here.begun) + keptForChecks;
    if (most >= maxCustomers) return false;
  }
  here.begun += 1;
  here.reserved -= 1;
  return true;
}

/**
 * Runs an observation if it may be made: there is no delete, so what it creates stays.
 * @param customers how many it may create at most
 * @throws Withheld where --observe or --max-customers keeps it back
 */
export async function withinBudget<T>(customers: number, work: () => Promise<T>): Promise<T> {
  const here = context();
  const { observe, maxCustomers } = here.configuration;
  if (observe === 'none') throw new Skipped('Nothing is observed beyond the checks (`--observe none`).');
  if (customers > 0 && observe === 'cheap') {
    throw new Skipped('It may create customers, and `--observe cheap` leaves out what does. Give `--observe all`.');
  }
  if (customers > 0 && maxCustomers !== undefined) {
    const room = maxCustomers - created(here) - here.reserved - keptForChecks;
    if (customers > room) {
      throw new Skipped(
        `It may create ${customers === 1 ? 'a customer' : `${customers} customers`}, more than is left of ${code('--max-customers')} ${maxCustomers}.`,
      );
    }
  }
  here.reserved += customers;
  try {
    return await work();
  } finally {
    here.reserved -= customers;
  }
}
