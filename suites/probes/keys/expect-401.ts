import { context } from '../../../helpers/client/context.js';
import type { RequestChange, Response } from '../../../helpers/client/message.js';
import {
  describeRequest,
  describeResponse,
  isRejection,
  isServerError,
  isSuccess,
} from '../../../helpers/client/response.js';
import { send } from '../../../helpers/client/send.js';
import { Failed, Inconclusive, type Proof, Skipped } from '../../../helpers/client/verdicts.js';
import { reportsRejection } from '../../../helpers/identity/acceptance.js';
import { fixtures } from '../../../helpers/runner/fixture.js';
import { type ThroughCache, throughCache } from '../../../helpers/runner/past-cache.js';
import { type FsapiOperation, listAccounts } from '../../../schemas/fsapi/operations.js';
import { code } from '../../../schemas/marked.js';
import { baselineListing } from '../baseline-requests.js';
import { baselineFor, parametersLike } from '../baselines.js';
import { droppedInFront, expectFromService, isStoppedBefore } from '../gateways.js';
import { rejectedAlone } from './by-connection.js';
import { afterInvalidKeys, randomOfShape } from './invalid-keys.js';

/**
 * A change without a valid key. With `lenient` any rejection will do: something in front may answer in its own way. With
 * `decoy`, the same with a random key, one that the decoy gets too: then it is not about the key.
 */
type Unauthorised = RequestChange & {
  readonly purpose: string;
  readonly lenient?: boolean;
  readonly decoy?: RequestChange;
};

const plain = fixtures<Response>();
/** What a cache has to do with a rejection of the valid key: asked once. */
const caches = fixtures<ThroughCache | undefined>();

/** The response to an operation without any key, requested once a run: several checks rest on it. */
export async function withoutKey(operation: FsapiOperation): Promise<Response> {
  const control = await baselineFor(operation);
  const change = { parameters: parametersLike(control, operation), apiKey: null, purpose: 'without Api-Key' };
  return plain(`${operation.name} without a key`, async () => {
    const response = await send(operation, change);
    return (response.status !== 401 && (await rejectedAlone(operation, change))) || response;
  });
}

/** The same with a random key of the valid one's shape. */
export async function withRandomKey(operation: FsapiOperation): Promise<Response> {
  const parameters = parametersLike(await baselineFor(operation), operation);
  const apiKey = randomOfShape(context().configuration.apiKey);
  const change = { parameters, apiKey, purpose: 'with a random Api-Key' };
  return plain(`${operation.name} with a random key`, () => send(operation, change));
}

/**
 * The response to an operation without any key.
 * @throws Skipped where the service accepts it: then nothing else that the request has in place of a key says anything
 */
export async function closedDoor(operation: FsapiOperation): Promise<Response> {
  const response = await withoutKey(operation);
  if (!isSuccess(response)) return response;
  throw new Skipped(
    `${code(`${operation.method} ${operation.path}`)} needs no key at all (${operation.unauthorized?.missingKey ?? 'no 401'}), so this request says nothing.`,
  );
}

/**
 * @param received the response, where it has come already
 * @throws Failed unless the response is 401; with `lenient`, where the service accepts the request, or breaks
 */
export async function expect401(operation: FsapiOperation, change: Unauthorised, received?: Response): Promise<Proof> {
  const control = await baselineFor(operation);
  const { lenient, decoy, ...mutation } = change;
  const sent = { parameters: parametersLike(control, operation), ...mutation };
  const sending = () => (lenient || decoy ? send(operation, sent).catch(droppedInFront) : send(operation, sent));
  // A server error that several checks share cannot be repeated between controls: this check sends its own.
  const response = received && !isServerError(received) ? received : await sending();
  const expected = lenient ? '401, or any rejection by what stands in front' : '401';
  const beside = { request: 'with the valid key', response: control };
  if (response.status === 401 || (lenient && !isLetIn(response, control) && !isServerError(response))) {
    if (response.status !== 401 && decoy) await expectNoOther(response, sent, decoy);
    return { expected, control: beside, response };
  }
  const alone = await rejectedAlone(operation, sent).catch(() => undefined);
  if (alone)
    throw new Inconclusive(
      `${describeResponse(response)} returned ${response.status} behind a valid request, and ${alone.status} on a connection of its own: the connection decides, not the key (AUTH-07).`,
    );
  if (isStoppedBefore(control) && response.status === control.status)
    throw new Inconclusive(
      `${describeResponse(control)} also returned ${control.status} with the valid key, so a rejection would be meaningless.`,
    );
  expectFromService(response);
  if (decoy && !isLetIn(response, control) && !isOfTheValidator(response)) {
    const other = await send(operation, { ...sent, ...decoy });
    if (other.status === response.status)
      throw new Skipped(
        `${describeResponse(other)} also returned ${other.status}, so something in front of the service rejects such requests, whatever key they hold.`,
      );
  }
  // A firewall that blocks the client blocks the valid key as well.
  if (isRejection(response))
    await expectNoLockOut(await send(listAccounts, { purpose: 'with the valid key, right after' }));
  throw new Failed({
    found: `${sentence(mutation.purpose)}, ${describeRequest({ ...response.request, change: { ...mutation, purpose: undefined } })} returned ${response.status}${lenient ? '' : ' instead of 401'}.`,
    expected,
    received: reportsRejection(response)
      ? `${response.status}, with a body that reports a rejection`
      : String(response.status),
    control: beside,
    response,
  });
}

/** As `expect401`, of a request that is wrong in another way too. @param key in place of the valid one; null for none */
export function expect401First(operation: FsapiOperation, key: string | null, change: Unauthorised): Promise<Proof> {
  const expected = key === null ? expect401 : expect401ForInvalidKey;
  const plain = key === null ? withoutKey : withRandomKey;
  return addingTo([() => plain(operation)], expected(operation, { ...change, apiKey: key }));
}

/**
 * What a probe shows beside plainer requests without a valid key: one cause is one finding.
 * @throws Inconclusive where one of them gets no 401 either, unless the service lets the probe's request alone in
 */
export async function addingTo(plains: readonly (() => Promise<Response>)[], probe: Promise<Proof>): Promise<Proof> {
  const ended = await probe.catch((error: unknown) => {
    if (error instanceof Failed) return error;
    throw error;
  });
  const { response } = ended;
  for (const make of response?.status === 401 ? [] : plains) {
    const plain = await make();
    if (plain.status === 401 || (response && isSuccess(response) && !isSuccess(plain))) continue;
    const { apiKey, operation } = plain.request;
    const finding = apiKey === null ? operation.unauthorized?.missingKey : operation.unauthorized?.invalidKey;
    throw new Inconclusive(
      `${describeResponse(plain)} returned ${plain.status} instead of 401 (${finding ?? 'not stated'}), so this request adds nothing.`,
      finding,
    );
  }
  if (ended instanceof Failed) throw ended;
  return ended;
}

/** @throws Failed where a random key in the same place gets a 401, and the valid one another rejection twice: then it is read */
async function expectNoOther(response: Response, sent: Unauthorised, decoy: RequestChange): Promise<void> {
  const other = await send(response.request.operation, { ...sent, ...decoy });
  if (other.status !== 401) return;
  const again = await send(response.request.operation, sent);
  if (again.status !== response.status) return;
  throw new Failed({
    found: `${sentence(sent.purpose)}, ${describeRequest({ ...again.request, change: { ...sent, purpose: undefined } })} returned ${again.status}, and 401 with a random key there: the service reads it.`,
    expected: '401, as with a random key there',
    received: String(again.status),
    control: { request: 'with a random key in the same place', response: other },
    response: again,
  });
}

/** Whether a service rejects what a request holds besides the key, before it looks at the key, or breaks. */
function isOfTheValidator(response: Response): boolean {
  const { status, isJson } = response;
  return isServerError(response) || (isJson && (status === 400 || status === 422));
}

/** Whether the service accepted a request: a firewall's page is none of the service's, whatever its status. */
export function isLetIn(response: Response, control: Response): boolean {
  return isSuccess(response) && (response.isJson || !control.isJson || response.text === '');
}

/** A text as the beginning of a sentence. */
export function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** As `expect401`, for an invalid key: where the service rejects the valid key afterwards, it has locked it out. */
export async function expect401ForInvalidKey(operation: FsapiOperation, change: Unauthorised): Promise<Proof> {
  const [found, after] = await afterInvalidKeys(() =>
    expect401(operation, change).catch((error: unknown) => {
      if (error instanceof Failed) return error;
      throw error;
    }),
  );
  await expectNoLockOut(after);
  if (found instanceof Failed) throw found;
  return found;
}

/** @param after the listing with the valid key, after requests without it @throws Inconclusive where it is now rejected */
async function expectNoLockOut(after: Response): Promise<void> {
  if (!isSuccess(await baselineListing()) || isSuccess(after)) return;
  const cache = await caches(after.exchange, () => throughCache(after));
  if (cache?.guess !== undefined)
    throw new Inconclusive(
      `After the invalid keys the valid key returned ${after.status}, as the rejection of another request out of a cache. ${cache.shown}`,
    );
  throw new Inconclusive(
    `After the invalid keys the valid key returned ${after.status}: the target seems to lock out clients that send several, so its rejections are meaningless.`,
  );
}
