import type { Response } from '../../helpers/client/message.js';
import { isServerError, isSuccess, returned } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed, Inconclusive, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { listAccounts } from '../../schemas/fsapi/operations.js';
import { type Beside, sendVariation } from '../shared/describe.js';
import { expectFromService, isAccepted } from '../shared/in-front.js';
import { baselineListing } from '../shared/valid-requests.js';
import { withoutKey } from '../shared/without-key.js';
import type { Keyless } from './invalid-keys.js';
import { underOtherTenants } from './must-open-nothing.js';

/**
 * A request without a valid key returns 401, beside the same with the valid one.
 * @throws Failed otherwise; Skipped, Inconclusive where something other than the key may have caused another rejection
 */
export async function mustBe401(response: Response, { control, after, row, target }: Beside<Keyless>): Promise<Proof> {
  if (after) await mustNotBeLockedOut(after);
  const expected = row.isLenient ? '401, or the same rejection as for a random key there' : '401';
  const sides = { expected, control: { request: 'with the valid key', response: control }, response };
  const { status } = response;
  if (status === 401) return sides;
  const found = `${returned(response)} instead of 401`;
  const failure = new Failed({ found: `${found}.`, ...sides });
  const { operation, change } = response.request;
  const isOpen = opens(response, control);
  if (isOpen && change.path === undefined) throw failure;
  // On a connection of its own: one that authenticated once may let anything pass.
  const decoy = row.decoy && (await sendVariation(operation, row.decoy, target, { fresh: true }));
  if (isOpen && decoy && opens(decoy, control))
    throw new Skipped(`${returned(decoy)} too: this path needs no key at all (AUTH-07), so none in it can be tested.`);
  if (isOpen) throw failure;
  const unlikeDecoy = (one: Response, how: string): Failed =>
    new Failed({
      found: `${found}, and ${how}.`,
      expected: '401, as for a random key',
      ...(decoy && { control: { request: 'the same with a random key', response: decoy } }),
      response: one,
    });
  if (row.isLenient) {
    // The same rejection twice, and a 401 for a random key in the same place.
    if (decoy?.status !== 401 || (await send(operation, change)).status !== status) return sides;
    throw unlikeDecoy(response, 'with a random key 401: the service reads a key there');
  }
  if (!row.isOdd) expectFromService(response, control);
  const isSame = decoy?.status === status;
  if (isSame && (row.isOdd ? decoy.isJson === response.isJson : !(await isByTheService(response))))
    throw new Skipped(
      `${returned(decoy)} too, so something in front of the service rejects such requests for any key.`,
    );
  if (decoy && row.isOdd) {
    // Not rejected for its text: the service took the key for somebody's (catalogue, AUTH-03).
    const opened = (await underOtherTenants(response, { fresh: true })).find((one) => opens(one, control));
    if (opened) throw unlikeDecoy(opened, returned(opened));
    throw new Inconclusive(`${found}, and a random key got ${decoy.status}, so it is unclear how the key was read.`);
  }
  // A firewall that still blocks the client blocks the valid key as well.
  await mustNotBeLockedOut(await send(listAccounts, { purpose: 'with the valid key, right after' }));
  throw failure;
}

const opens = (response: Response, control: Response) => isAccepted(response, control) || isServerError(response);

/** Whether a rejection is that of a validator, or of a request without any key. */
const isByTheService = async ({ isJson, status, request }: Response): Promise<boolean> =>
  (isJson && [400, 422].includes(status)) || (await withoutKey(request.operation)).status === status;

/** @param after the listing with the valid key, after requests without it @throws Inconclusive where it is now rejected */
async function mustNotBeLockedOut(after: Response): Promise<void> {
  if (!isSuccess(await baselineListing()) || isSuccess(after)) return;
  throw new Inconclusive(
    `After the invalid keys the valid key returned ${after.status}: the target locks out clients, or a cache returned another request’s rejection, so its rejections prove nothing.`,
  );
}
