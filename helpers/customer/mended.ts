import type { Reply } from '../engine/reply.js';
import { leavesOf } from '../identity/leaves.js';
import { wordsOf } from '../identity/names.js';

/**
 * The well-formed value that an answer shows in place of a malformed one: under the member's name, in whatever case,
 * and either what the member was before the bend, or the same letters and digits. Undefined where the answer does not
 * show it.
 */
export function mendedValue(
  reply: Reply,
  pointer: string,
  before: unknown,
  sent: unknown,
  isWellFormed: (value: unknown) => boolean,
): string | undefined {
  const member = wordsOf(pointer.split('/').at(-1) ?? '').join('');
  const shown = leavesOf(reply.json).find(
    ({ names, value }) =>
      typeof value === 'string' &&
      wordsOf(names.at(-1) ?? '').join('') === member &&
      value !== sent &&
      isWellFormed(value) &&
      (value === before || folded(value) === folded(String(sent))),
  );
  return typeof shown?.value === 'string' ? shown.value : undefined;
}

/** Letters and digits only, in lower case, without leading zeros: what putting right may not change. */
function folded(value: string): string {
  return value
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+/, '');
}
