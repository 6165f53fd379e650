import { edges } from './spelling.js';
import type { Stretch } from './stretches.js';

/** How much of a word beside a secret is taken for the rest of it. */
const longestRest = 32;
/** What a word begins with, but for the last letters of an escape: `\n` before a key keeps both of its characters. */
const wordStart = /(?:\\u[\da-f]{4}|\\x[\da-f]{2}|\\[a-z]|%[\da-f]{2})?([\w-]*)$/i;

/**
 * The stretch with the secret's own first and last signs, and the rest of a word that it is part of (what is left of a
 * cut or changed key). Never is a backslash left that escaped the secret's first character.
 */
export function widened(text: string, stretch: Stretch): Stretch {
  if (stretch.isExact) return stretch;
  const { head, tail } = edges(stretch.secret.value);
  let { start, end } = stretch;
  if (text.endsWith(head, start)) start -= head.length;
  if (text.startsWith(tail, end)) end += tail.length;
  const before = wordStart.exec(text.slice(Math.max(0, start - longestRest - 8), start))?.[1]?.length ?? 0;
  if (before <= longestRest) start -= before;
  const after = /^[\w-]*/.exec(text.slice(end, end + longestRest + 1))?.[0].length ?? 0;
  if (after <= longestRest) end += after;
  while (text[start - 1] === '\\' && stretch.start - start < longestRest) start -= 1;
  return { ...stretch, start, end, core: { start: stretch.start, end: stretch.end } };
}
