import { inline } from '../text/inline.js';
import { clip, printableLine } from '../text/printable.js';

const longestCell = 300;

/** A table of safe cells under a heading; empty without rows. */
export function section(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  if (rows.length === 0) return '';
  return `## ${title}\n\n${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}`;
}

/** A code span takes only what needs no escape; other code is set as words. */
const codeSpan = /^[\w ./?="',:{}()+-]+$/;

export function coded(text: string, most = longestCell): string {
  return inline(clip(text, most))
    .map(({ kind, text: part }) =>
      kind === 'code' && codeSpan.test(part) && !/:\/\/|www\./i.test(part) ? `\`${part}\`` : safe(part, most),
    )
    .join('');
}

/** The only way in: escapes text, and breaks addresses and mentions, which Markdown finds even escaped. */
export function safe(text: string, most = longestCell): string {
  return printableLine(clip(text, most))
    .replace(/[\\`*[\]<>|~&$#@]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/(&#(?:64|35);)(?=\w)/g, '$1&#8203;')
    .replace(/:(?=\/\/)/g, '&#58;')
    .replace(/\bwww\./gi, (start) => `${start.slice(0, 3)}&#46;`);
}
