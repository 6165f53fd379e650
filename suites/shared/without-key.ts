import { context } from '../../helpers/client/context.js';
import type { RequestChange, Response } from '../../helpers/client/message.js';
import { isSuccess, returned } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed, Inconclusive, Skipped } from '../../helpers/client/verdicts.js';
import { type Fact, fixtures } from '../../helpers/runner/fixture.js';
import { type FsapiOperation, listAccounts } from '../../schemas/fsapi/operations.js';
import type { Operation } from '../../schemas/operation.js';
import { randomKey } from './near-misses.js';
import { noSuchPath } from './right-address.js';

/** On a connection of its own: no request before it can have opened it. */
export const withoutKey = (operation: Operation): Promise<Response> =>
  sentOnce(operation.name, () => sendWithKey(operation, null));

const sentOnce = fixtures<Response>();

const sendWithKey = (operation: Operation, apiKey: string | null) =>
  send(operation, { apiKey, fresh: true, purpose: apiKey === null ? 'without Api-Key' : 'with a random Api-Key' });

/** Every 401 of this run, two of them requested here for a run with a filter. @throws Inconclusive if there is none */
export async function all401(): Promise<readonly Response[]> {
  await Promise.all([withoutKey(listAccounts), sentOnce('a random key', () => sendWithKey(listAccounts, randomKey()))]);
  // Another path or method may belong to a gateway.
  const seen = context().responses.filter(
    ({ status, request: { raw, operation, change } }) =>
      status === 401 && raw.method === operation.method && change.path !== noSuchPath,
  );
  if (seen.length === 0) throw new Inconclusive('No 401 was observed in this run, so there was nothing to inspect.');
  return seen;
}

/**
 * An operation needs a key, or a valid one. For an open operation, no other text in the place of a key says anything; and
 * if the request without any other change gets no 401 either, that is the finding.
 */
const keyFact =
  (mistake: keyof FsapiOperation['unauthorized'], key: () => string | null) =>
  (operation: FsapiOperation): Fact => ({
    name: `${operation.activity} needs a key`,
    owner: operation.unauthorized[mistake],
    establish: async (_, explained) => {
      const response = await (explained ? sendWithKey(operation, key()) : withoutKey(operation));
      if (!explained && isSuccess(response))
        throw new Skipped(
          `${returned(response)}: it needs no key at all (${operation.unauthorized.missingKey}), so this request cannot test keys.`,
        );
      // What the service accepts is no consequence of another rejection.
      const isMore = explained?.response && isSuccess(explained.response) && !isSuccess(response);
      if (explained && response.status !== 401 && !isMore)
        throw new Failed({ found: `${returned(response)} instead of 401.`, response });
      return [response];
    },
  });
export const needsKey = keyFact('missingKey', () => null);
export const needsValidKey = keyFact('invalidKey', randomKey);

export function behindAValidOne(operation: Operation, change: RequestChange): Promise<Response> {
  const agent = context().connection.ownAgent();
  const valid = send(listAccounts, { agent, purpose: 'just before another on the same connection' });
  return valid.then(() => send(operation, { ...change, agent })).finally(() => agent.destroy());
}

/** The key of a request decides, not that of the first one on its connection: the failed request again, both ways. */
export const keyDecides: Fact = {
  name: 'the key decides, not the connection',
  owner: 'AUTH-07',
  establish: async (_, explained) => {
    const { operation, change } = (explained?.response ?? (await withoutKey(listAccounts))).request;
    // One of two instances may be right, and answer by chance.
    for (let round = 1; ; round += 1) {
      const alone = await send(operation, { ...change, fresh: true });
      if (alone.status !== 401) return [alone];
      const response = await behindAValidOne(operation, change);
      if (response.status === 401) return [response];
      const found = 'The same request returned 401 on a new connection: the connection decides, not the key.';
      if (round === 3) throw new Failed({ found, response });
    }
  },
};
