import { wrapAnsi } from 'fast-wrap-ansi';
import { codePoint, printableLine } from '../text/printable.js';

/**
 * The door of the terminal: everything that comes from a target goes through here before it is written. Escape
 * sequences, controls, newlines and bidi marks come out as code points; a message can then neither move the cursor nor
 * look like a line of ours.
 *
 * A terminal that is not UTF-8 reads some bytes of other letters as controls, so those become code points too, after
 * the quotation marks and dashes that our own sentences use were replaced.
 */
export function forTerminal(text: string, unicode: boolean): string {
  const shown = printableLine(text);
  if (unicode) return shown;
  return shown.replace(/[^\n -~]/gu, (character) => plain[character] ?? codePoint(character));
}

const plain: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '…': '...',
  '–': '-',
  '—': '-',
  '‹': '<',
  '›': '>',
  '×': 'x',
  '→': '->',
  '\u00a0': ' ',
};

/** Lines of which the first stands after a head, and the others below it, so many columns in. */
export function hanging(head: string, indent: number, lines: readonly string[]): string[] {
  return lines.map((line, at) => (at === 0 ? head : ' '.repeat(indent)) + line);
}

/** The text in lines of at most so many columns, broken between words; only a word longer than a line is broken. */
export function wrap(text: string, columns: number): string[] {
  return wrapAnsi(text, Math.max(1, columns), { hard: true }).split('\n');
}
