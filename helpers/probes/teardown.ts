import { context } from '../client/context.js';
import { isCreationOfCustomer } from '../client/response.js';
import { inScope } from '../client/scope.js';
import { creationBaseline, noteCreated } from './creation-baseline.js';

/** Writes down what the owner of the target needs to purge what was created, and lets go of the target. */
export async function endOfRun(): Promise<void> {
  const { responses: replies, connection, receiver, journal, cut } = context();
  const stopped = context().stopped ?? cut;
  const created = replies.filter(isCreationOfCustomer);
  if (created.length > 0) {
    // What was learned is asked for again, not sent again: an acquaintance is made once a run.
    const known = await inScope('identities of what was created', () => creationBaseline().catch(() => undefined));
    noteCreated(created, known?.identity);
  }
  connection.close();
  await receiver?.close();
  journal.write({ entry: 'end', ...(stopped !== undefined && { stopped }) });
}
