import type { Response } from '../client/message.js';
import { isRejection, isSuccess } from '../client/response.js';
import { type Leaf, leavesOf, wordsOf } from '../json/json-leaves.js';
import { hasIdentity, type ResourceIdentity } from './resource-identity.js';

/** `unclear`: the response says neither. */
export type Acceptance = 'accepted' | 'rejected' | 'unclear';

/**
 * Whether the service accepted a write, compared with one or two controls that it accepted. Any 4xx is a rejection; so is
 * a 2xx without the identity that the control has, or whose body, unlike the control's, says so: at its top, since what is
 * below may be about the new customer (`"review": {"accepted": false}`).
 */
export function acceptanceOf(
  response: Response,
  [control, other]: readonly [Response, Response | undefined],
  identity: ResourceIdentity | undefined,
): Acceptance {
  if (isRejection(response)) return 'rejected';
  if (!isSuccess(response)) return 'unclear';
  if (isRejectedAtTop(response) && !isRejectedAtTop(control)) return 'rejected';
  if (identity && hasIdentity(control, identity)) {
    return hasIdentity(response, identity) || isOfItsKind(response, control, identity) ? 'accepted' : 'rejected';
  }
  if (isRejectionBody(response) && !isRejectionBody(control)) return 'rejected';
  return signature(response) === signature(control) && hasConstants(response, control, other) ? 'accepted' : 'unclear';
}

/** Whether it has the identity, and most of the control's members: echoes lack some. */
function isOfItsKind(response: Response, control: Response, { pointers }: ResourceIdentity) {
  const own = new Set(leavesOf(response.json).map(({ pointer }) => pointer));
  const members = leavesOf(control.json).map(({ pointer }) => pointer);
  const most = members.filter((pointer) => own.has(pointer)).length * 2 > members.length;
  return most && hasIdentity(response, { pointers });
}

const yesOrNo = /^(success|successful|succeeded|ok|valid|accepted|created)$/;
const complaints = /^(error|errors|problem|problems|violation|violations|failure|failures)$/;

/** Whether it says `success: false`, or has a member for errors that is not empty. */
export const isRejectionBody = (response: Response): boolean =>
  leavesOf(response.json).some(({ names, value }) => isComplaint(names, value));

const isRejectedAtTop = (response: Response) =>
  leavesOf(response.json).some(
    ({ names, value }) => isComplaint(names.slice(0, 1), value) && (value !== false || names.length === 1),
  );

const isEmpty = (value: unknown) => value === null || value === '' || value === 0;

function isComplaint(names: readonly string[], value: unknown) {
  if (value === false) return yesOrNo.test(wordsOf(names.at(-1) ?? '').join(''));
  return !isEmpty(value) && names.some((name) => complaints.test(name.toLowerCase()));
}

/** Whether a success reports a rejection without any control: `{"success": false}` at its top, or nothing but errors. */
export function reportsRejection(response: Response): boolean {
  const leaves = isSuccess(response) ? leavesOf(response.json).filter(({ value }) => !isEmpty(value)) : [];
  const saysNo = ({ names: [name = '', below], value }: Leaf) =>
    value === false && below === undefined && /^(success|successful|succeeded|ok)$/i.test(name);
  const isError = ({ names: [name = ''] }: Leaf) => complaints.test(name.toLowerCase());
  return leaves.some(saysNo) || (leaves.length > 0 && leaves.every(isError));
}

/** What responses of one kind share: members and booleans. */
function signature({ text, isJson, json }: Response) {
  const leaves = leavesOf(json).map(({ pointer, value }) =>
    typeof value === 'boolean' ? `${pointer}=${value}` : pointer,
  );
  return `${text === ''} ${isJson} ${leaves.sort().join(' ')}`;
}

/** Whether a response has the values that both controls share and did not send: a code for success, a message. */
function hasConstants(response: Response, control: Response, other: Response | undefined) {
  if (!other) return true;
  const valuesOf = ({ json }: Response) => new Map(leavesOf(json).map(({ pointer, value }) => [pointer, value]));
  const own = valuesOf(response);
  const second = valuesOf(other);
  const sent = new Set(leavesOf(control.request.body).map(({ value }) => value));
  return leavesOf(control.json).every(
    ({ pointer, value }) => second.get(pointer) !== value || own.get(pointer) === value || sent.has(value),
  );
}
