import { edges, type Secret } from './spelling.js';

/** A part of a text that discloses so many characters of a secret. */
export interface Stretch {
  start: number;
  end: number;
  secret: Secret;
  disclosed: number;
  /** Whether the secret's own characters stand there, in order, and not another spelling of them. */
  isLiteral: boolean;
  /** A word that was looked for as it stands: what is beside it is none of it. */
  isExact?: boolean;
  /** What of it was found to be the secret's, where it was widened after that. */
  core?: { start: number; end: number };
}

/** Whether `a` names a place better than `b`: the one with most characters disclosed; of equals, the one with fewest left. */
function isBetter(a: Stretch, b: Stretch): boolean {
  const rest = (stretch: Stretch) => stretch.secret.value.length - stretch.disclosed;
  return (b.disclosed - a.disclosed || rest(a) - rest(b) || a.secret.rank - b.secret.rank) < 0;
}

/** The one that names a place best. */
export function best(stretches: readonly Stretch[]): Stretch | undefined {
  return stretches.reduce<Stretch | undefined>((a, b) => (a && !isBetter(b, a) ? a : b), undefined);
}

/** One stretch over two that overlap. */
export function joinTwo(a: Stretch, b: Stretch): Stretch {
  const named = isBetter(b, a) ? b : a;
  const start = Math.min(a.start, b.start);
  return { ...named, start, end: Math.max(a.end, b.end), isLiteral: a.isLiteral || b.isLiteral };
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

/** The text with labels in the place of stretches, which are in order. */
export function replaced(text: string, stretches: readonly Pick<Stretch, 'start' | 'end' | 'secret'>[]): string {
  let result = '';
  let done = 0;
  for (const { start, end, secret } of stretches) {
    result += text.slice(done, Math.max(done, start)) + (end > done ? secret.label : '');
    done = Math.max(done, end);
  }
  return result + text.slice(done);
}

/** How much of a word beside a secret is taken for the rest of it. */
const longestRest = 32;
/** What a word begins with, but for the last letters of an escape: `\n` before a key keeps both of its characters. */
const wordStart = /(?:\\u[\da-f]{4}|\\x[\da-f]{2}|\\[a-z]|%[\da-f]{2})?([\w-]*)$/i;

/**
 * The stretch with the secret's own first and last signs, and the rest of a word that it is part of (what is left of a
 * cut or changed key). Never is a backslash left that escaped the secret's first character.
 * @param from where the text begins in the whole, from which places are counted then
 */
export function widened(text: string, stretch: Stretch, from: number): Stretch {
  const core = { start: stretch.start + from, end: stretch.end + from };
  if (stretch.isExact) return { ...stretch, ...core };
  const { head, tail } = edges(stretch.secret.value);
  let { start, end } = stretch;
  if (text.endsWith(head, start)) start -= head.length;
  if (text.startsWith(tail, end)) end += tail.length;
  const before = wordStart.exec(text.slice(Math.max(0, start - longestRest - 8), start))?.[1]?.length ?? 0;
  if (before <= longestRest) start -= before;
  const after = /^[\w-]*/.exec(text.slice(end, end + longestRest + 1))?.[0].length ?? 0;
  if (after <= longestRest) end += after;
  while (text[start - 1] === '\\' && stretch.start - start < longestRest) start -= 1;
  return { ...stretch, start: start + from, end: end + from, core };
}
