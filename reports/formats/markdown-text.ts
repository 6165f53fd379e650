import { inline } from '../text/inline.js';
import { clip, printableLine } from '../text/printable.js';

const longestCell = 300;

/** A table of cells that are safe already, under a heading; empty without rows. */
export function section(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  if (rows.length === 0) return '';
  return `## ${title}\n\n${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}`;
}

/** A code span holds what its text can be without any escape; whatever else would need one is set as words. */
const codeSpan = /^[\w ./?="',:{}()+-]+$/;

/** A sentence with the names in it as code. */
export function coded(text: string, most = longestCell): string {
  return inline(clip(text, most))
    .map(({ kind, text: part }) =>
      kind === 'code' && codeSpan.test(part) && !/:\/\/|www\./i.test(part) ? `\`${part}\`` : safe(part, most),
    )
    .join('');
}

/**
 * The single entry of text to this format. What Markdown or HTML would act on becomes a character reference. Addresses and mentions are
 * found by their looks even then, so those are broken with a reference that has no width.
 */
export function safe(text: string, most = longestCell): string {
  return printableLine(clip(text, most))
    .replace(/[\\`*[\]<>|~&$#@]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/(&#(?:64|35);)(?=\w)/g, '$1&#8203;')
    .replace(/:(?=\/\/)/g, '&#58;')
    .replace(/\bwww\./gi, (start) => `${start.slice(0, 3)}&#46;`);
}
