import { randomUUID } from 'node:crypto';
import { context } from '../../helpers/client/context.js';
import type { RequestChange } from '../../helpers/client/message.js';
import { isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Skipped } from '../../helpers/client/verdicts.js';
import { fixture } from '../../helpers/runner/fixture.js';
import { unlessDropped } from '../../helpers/runner/in-front.js';
import { isLoopback } from '../../helpers/settings/loopback.js';
import { listAccounts } from '../../schemas/fsapi/operations.js';
import { otherSpellings } from './near-misses.js';

/**
 * Web cache deception: an edge keeps what looks static. Gives what comes without a key, and for the second tenant, right
 * after the valid key has opened an address. @throws Skipped on live, where an edge would keep a listing for others
 */
export const afterTheKey = fixture('addresses that an edge may keep', async () => {
  const { configuration, connection } = context();
  if (configuration.environment === 'live' && !isLoopback(connection.base.hostname))
    throw new Skipped('On live an edge could keep the listing for others. Use Sandbox.');
  const spellings = Object.entries(otherSpellings(listAccounts)).filter(([, { headers }]) => !headers);
  const responses = spellings.map(async ([name, change]) => {
    // Nobody else asks with this query, so an edge that looks at it keeps nothing for others.
    const query = [`conformance=${randomUUID()}`, change.query].filter(Boolean).join('&');
    const ask = (who: string, more: RequestChange = {}) =>
      unlessDropped(send(listAccounts, { ...change, ...more, query, purpose: `${who}, with ${name}` }));
    const own = await ask('with the valid key');
    if (!own || !isSuccess(own)) return [];
    const keyless = await ask('without Api-Key, right after the valid key', { apiKey: null });
    if (configuration.otherTenantId === undefined) return [keyless];
    return [keyless, await ask('for the second tenant, right after the first', { caller: 'second' })];
  });
  return (await Promise.all(responses)).flat().filter((response) => response !== undefined);
});
