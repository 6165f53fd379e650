import { lengthOf } from './escape.js';
import { escapeAt } from './escapes.js';
import { edges } from './spelling.js';
import type { Stretch } from './stretches.js';

/** The longest escape that is looked for at a stretch's edges. */
const longestEscape = 34;
/** How much of a word beside a secret is taken for the rest of it. */
const longestRest = 32;
const wordSign = /[0-9A-Za-z_-]/;

/** Where the escape begins that holds both the character before `at` and the one at it, and where it ends. */
function escapeAcross(text: string, at: number): { start: number; end: number } | undefined {
  const from = Math.max(0, at - longestEscape);
  const around = text.slice(from, at + longestEscape);
  const codes = Uint16Array.from({ length: around.length }, (_, index) => around.charCodeAt(index));
  for (let index = at - from - 1; index >= 0; index -= 1) {
    if (isEscaped(text, from + index)) continue;
    const end = from + index + lengthOf(escapeAt(codes, index, codes.length));
    if (end > at) return { start: from + index, end };
  }
  return undefined;
}

/** Whether the character is a backslash, or follows one, that an odd number of others stand before. */
function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - backslashes - 1] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

/**
 * The stretch with the secret's own first and last signs, the rest of a word that it is part of (what is left of a cut
 * or changed key), and never with half an escape left beside it: `\n` before a key keeps both of its characters.
 */
export function widened(text: string, stretch: Stretch): Stretch {
  if (stretch.isExact) return stretch;
  const { head, tail } = edges(stretch.secret.value);
  let { start, end } = stretch;
  if (text.endsWith(head, start)) start -= head.length;
  if (text.startsWith(tail, end)) end += tail.length;
  start = escapeAcross(text, start)?.start ?? start;
  end = escapeAcross(text, end)?.end ?? end;
  const core = { start: stretch.start, end: stretch.end };
  return { ...stretch, start: wordStart(text, start), end: wordEnd(text, end), core };
}

function wordStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && wordSign.test(text[start - 1] ?? '')) {
    start -= 1;
    if (at - start > longestRest) return at;
  }
  // The word may have begun with an escape's last letters.
  return start === at ? at : Math.min(at, escapeAcross(text, start)?.end ?? start);
}

function wordEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && wordSign.test(text[end] ?? '')) {
    end += 1;
    if (end - at > longestRest) return at;
  }
  return end;
}
