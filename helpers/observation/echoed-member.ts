import type { Response } from '../client/message.js';
import { leavesOf } from '../json/json-leaves.js';
import { wordsOf } from '../json/member-names.js';
import { memberAt } from '../test-data/member.js';

/** How an answer shows a member that was sent. */
export type Shown = 'unchanged' | 'changed' | 'not shown';

/**
 * Whether an answer repeats a member of the customer that was sent, found by its name in whatever shape: `first_name`
 * may stand as `firstName`, in an envelope.
 */
export function echoedMember({ request: asked, json }: Response, pointer: string): Shown {
  const nameOf = (name: string) => wordsOf(name).join();
  const member = nameOf(pointer.split('/').at(-1) ?? '');
  const shown = leavesOf(json).filter(({ names }) => nameOf(names.at(-1) ?? '') === member);
  if (shown.length === 0) return 'not shown';
  const sent = memberAt(asked.customer ?? {}, pointer);
  return shown.some(({ value }) => value === sent) ? 'unchanged' : 'changed';
}
