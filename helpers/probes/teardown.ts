import { context } from '../client/context.js';
import { inScope } from '../client/scope.js';
import { isCreation } from '../observation/seen-responses.js';
import { creationBaseline, noteCreated } from './creation-baseline.js';

/** Records what the owner of the target needs to purge the test customers, and closes the connections. */
export async function endOfRun(): Promise<void> {
  const { responses: replies, connection, receiver, journal, cut } = context();
  const stopped = context().stopped ?? cut;
  const created = replies.filter(isCreation);
  if (created.length > 0) {
    // No request is sent here: the creation baseline is a fixture of the run.
    const known = await inScope('identities of what was created', () => creationBaseline().catch(() => undefined));
    noteCreated(created, known?.identity);
  }
  connection.close();
  await receiver?.close();
  journal.write({ entry: 'end', ...(stopped !== undefined && { stopped }) });
}
