import type { RunContext } from '../../helpers/client/context.js';
import { creationBaseline, noteCreated } from './creation-baseline.js';
import { isCreationOfCustomer } from './customers/creation.js';

/** Records the created customers for the owner of the target. Sends nothing: the run makes its baseline once. */
export async function noteIdentities({ responses }: RunContext): Promise<void> {
  const created = responses.filter(isCreationOfCustomer);
  if (created.length > 0) noteCreated(created, (await creationBaseline().catch(() => undefined))?.identity);
}
