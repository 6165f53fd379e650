import { wrapAnsi } from 'fast-wrap-ansi';

/** Lines of which the first stands after a head, and the others below it, so many columns in. */
export function hanging(head: string, indent: number, lines: readonly string[]): string[] {
  return lines.map((line, at) => (at === 0 ? head : ' '.repeat(indent)) + line);
}

/** The text in lines of at most so many columns, broken between words; only a word longer than a line is broken. */
export function wrap(text: string, columns: number): string[] {
  return wrapAnsi(text, Math.max(1, columns), { hard: true }).split('\n');
}
