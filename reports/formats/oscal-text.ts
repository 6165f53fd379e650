import { printableLine, shown } from '../text/printable.js';

/** The doors to the kinds of text that OSCAL has. Its prose is Markdown, with places to fill in two braces. */

const longestProse = 4_000;

/** A line of markup: the text and nothing else, whatever it holds. */
export function markupLine(text: string): string {
  return line(escaped(shown(text, 1_000)));
}

/** Paragraphs of markup. Lines stay lines. */
export function markup(text: string): string {
  const lines = escaped(shown(text, longestProse)).split('\n');
  // At the start of a line a few signs are lists, headings, quotations or rules.
  const described = lines.map((each) =>
    each
      .trim()
      .replace(/^(?=[#+=-])/, '\\')
      .replace(/^(\d+)(?=[.)])/, '$1\\'),
  );
  return described.join('\n').trim() || '-';
}

/** A plain string of one line that neither begins nor ends with white space and is not empty. */
export function line(text: string): string {
  return printableLine(shown(text, 1_000)).trim() || '-';
}

// CommonMark lets a backslash stand before any sign of ASCII; the three of HTML are character references in OSCAL.
function escaped(text: string): string {
  return text
    .replace(/[\\`*[\]{}~^|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
