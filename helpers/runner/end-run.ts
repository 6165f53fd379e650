import { inScope, type RunContext } from '../client/context.js';
import { noteClaimed } from '../identity/note-identity.js';

/** Has the tests note what they know of what was created, and closes the connections. */
export async function endRun(run: RunContext, atEnd?: (run: RunContext) => Promise<void>): Promise<void> {
  const { connection, receiver, journal } = run;
  const stopped = run.stopped ?? run.cut;
  await inScope(
    'identities of what was created',
    async () => {
      noteClaimed(run.responses);
      await atEnd?.(run);
    },
    run,
  );
  connection.close();
  await receiver?.close();
  journal.write({ entry: 'end', ...(stopped !== undefined && { stopped }) });
}
