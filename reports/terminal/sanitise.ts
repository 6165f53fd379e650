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
  '\u00a0': ' ',
};

// East Asian wide and fullwidth blocks, and most emoji: two columns each.
const wide =
  /[\u{1100}-\u{115f}\u{2e80}-\u{a4cf}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe30}-\u{fe6f}\u{ff01}-\u{ff60}\u{ffe0}-\u{ffe6}\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const combining = /\p{M}/u;

/** Columns that a text takes, which has been through the door. */
export function width(text: string): number {
  let columns = 0;
  for (const character of text) columns += combining.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return columns;
}

/** The text cut to a number of columns; what was cut off is told by an ellipsis, or by dots where there is none. */
export function cut(text: string, columns: number, unicode: boolean): string {
  if (text.length <= columns && width(text) <= columns) return text;
  const end = unicode ? '…' : '...';
  let kept = '';
  let used = end.length;
  for (const character of text) {
    used += width(character);
    if (used > columns) break;
    kept += character;
  }
  return kept.trimEnd() + end;
}

/** The text in lines of at most so many columns, broken between words, and within a word only where it is longer. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (width(longer) <= columns) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    const pieces = broken(word, columns);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  return [...lines, line];
}

function broken(word: string, columns: number): string[] {
  if (width(word) <= columns) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    if (width(piece) + width(character) > columns) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
}
