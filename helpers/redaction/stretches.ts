import type { Secret } from './spelling.js';

/** A part of a text that tells so many characters of a secret. */
export interface Stretch {
  start: number;
  end: number;
  secret: Secret;
  told: number;
  /** A word that was looked for as it stands: what is beside it is none of it. */
  isExact?: boolean;
  /** What of it was found to be the secret's, where it was widened after that. */
  core?: { start: number; end: number };
}

/** One stretch over two that overlap. The secret that is told most names it; of equals, the one told completest. */
export function joinTwo(a: Stretch, b: Stretch): Stretch {
  const named = isBetter(b, a) ? b : a;
  const [one, other] = [a.core ?? a, b.core ?? b];
  const core = { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
  return { ...named, start: Math.min(a.start, b.start), end: Math.max(a.end, b.end), core };
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

/** The text with labels in the place of stretches, which are in order and apart. */
export function replaced(text: string, stretches: Stretch[]): string {
  let result = '';
  let done = 0;
  for (const { start, end, secret } of stretches) {
    result += text.slice(done, start) + secret.label;
    done = end;
  }
  return result + text.slice(done);
}
