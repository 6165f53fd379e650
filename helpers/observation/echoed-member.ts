import type { Response } from '../client/message.js';
import { leavesOf } from '../json/json-leaves.js';
import { wordsOf } from '../json/member-names.js';
import { memberAt } from '../test-data/member.js';

/** How a response shows a member of the request. */
export type Shown = 'unchanged' | 'changed' | 'not shown';

/**
 * Whether a response echoes a member of the customer, found by its name in any shape: `first_name` may be `firstName`, in
 * an envelope.
 */
export function echoedMember({ request, json }: Response, pointer: string): Shown {
  const nameOf = (name: string) => wordsOf(name).join();
  const member = nameOf(pointer.split('/').at(-1) ?? '');
  const shown = leavesOf(json).filter(({ names }) => nameOf(names.at(-1) ?? '') === member);
  if (shown.length === 0) return 'not shown';
  const sent = memberAt(request.customer ?? {}, pointer);
  return shown.some(({ value }) => value === sent) ? 'unchanged' : 'changed';
}
