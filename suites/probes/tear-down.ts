import { inScope, type RunContext } from '../../helpers/client/context.js';
import { isCreationOfCustomer } from '../../helpers/client/response.js';
import { creationBaseline, noteCreated } from './creation-baseline.js';

/** Records the created customers for the owner of the target, and closes the connections. */
export async function tearDown(run: RunContext): Promise<void> {
  const { responses, connection, receiver, journal } = run;
  const stopped = run.stopped ?? run.cut;
  const created = responses.filter(isCreationOfCustomer);
  if (created.length > 0) {
    // Sends nothing: the run makes its baseline once.
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
