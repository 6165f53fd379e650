import { run } from '../engine/run.js';
import { inScope } from '../engine/scope.js';
import { isCreation } from '../observation/passing.js';
import { acquaintance, noteCreated } from './acquaintance.js';

/** Writes down what the owner of the target needs to purge what was created, and lets go of the target. */
export async function endOfRun(): Promise<void> {
  const { replies, connection, receiver, journal, cut } = run();
  const stopped = run().stopped ?? cut;
  const created = replies.filter(isCreation);
  if (created.length > 0) {
    // What was learned is asked for again, not sent again: an acquaintance is made once a run.
    const known = await inScope('identities of what was created', () => acquaintance().catch(() => undefined));
    noteCreated(created, known?.identity);
  }
  connection.close();
  await receiver?.close();
  journal.write({ entry: 'end', ...(stopped !== undefined && { stopped }) });
}
