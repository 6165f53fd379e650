import { lengthOf } from './escape.js';
import { escapeAt } from './escapes.js';
import type { Secret } from './spelling.js';

/** A part of a text that tells so many characters of a secret. */
export interface Stretch {
  start: number;
  end: number;
  secret: Secret;
  told: number;
  /** A word that was looked for as it stands: what is beside it is none of it. */
  isExact?: boolean;
}

/** One stretch over two that overlap. The secret that is told most names it; of equals, the one told completest. */
export function joinTwo(a: Stretch, b: Stretch): Stretch {
  const named = isBetter(b, a) ? b : a;
  return { ...named, start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}

function isBetter(a: Stretch, b: Stretch): boolean {
  const rest = (stretch: Stretch) => stretch.secret.value.length - stretch.told;
  return (b.told - a.told || rest(a) - rest(b) || a.secret.rank - b.secret.rank) < 0;
}

/** Stretches in the order of the text, those that overlap made one. */
export function joined(stretches: Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const next of stretches.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = result.at(-1);
    if (last === undefined || next.start >= last.end) result.push(next);
    else result[result.length - 1] = joinTwo(last, next);
  }
  return result;
}

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
  const { value } = stretch.secret;
  const head = /^[^0-9A-Za-z]*/.exec(value)?.[0] ?? '';
  const tail = /[^0-9A-Za-z]*$/.exec(value)?.[0] ?? '';
  let { start, end } = stretch;
  if (text.endsWith(head, start)) start -= head.length;
  if (text.startsWith(tail, end)) end += tail.length;
  start = escapeAcross(text, start)?.start ?? start;
  end = escapeAcross(text, end)?.end ?? end;
  return { ...stretch, start: wordStart(text, start), end: wordEnd(text, end) };
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
