import { printableLine, shown } from '../text/printable.js';

const longest = 1_000;
/** Characters of prose, by the name of its member. Its lines stay lines. */
const prose: Readonly<Record<string, number>> = { description: 4_000, statement: 4_000, remarks: 20_000 };

/** The door to the kinds of text that OSCAL has, by the name of a member. Its prose is Markdown, with places to fill in two braces. */
export function oscalText(text: string, name: string): string {
  const most = prose[name];
  if (most !== undefined) return escaped(shown(text, most)).split('\n').map(asText).join('\n').trim() || '-';
  const line = name === 'title' ? escaped(shown(text, longest)) : shown(text, longest);
  return printableLine(line).trim() || '-';
}

/** At the start of a line a few signs are lists, headings, quotations or rules. */
function asText(line: string): string {
  return line
    .trim()
    .replace(/^(?=[#+=-])/, '\\')
    .replace(/^(\d+)(?=[.)])/, '$1\\');
}

// CommonMark lets a backslash stand before any sign of ASCII; the three of HTML are character references in OSCAL.
function escaped(text: string): string {
  return text
    .replace(/[\\`*[\]{}~^|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
