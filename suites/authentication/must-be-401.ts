import type { Response } from '../../helpers/client/message.js';
import { isServerError, isSuccess, returned } from '../../helpers/client/response.js';
import { send } from '../../helpers/client/send.js';
import { Failed, Inconclusive, type Proof, Skipped } from '../../helpers/client/verdicts.js';
import { bracket } from '../../helpers/runner/fixture.js';
import { expectFromService, isAccepted } from '../../helpers/runner/in-front.js';
import { listAccounts } from '../../schemas/fsapi/operations.js';
import { type Beside, sendVariation, type Variation } from '../shared/describe.js';
import { noSuchPath } from '../shared/right-address.js';
import { baselineListing } from '../shared/valid-requests.js';
import { withoutKey } from '../shared/without-key.js';
import type { BesideDecoy } from './invalid-keys.js';
import type { KeyElsewhere } from './keyless-requests.js';
import { underOtherTenants } from './must-open-nothing.js';

/** @throws Failed if the status is not 401; Skipped or Inconclusive if another rejection need not be about the key */
export async function mustBe401(response: Response, { control }: Beside<Variation>): Promise<Proof> {
  const sides = sidesOf(response, control);
  if (response.status === 401) return sides;
  if (getsPast(response, control)) throw otherThan401(sides);
  expectFromService(response, control);
  await mustNotBeLockedOut('right after');
  throw otherThan401(sides);
}

/** @throws as `mustBe401`; Skipped if a random key opens it too */
export async function mustBe401Elsewhere(response: Response, { control, row }: Beside<KeyElsewhere>): Promise<Proof> {
  const expected = row.isLenient ? '401, or the same rejection as for a random key there' : '401';
  const sides = sidesOf(response, control, expected);
  if (response.status === 401) return sides;
  if (isAccepted(response, control) && response.request.change.path === undefined) throw otherThan401(sides);
  const decoy = await sendDecoy(response, row.decoy);
  if (getsPast(response, control)) throw pastTheGuard(sides, control, decoy);
  if (row.isLenient) return mustBeRejectedAlike(sides, decoy);
  expectFromService(response, control);
  if (decoy.status === response.status && !(await isByTheService(response))) throw rejectedInFront(decoy);
  await mustNotBeLockedOut('right after');
  throw otherThan401(sides);
}

/** Why a key elsewhere must not get past; Skipped if a random one there does as well. */
function pastTheGuard(sides: Sides, control: Response, decoy: Response): Failed | Skipped {
  if (isServerError(sides.response))
    return decoy.status === sides.response.status ? rejectedInFront(decoy) : otherThan401(sides);
  if (!getsPast(decoy, control)) return otherThan401(sides);
  return new Skipped(`${returned(decoy)} too: this path needs no key at all (AUTH-07), so none in it can be tested.`);
}

/** @throws Failed if a random key gets 401 where the valid one gets another rejection, twice */
async function mustBeRejectedAlike(sides: Sides, decoy: Response): Promise<Proof> {
  const { request, status } = sides.response;
  if (decoy.status !== 401 || (await send(request.operation, request.change)).status !== status) return sides;
  throw unlikeDecoy(sides, decoy, 'with a random key 401: the service reads a key there');
}

/** @throws Failed if the key, or the same under another tenant, gets past; Skipped if a random key gets the same; else Inconclusive */
export async function mustBe401Misread(response: Response, { control, row }: Beside<BesideDecoy>): Promise<Proof> {
  const sides = sidesOf(response, control);
  if (response.status === 401) return sides;
  if (isAccepted(response, control)) throw otherThan401(sides);
  const decoy = await sendDecoy(response, row.decoy);
  if (decoy.status === response.status && decoy.isJson === response.isJson) throw rejectedInFront(decoy);
  if (isServerError(response)) throw otherThan401(sides);
  const opened = (await underOtherTenants(response, { fresh: true })).find((other) => getsPast(other, control));
  if (opened) throw unlikeDecoy(sides, decoy, returned(opened), opened);
  throw new Inconclusive(
    `${returned(response)} instead of 401, and a random key got ${decoy.status}, so it is unclear how the key was read.`,
  );
}

/** @throws Failed if a conditional or partial request shows anything of the operation; Skipped if it shows nothing */
export async function mustBe401Conditional(response: Response, { control }: Beside<Variation>): Promise<Proof> {
  const sides = sidesOf(response, control);
  if (response.status === 401) return sides;
  const { operation, change } = response.request;
  const valid = { headers: change.headers ?? [], purpose: 'with the valid key and the same condition' };
  const shows = (other: Response) => other.status === 304 || isAccepted(other, control);
  const isOfOperation =
    shows(response) &&
    (await send(operation, { ...change, path: noSuchPath })).status !== response.status &&
    shows(await send(operation, valid));
  if (isOfOperation) throw otherThan401(sides);
  throw new Skipped(`${returned(response)}, and nothing shows that the operation stands behind that.`);
}

const sidesOf = (response: Response, control: Response, expected = '401') => ({
  expected,
  control: { request: 'with the valid key', response: control },
  response,
});
type Sides = ReturnType<typeof sidesOf>;

const otherThan401 = (sides: Sides) => new Failed({ found: `${returned(sides.response)} instead of 401.`, ...sides });

/** @param how the two keys are treated differently @param deciding shows it */
const unlikeDecoy = ({ response }: Sides, decoy: Response, how: string, deciding = response) =>
  new Failed({
    found: `${returned(response)} instead of 401, and ${how}.`,
    expected: '401, as for a random key',
    control: { request: 'the same with a random key', response: decoy },
    response: deciding,
  });

const rejectedInFront = (decoy: Response) =>
  new Skipped(`${returned(decoy)} too, so something in front of the service rejects such requests for any key.`);

/** On a connection of its own: one that authenticated once may let anything pass. */
const sendDecoy = ({ request }: Response, decoy: Variation) => sendVariation(request.operation, decoy, { fresh: true });

const getsPast = (response: Response, control: Response) => isAccepted(response, control) || isServerError(response);

/** A validator’s rejection, or the one that a request without any key gets. */
const isByTheService = async ({ isJson, status, request }: Response): Promise<boolean> =>
  (isJson && [400, 422].includes(status)) || (await withoutKey(request.operation)).status === status;

/** @throws Inconclusive if the valid key is rejected now: the target locks out clients, or a firewall blocks this one */
async function mustNotBeLockedOut(when: string) {
  const after = await send(listAccounts, { purpose: `with the valid key, ${when}` });
  if (!isSuccess(await baselineListing()) || isSuccess(after)) return;
  throw new Inconclusive(
    `After the invalid keys the valid key returned ${after.status}: the target locks out clients, or a cache returned another request’s rejection, so its rejections prove nothing.`,
  );
}

export const afterInvalidKeys = bracket('the valid key after the invalid ones', () =>
  mustNotBeLockedOut('after the invalid ones'),
);
