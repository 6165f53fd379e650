import { context } from '../../helpers/client/context.js';
import type { RequestChange, Response } from '../../helpers/client/message.js';
import { describeResponse, isRejection, isServerError, isSuccess } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed, Inconclusive, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { reportsRejection } from '../../helpers/identity/acceptance.js';
import { fixtures } from '../../helpers/runner/fixture.js';
import { type ThroughCache, throughCache } from '../../helpers/runner/past-cache.js';
import type { Target } from '../../helpers/runner/target.js';
import { listAccounts } from '../../schemas/fsapi/operations.js';
import { baselineListing } from '../requests.js';
import { type Beside, changeOf, droppedInFront, expectFromService, isStoppedBefore } from '../variation.js';
import { underOtherTenants, withoutKey } from './doors.js';
import { type Keyless, randomOfShape } from './invalid-keys.js';

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
  if (!isAccepted(response, control) && !isServerError(response)) {
    if (row.isOdd) throw await otherThan401(response, control);
    const decoy = row.decoy && (await sendDecoy(response, row, target));
    if (row.isLenient) {
      if (decoy?.status === 401) await mustNotBeRead(response, decoy);
      return sides;
    }
    await mustBeAboutTheKey(response, control, decoy);
  }
  throw new Failed({
    found: `${describeResponse(response)} returned ${response.status} instead of 401.`,
    received: `${response.status}${reportsRejection(response) ? ', with a body that reports a rejection' : ''}`,
    ...sides,
  });
}

/** Whether the service accepted a request: a firewall's page is none of the service's, whatever its status. */
export function isAccepted(response: Response, control: Response): boolean {
  return isSuccess(response) && (response.isJson || !control.isJson || response.text === '');
}

async function sendDecoy(response: Response, { name, decoy = {} }: Keyless, target: Target): Promise<Response> {
  const random = { name: name.replace('the valid key', 'a random key'), change: decoy };
  return send(response.request.operation, { ...(await changeOf(random, target)), fresh: true });
}

/** @throws Failed where the valid key gets another rejection twice, and a random one in the same place a 401 */
async function mustNotBeRead({ request, status }: Response, decoy: Response): Promise<void> {
  const again = await send(request.operation, request.change);
  if (again.status !== status) return;
  throw new Failed({
    found: `${describeResponse(again)} returned ${status}, and with a random key 401: the service reads a key there.`,
    expected: '401, as with a random key there',
    received: String(status),
    control: { request: 'with a random key in the same place', response: decoy },
    response: again,
  });
}

/** @throws Skipped, Inconclusive where something in front of the service, or a validator, may have rejected the request */
async function mustBeAboutTheKey(response: Response, control: Response, decoy: Response | undefined): Promise<void> {
  if (isStoppedBefore(control) && response.status === control.status)
    throw new Inconclusive(
      `${describeResponse(control)} also returned ${control.status} with the valid key, so a rejection would be meaningless.`,
    );
  expectFromService(response);
  const isOfTheValidator = response.isJson && [400, 422].includes(response.status);
  const isDoor = (await withoutKey(response.request.operation)).status === response.status;
  if (decoy?.status === response.status && !isOfTheValidator && !isDoor)
    throw new Skipped(
      `${describeResponse(decoy)} also returned ${decoy.status}, so something in front of the service rejects such requests whatever their key.`,
    );
  // A firewall that blocks the client blocks the valid key as well.
  if (isRejection(response))
    await mustNotBeLockedOut(await send(listAccounts, { purpose: 'with the valid key, right after' }));
}

/**
 * What another rejection than 401 of an odd key shows, where a random key gets a 401: something in front rejects the text
 * itself, or the service took the key for somebody's (catalogue, AUTH-03). What is sent to compare has connections of its
 * own: one that authenticated once would let anything pass.
 */
async function otherThan401(response: Response, control: Response): Promise<Skipped | Failed | Inconclusive> {
  const { operation, change } = response.request;
  const { apiKey } = context().configuration;
  const random = randomOfShape(apiKey);
  // A valid key, or nearly one, stands in no other header: a random one in its place is as odd.
  const text = (change.apiKey ?? '').replaceAll(apiKey, random).replaceAll(apiKey.slice(0, -1), random.slice(0, -1));
  const alone = (more: RequestChange) => send(operation, { ...change, fresh: true, ...more });
  const elsewhere = await alone({
    apiKey: random,
    shellKey: undefined,
    headers: [['X-Unread-Text', text]],
    purpose: 'with a random Api-Key, and an odd text in a header that nobody reads',
  }).catch(droppedInFront);
  const returned = `${describeResponse(response)} returned ${response.status} instead of 401`;
  if (elsewhere.status === response.status && elsewhere.isJson === response.isJson)
    return new Skipped(
      `${returned}; the same text in a header that no service reads got ${elsewhere.status} too, so something in front of the service rejects the text, not the key.`,
    );
  for (const { where, change: other } of underOtherTenants(change)) {
    const again = await alone(other);
    if (!isAccepted(again, control) && !isServerError(again)) continue;
    return new Failed({
      found: `${returned}, and ${again.status} ${where}.`,
      expected: '401, as for a random key',
      received: String(again.status),
      control: { request: 'with a random key', response: elsewhere },
      response: again,
    });
  }
  return new Inconclusive(
    `${returned}, and a random key got ${elsewhere.status}. The responses do not show what the service took the key for.`,
  );
}

/** What a cache has to do with a rejection of the valid key: asked once. */
const caches = fixtures<ThroughCache | undefined>();

/** @param after the listing with the valid key, after requests without it @throws Inconclusive where it is now rejected */
async function mustNotBeLockedOut(after: Response): Promise<void> {
  if (!isSuccess(await baselineListing()) || isSuccess(after)) return;
  const cache = await caches(after.exchange, () => throughCache(after));
  const returned = `After the invalid keys the valid key returned ${after.status}`;
  throw new Inconclusive(
    cache?.guess === undefined
      ? `${returned}: the target seems to lock out clients after several invalid keys, so its rejections prove nothing.`
      : `${returned}: a cache answered with the rejection of another request. ${cache.shown}`,
  );
}
