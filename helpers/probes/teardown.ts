import { inScope, type RunContext } from '../client/context.js';
import { isCreationOfCustomer } from '../client/response.js';
import { creationBaseline, noteCreated } from './creation-baseline.js';

/** Writes down what the owner of the target needs to purge what was created, and lets go of the target. */
export async function tearDown(run: RunContext): Promise<void> {
  const { responses, connection, receiver, journal } = run;
  const stopped = run.stopped ?? run.cut;
  const created = responses.filter(isCreationOfCustomer);
  if (created.length > 0) {
    // What was learned is asked for again, not sent again: the baseline is made once a run.
    await inScope(
      'identities of what was created',
      async () => noteCreated(created, (await creationBaseline().catch(() => undefined))?.identity),
      run,
    );
  }
  connection.close();
  await receiver?.close();
  journal.write({ entry: 'end', ...(stopped !== undefined && { stopped }) });
}
