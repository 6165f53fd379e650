import { context } from '../../../helpers/client/context.js';
import type { RequestChange, Response } from '../../../helpers/client/message.js';
import { send } from '../../../helpers/client/send.js';
import { Failed, Inconclusive } from '../../../helpers/client/verdicts.js';
import { type FsapiOperation, listAccounts } from '../../../schemas/fsapi/operations.js';

/** Sends a request right behind a valid one, on the same connection. */
export async function behindAValidOne(operation: FsapiOperation, change: RequestChange): Promise<Response> {
  const agent = context().connection.ownAgent();
  try {
    await send(listAccounts, { agent, purpose: 'just before another on the same connection' });
    return await send(operation, { ...change, agent });
  } finally {
    agent.destroy();
  }
}

/**
 * Of a request without a valid key that got no 401, the 401 on a connection of its own, where the connection decides: right
 * behind a valid request it gets none again. A service may look at the key of a connection's first request alone.
 */
export async function rejectedAlone(operation: FsapiOperation, change: RequestChange): Promise<Response | undefined> {
  let alone: Response | undefined;
  // Several times: of two instances of a service one may be right, and answer by chance.
  for (let round = 0; round < 3; round += 1) {
    alone = await send(operation, { ...change, fresh: true });
    if (alone.status !== 401 || (await behindAValidOne(operation, change)).status === 401) return undefined;
  }
  return alone;
}

/** One cause is one finding. @returns what throws Inconclusive where the connection decides over a request; else the error */
export function unlessTheConnectionDecides(operation: FsapiOperation, change: RequestChange) {
  return async (error: unknown): Promise<never> => {
    const alone = error instanceof Failed && (await rejectedAlone(operation, change));
    if (!alone) throw error;
    throw new Inconclusive(
      `${error.message} On a connection of its own it returned ${alone.status}: the connection decides, not the key.`,
    );
  };
}
