import { isRefusal, isSuccess, type Reply } from '../engine/reply.js';
import { type CustomerIdentity, hasIdentity } from './customer-identity.js';
import { leavesOf } from './leaves.js';
import { wordsOf } from './names.js';

/** What became of a write: `unclear` where the answer says neither. */
export type Fate = 'let in' | 'refused' | 'unclear';

/** A right creation that was let in, and another, where there is one. */
export type Controls = readonly [Reply, Reply | undefined];

/**
 * Whether a write was let in, beside a control that was. Any 2xx is success and any 4xx a refusal, but a 2xx that
 * carries no identity where the control's does is a refusal too, as is one that says so where the control says yes.
 */
export function fateOf(reply: Reply, [control, other]: Controls, identity: CustomerIdentity | undefined): Fate {
  if (isRefusal(reply)) return 'refused';
  if (!isSuccess(reply)) return 'unclear';
  if (saysNo(reply) && !saysNo(control)) return 'refused';
  if (identity && hasIdentity(control, identity)) {
    return hasIdentity(reply, identity) || isOfItsKind(reply, control, identity) ? 'let in' : 'refused';
  }
  return signature(reply) === signature(control) && hasConstants(reply, control, other) ? 'let in' : 'unclear';
}

/**
 * Whether an answer of another shape is of the control's kind all the same: it has a value where the identity stands,
 * and most of the control's members. So is one to a customer that lacks a member, where the answer repeats what was sent.
 */
function isOfItsKind(reply: Reply, control: Reply, { pointers }: CustomerIdentity): boolean {
  const own = new Set(leavesOf(reply.json).map(({ pointer }) => pointer));
  const members = leavesOf(control.json).map(({ pointer }) => pointer);
  const most = members.filter((pointer) => own.has(pointer)).length * 2 > members.length;
  return most && hasIdentity(reply, { pointers });
}

const yesOrNo = /^(success|successful|succeeded|ok|valid|accepted|created)$/;
const complaints = /^(error|errors|problem|problems|violation|violations|failure|failures)$/;

/** Whether an answer says of itself that it is a refusal: `success: false`, or a member of errors that holds some. */
export function saysNo(reply: Reply): boolean {
  return leavesOf(reply.json).some(({ names, value }) => {
    const last = wordsOf(names.at(-1) ?? '').join('');
    if (value === false && yesOrNo.test(last)) return true;
    return (
      value !== null && value !== '' && value !== false && names.some((name) => complaints.test(name.toLowerCase()))
    );
  });
}

/** What an answer without an identity has in common with others of its kind: its members, and what is yes or no. */
function signature(reply: Reply): string {
  const leaves = leavesOf(reply.json).map(({ pointer, value }) =>
    typeof value === 'boolean' ? `${pointer}=${value}` : pointer,
  );
  return `${reply.text === ''} ${reply.isJson} ${leaves.sort().join(' ')}`;
}

/** Whether an answer has what both controls have in common: a code that says success, a message. */
function hasConstants(reply: Reply, control: Reply, other: Reply | undefined): boolean {
  if (!other) return true;
  const [own, second] = [reply, other].map(
    (one) => new Map(leavesOf(one.json).map((leaf) => [leaf.pointer, leaf.value])),
  );
  return leavesOf(control.json).every(
    ({ pointer, value }) => second?.get(pointer) !== value || own?.get(pointer) === value,
  );
}
