import { clip, codePoint, printable } from '../text/printable.js';

/**
 * Characters that all four fonts draw: Latin, Greek and Cyrillic, punctuation, currencies. Left out are spaces of
 * other widths, which are invisible, and marks that are set on top of other letters: a hundred of them on one
 * letter take no more room than one. `letters.test.ts` holds the table against the fonts themselves.
 */
export const held =
  ' -~\u{a0}-\u{ac}\u{ae}-\u{17f}\u{192}\u{1a0}\u{1a1}\u{1af}\u{1b0}\u{1f0}\u{1fa}-\u{1ff}\u{218}-\u{21b}\u{237}' +
  '\u{259}\u{2bc}\u{2c6}\u{2c7}\u{2c9}\u{2d8}-\u{2dd}\u{2f3}\u{384}-\u{38a}\u{38c}\u{38e}-\u{3a1}\u{3a3}-\u{3ce}' +
  '\u{3d1}\u{3d2}\u{3d6}\u{400}-\u{482}\u{48a}-\u{513}\u{1e00}\u{1e01}\u{1e3e}\u{1e3f}\u{1e80}-\u{1e85}' +
  '\u{1ea0}-\u{1ef9}\u{2013}-\u{2015}\u{2017}-\u{201e}\u{2020}-\u{2022}\u{2025}\u{2026}\u{2030}\u{2032}\u{2033}' +
  '\u{2039}\u{203a}\u{203c}\u{2044}\u{2074}\u{207f}\u{20a3}\u{20a4}\u{20a7}\u{20ab}\u{20ac}\u{2105}\u{2113}' +
  '\u{2116}\u{2122}\u{2126}\u{212e}\u{215b}-\u{215e}\u{2202}\u{2206}\u{220f}\u{2211}\u{2212}\u{221a}\u{221e}' +
  '\u{222b}\u{2248}\u{2260}\u{2264}\u{2265}\u{25ca}';

const strange = new RegExp(`[^\\n\\t${held}]`, 'gu');

/**
 * The text as the fonts can show it: invisible characters as `[U+202E]`, characters without a glyph as `‹U+4E2D›`, never an
 * empty box. Shown twice, it stays the same.
 */
export function shown(text: string): string {
  return printable(text).replace(strange, (character) => `‹${codePoint(character).slice(1, -1)}›`);
}

/**
 * The start of a text, short enough for one place on a page: at most so many characters as they are shown, and so many
 * lines. Says how long the whole is.
 */
export function brief(text: string, most = 600, lines = 12): string {
  let end = Math.min(most, endOfLines(text, lines));
  // A code point takes nine characters or so: of a text that no font holds less can stand.
  for (let long = shownLength(text, end); long > most; long = shownLength(text, end))
    end = Math.floor((end * most) / long);
  return shown(clip(text, end));
}

function shownLength(text: string, end: number): number {
  return shown(text.slice(0, end)).length;
}

function endOfLines(text: string, lines: number): number {
  let end = -1;
  for (let line = 0; line < lines; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) return text.length;
  }
  return end;
}
