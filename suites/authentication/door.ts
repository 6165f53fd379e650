import { context } from '../../helpers/client/context.js';
import { mayWrite, readOnly } from '../../helpers/client/live-guard.js';
import type { RequestChange, Response } from '../../helpers/client/message.js';
import { describeResponse, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed, Skipped } from '../../helpers/client/verdicts.js';
import type { Fact } from '../../helpers/runner/fact.js';
import { fixtures } from '../../helpers/runner/fixture.js';
import { isLoopback } from '../../helpers/settings/loopback.js';
import { createCustomer, type FsapiOperation, headers, listAccounts } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import type { Operation } from '../../schemas/operation.js';
import { randomOfShape } from './invalid-keys.js';

const doors = fixtures<Response>();

/** The response to an operation without any key, on a connection of its own: no request before it can have opened it. */
export function withoutKey(operation: Operation): Promise<Response> {
  return doors(operation.name, () => knock(operation, null));
}

const knock = (operation: Operation, apiKey: string | null) =>
  send(operation, { apiKey, fresh: true, purpose: apiKey === null ? 'without Api-Key' : 'with a random Api-Key' });

/**
 * An operation needs a key, and a valid one. Where it is open without, nothing else in the place of a key says anything;
 * where the same request without any other change gets no 401 either, that is the finding.
 */
const closedDoor = (operation: FsapiOperation, owner: string, key: () => string | null): Fact => ({
  name: `${operation.activity} needs a key`,
  owner,
  establish: async (_, explained) => {
    const response = explained ? await knock(operation, key()) : await withoutKey(operation);
    const returned = `${describeResponse(response)} returned ${response.status}`;
    if (!explained && isSuccess(response))
      throw new Skipped(
        `${code(`${operation.method} ${operation.path}`)} needs no key at all (${owner}), so this request shows nothing about keys.`,
      );
    // What the service accepts is no consequence of another rejection.
    const isMore = explained?.response && isSuccess(explained.response) && !isSuccess(response);
    if (explained && response.status !== 401 && !isMore)
      throw new Failed({
        found: `${returned} instead of 401.`,
        expected: '401',
        received: String(response.status),
        response,
      });
    return { sentence: `${returned}.`, responses: [response] };
  },
});

/** By operation: its requests without a key, and with a random one, return 401. */
export const needsKey = {
  [createCustomer.name]: closedDoor(createCustomer, 'AUTH-01', () => null),
  [listAccounts.name]: closedDoor(listAccounts, 'AUTH-02', () => null),
} as const;
export const needsValidKey = {
  [createCustomer.name]: closedDoor(createCustomer, 'AUTH-03', () => randomOfShape(context().configuration.apiKey)),
  [listAccounts.name]: closedDoor(listAccounts, 'AUTH-04', () => randomOfShape(context().configuration.apiKey)),
} as const;

/** Sends a request right behind a valid one, on the same connection. */
export async function behindAValidOne(operation: Operation, change: RequestChange): Promise<Response> {
  const agent = context().connection.ownAgent();
  try {
    await send(listAccounts, { agent, purpose: 'just before another on the same connection' });
    return await send(operation, { ...change, agent });
  } finally {
    agent.destroy();
  }
}

/** The key of a request decides, not that of the first request on its connection: the failed request again, both ways. */
export const keyDecides: Fact = {
  name: 'the key decides, not the connection',
  owner: 'AUTH-07',
  establish: async (_, explained) => {
    const { operation, change } = explained?.response?.request ?? { operation: listAccounts, change: { apiKey: null } };
    const holds = (response: Response) => ({
      sentence: `${describeResponse(response)} returned ${response.status}.`,
      responses: [response],
    });
    let behind: Response | undefined;
    // Several times: of two instances of a service one may be right, and answer by chance.
    for (let round = 0; round < 3; round += 1) {
      const alone = await send(operation, { ...change, fresh: true });
      if (alone.status !== 401) return holds(alone);
      behind = await behindAValidOne(operation, change);
      if (behind.status === 401) return holds(behind);
    }
    throw new Failed({
      found: 'The same request returned 401 on a new connection: the connection decides, not the key.',
      expected: '401',
      received: `${behind?.status} behind a valid request`,
      response: behind as Response,
    });
  },
};

const without = (name: string, reason: () => Skipped | undefined): Fact => ({
  name,
  establish: async () => {
    const skipped = reason();
    if (skipped) throw skipped;
    return { sentence: 'The configuration allows it.', responses: [] };
  },
});

/** A run that writes. */
export const mayWriteHere = without('the run writes', () => (mayWrite(context()) ? undefined : readOnly(context())));

/** On live a valid key stands in no other place than its header. */
export const keyMayStandElsewhere = without('a valid key may stand elsewhere', () =>
  context().configuration.environment === 'live'
    ? new Skipped(
        'A service may log or store a key outside the `Api-Key` header, so on live the suite sends it nowhere else. Test this against Sandbox.',
      )
    : undefined,
);

/** Beyond loopback a valid key stands where services log or store it only where that is allowed. */
export const keyMayBeKept = without('a valid key may stand where services log or store it', () => {
  const { configuration, connection } = context();
  if (configuration.allowKeyElsewhere || isLoopback(connection.base.hostname)) return undefined;
  return new Skipped(
    `${code(connection.base.host)} may log or store what stands in the query, the path, the body, ${code(headers.tenant)} and ${code(headers.idempotencyKey)}. Set ${code('CONFORMANCE_ALLOW_KEY_ELSEWHERE=true')} to send a valid key there too.`,
  );
});
