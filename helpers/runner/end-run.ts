import { inScope, type RunContext } from '../client/context.js';
import { noteClaimed } from '../identity/note-identity.js';

/** What the tests note at the end, as the evidence names a check. */
export const namesAtEnd = 'identities of what was created';

/** Has the tests note what they know of what was created, and closes the connections. */
export async function endRun(run: RunContext, atEnd?: (run: RunContext) => Promise<void>): Promise<void> {
  const { connection, receiver, journal } = run;
  const stopped = run.stopped ?? run.cut;
  await inScope(
    namesAtEnd,
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
