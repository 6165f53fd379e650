import { context } from '../../helpers/client/context.js';
import type { RequestChange, Response } from '../../helpers/client/message.js';
import { describeResponse, isRejection, isServerError, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed, Inconclusive, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { reportsRejection } from '../../helpers/identity/acceptance.js';
import type { Established, Fact } from '../../helpers/runner/fact.js';
import { fixtures } from '../../helpers/runner/fixture.js';
import { type ThroughCache, throughCache } from '../../helpers/runner/past-cache.js';
import { createCustomer, type FsapiOperation, listAccounts } from '../../schemas/fsapi/operations.js';
import { code } from '../../schemas/marked.js';
import type { Operation } from '../../schemas/operation.js';
import { baselineListing } from '../requests.js';
import { type Beside, expectFromService, isStoppedBefore, sendVariation } from '../variation.js';
import { type Keyless, randomOfShape } from './invalid-keys.js';

const returned = (response: Response) => `${describeResponse(response)} returned ${response.status}`;
const shownBy = (response: Response): Established => ({ sentence: `${returned(response)}.`, responses: [response] });

/**
 * A request without a valid key returns 401, beside the same with the valid one, which the service accepted.
 * @throws Failed otherwise; Skipped, Inconclusive where something other than the key may be the cause of another rejection
 */
export async function mustBe401(response: Response, beside: Beside<Keyless>): Promise<Proof> {
  const { control, after, row, target } = beside;
  if (after) await mustNotBeLockedOut(after);
  const expected = row.isLenient ? '401, or the same rejection as for a random key there' : '401';
  const sides = { expected, control: { request: 'with the valid key', response: control }, response };
  if (response.status === 401) return sides;
  const failure = new Failed({
    found: `${returned(response)} instead of 401.`,
    received: `${response.status}${reportsRejection(response) ? ', with a body that reports a rejection' : ''}`,
    ...sides,
  });
  if (isAccepted(response, control) || isServerError(response)) throw failure;
  const { operation } = response.request;
  // On a connection of its own: one that authenticated once may let anything pass.
  const decoy = row.decoy && (await sendVariation(operation, row.decoy, target, { fresh: true }));
  if (row.isLenient) {
    if (decoy?.status === 401) await mustNotBeRead(response, decoy);
    return sides;
  }
  if (!row.isOdd) mustComeFromTheService(response, control);
  const isSame = decoy?.status === response.status;
  if (decoy && isSame && (row.isOdd ? decoy.isJson === response.isJson : !(await isByTheService(response))))
    throw new Skipped(
      `${returned(decoy)} too, so something in front of the service rejects such requests whatever their key.`,
    );
  if (decoy && row.isOdd) throw await takenForAnotherKey(response, control, decoy);
  // A firewall that blocks the client blocks the valid key as well.
  if (isRejection(response))
    await mustNotBeLockedOut(await send(listAccounts, { purpose: 'with the valid key, right after' }));
  throw failure;
}

/** Whether the service accepted a request: a firewall's page is none of the service's, whatever its status. */
export function isAccepted(response: Response, control: Response): boolean {
  return isSuccess(response) && (response.isJson || !control.isJson || response.text === '');
}

/** @throws Failed where the valid key gets another rejection twice, and a random one in the same place a 401 */
async function mustNotBeRead({ request, status }: Response, decoy: Response): Promise<void> {
  const response = await send(request.operation, request.change);
  if (response.status !== status) return;
  throw new Failed({
    found: `${returned(response)}, and with a random key 401: the service reads a key there.`,
    expected: '401, as with a random key there',
    control: { request: 'with a random key in the same place', response: decoy },
    response,
  });
}

/** @throws Skipped, Inconclusive where something in front of the service may have rejected the request */
function mustComeFromTheService(response: Response, control: Response): void {
  if (isStoppedBefore(control) && response.status === control.status)
    throw new Inconclusive(`${returned(control)} with the valid key too, so a rejection would prove nothing.`);
  expectFromService(response);
}

/** Whether a rejection is that of a validator, or of a request without any key. */
const isByTheService = async (response: Response): Promise<boolean> =>
  (response.isJson && [400, 422].includes(response.status)) ||
  (await withoutKey(response.request.operation)).status === response.status;

/** Where another rejection than 401 of an odd key is none for its text, the service took the key for somebody's (catalogue, AUTH-03). */
async function takenForAnotherKey(
  response: Response,
  control: Response,
  decoy: Response,
): Promise<Failed | Inconclusive> {
  const found = `${returned(response)} instead of 401`;
  const others = await underOtherTenants(response, { fresh: true });
  const opened = others.find((one) => isAccepted(one, control) || isServerError(one));
  if (!opened)
    return new Inconclusive(
      `${found}, and a random key got ${decoy.status}. The responses do not show how the service read the key.`,
    );
  return new Failed({
    found: `${found}, and ${returned(opened)}.`,
    expected: '401, as for a random key',
    control: { request: 'with a random key', response: decoy },
    response: opened,
  });
}

/** A request again without a tenant, and under another tenant's id: a guard of tenants may stand behind a door that is open. */
export function underOtherTenants({ request }: Response, more: RequestChange = {}): Promise<Response[]> {
  const { operation, change } = request;
  const { tenantId, otherTenantId } = context().configuration;
  const another = change.tenant === undefined ? otherTenantId : tenantId;
  const ways = [
    { tenant: null, where: 'without x-tenant-id' },
    ...(another === undefined ? [] : [{ tenant: another, where: 'with the id of another tenant' }]),
  ];
  return Promise.all(
    ways.map(({ tenant, where }) =>
      send(operation, { ...change, ...more, tenant, purpose: `${change.purpose}, ${where}` }),
    ),
  );
}

/** What a cache has to do with a rejection of the valid key: asked once. */
const caches = fixtures<ThroughCache | undefined>();

/** @param after the listing with the valid key, after requests without it @throws Inconclusive where it is now rejected */
async function mustNotBeLockedOut(after: Response): Promise<void> {
  if (!isSuccess(await baselineListing()) || isSuccess(after)) return;
  const cache = await caches(after.exchange, () => throughCache(after));
  const why =
    cache?.guess === undefined
      ? 'the target seems to lock out clients after several invalid keys, so its rejections prove nothing.'
      : `a cache returned the rejection of another request. ${cache.shown}`;
  throw new Inconclusive(`After the invalid keys the valid key returned ${after.status}: ${why}`);
}

// What explains a response that is no 401.

const knocked = fixtures<Response>();

/** The response to an operation without any key, on a connection of its own: no request before it can have opened it. */
export function withoutKey(operation: Operation): Promise<Response> {
  return knocked(operation.name, () => knock(operation, null));
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
    if (!explained && isSuccess(response))
      throw new Skipped(
        `${code(`${operation.method} ${operation.path}`)} needs no key at all (${owner}), so this request cannot test keys.`,
      );
    // What the service accepts is no consequence of another rejection.
    const isMore = explained?.response && isSuccess(explained.response) && !isSuccess(response);
    if (explained && response.status !== 401 && !isMore)
      throw new Failed({ found: `${returned(response)} instead of 401.`, response });
    return shownBy(response);
  },
});

/** By operation: its requests without a key, and with a random one, return 401. */
export const needsKey = {
  [createCustomer.name]: closedDoor(createCustomer, 'AUTH-01', () => null),
  [listAccounts.name]: closedDoor(listAccounts, 'AUTH-02', () => null),
} as const;
const randomKey = () => randomOfShape(context().configuration.apiKey);
export const needsValidKey = {
  [createCustomer.name]: closedDoor(createCustomer, 'AUTH-03', randomKey),
  [listAccounts.name]: closedDoor(listAccounts, 'AUTH-04', randomKey),
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
    // Several times: of two instances of a service one may be right, and answer by chance.
    for (let round = 1; ; round += 1) {
      const alone = await send(operation, { ...change, fresh: true });
      if (alone.status !== 401) return shownBy(alone);
      const response = await behindAValidOne(operation, change);
      if (response.status === 401) return shownBy(response);
      const found = 'The same request returned 401 on a new connection: the connection decides, not the key.';
      if (round === 3) throw new Failed({ found, response });
    }
  },
};
