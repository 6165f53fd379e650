import { code } from '../../schemas/marked.js';
import { context } from './context.js';
import { Skipped } from './verdicts.js';

/** Creations that the checks which come after the observations may still create. */
const keptForChecks = 4;

/**
 * Runs an observation if it is allowed: the API has no delete, so what it creates stays.
 * @param creations how many it may create at most
 * @throws Skipped where --observe or --max-customers excludes it
 */
export async function withinBudget<T>(creations: number, work: () => Promise<T>): Promise<T> {
  const run = context();
  const { observe, maxCustomers } = run.configuration;
  if (observe === 'none') throw new Skipped('Observations are off (`--observe none`).');
  if (creations > 0 && observe === 'cheap')
    throw new Skipped('This observation may create records, which `--observe cheap` excludes. Pass `--observe all`.');
  if (creations > 0 && maxCustomers !== undefined) {
    const room = maxCustomers - run.writes.size - run.reserved - keptForChecks;
    const may = creations === 1 ? 'a record' : `${creations} records`;
    const option = code(`--max-customers ${maxCustomers}`);
    if (creations > room) throw new Skipped(`This observation may create ${may}, more than ${option} still allows.`);
  }
  run.reserved += creations;
  try {
    return await work();
  } finally {
    run.reserved -= creations;
  }
}
