import type { Response } from '../client/message.js';
import { isRejection, isSuccess } from '../client/response.js';
import { leavesOf } from '../json/json-leaves.js';
import { wordsOf } from '../json/member-names.js';
import { type CustomerIdentity, hasIdentity } from './customer-identity.js';

/** What became of a write: `unclear` where the answer says neither. */
export type Acceptance = 'let in' | 'refused' | 'unclear';

/** A right creation that was let in, and another, where there is one. */
export type Controls = readonly [Response, Response | undefined];

/**
 * Whether a write was let in, beside a control that was. Any 2xx is success and any 4xx a refusal, but a 2xx that
 * carries no identity where the control's does is a refusal too, as is one that says so where the control says yes.
 */
export function acceptanceOf(
  response: Response,
  [control, other]: Controls,
  identity: CustomerIdentity | undefined,
): Acceptance {
  if (isRejection(response)) return 'refused';
  if (!isSuccess(response)) return 'unclear';
  if (isRejectionBody(response) && !isRejectionBody(control)) return 'refused';
  if (identity && hasIdentity(control, identity)) {
    return hasIdentity(response, identity) || isOfItsKind(response, control, identity) ? 'let in' : 'refused';
  }
  return signature(response) === signature(control) && hasConstants(response, control, other) ? 'let in' : 'unclear';
}

/**
 * Whether an answer of another shape is of the control's kind all the same: it has a value where the identity stands,
 * and most of the control's members. So is one to a customer that lacks a member, where the answer repeats what was sent.
 */
function isOfItsKind(response: Response, control: Response, { pointers }: CustomerIdentity): boolean {
  const own = new Set(leavesOf(response.json).map(({ pointer }) => pointer));
  const members = leavesOf(control.json).map(({ pointer }) => pointer);
  const most = members.filter((pointer) => own.has(pointer)).length * 2 > members.length;
  return most && hasIdentity(response, { pointers });
}

const yesOrNo = /^(success|successful|succeeded|ok|valid|accepted|created)$/;
const complaints = /^(error|errors|problem|problems|violation|violations|failure|failures)$/;

/** Whether an answer says of itself that it is a refusal: `success: false`, or a member of errors that holds some. */
export function isRejectionBody(response: Response): boolean {
  return leavesOf(response.json).some(({ names, value }) => {
    const last = wordsOf(names.at(-1) ?? '').join('');
    if (value === false && yesOrNo.test(last)) return true;
    return (
      value !== null && value !== '' && value !== false && names.some((name) => complaints.test(name.toLowerCase()))
    );
  });
}

/** What an answer without an identity has in common with others of its kind: its members, and what is yes or no. */
function signature(response: Response): string {
  const leaves = leavesOf(response.json).map(({ pointer, value }) =>
    typeof value === 'boolean' ? `${pointer}=${value}` : pointer,
  );
  return `${response.text === ''} ${response.isJson} ${leaves.sort().join(' ')}`;
}

/** Whether an answer has what both controls have in common: a code that says success, a message. */
function hasConstants(response: Response, control: Response, other: Response | undefined): boolean {
  if (!other) return true;
  const [own, second] = [response, other].map(
    (one) => new Map(leavesOf(one.json).map((leaf) => [leaf.pointer, leaf.value])),
  );
  return leavesOf(control.json).every(
    ({ pointer, value }) => second?.get(pointer) !== value || own?.get(pointer) === value,
  );
}
