import type { Content } from 'pdfmake/interfaces.js';
import type { Part } from '../document/blocks.js';
import { printableLine } from '../text/printable.js';
import { brief } from './glyphs.js';
import { sizes, width } from './page-layout.js';
import { rule } from './table.js';
import { bold, place, type Setting } from './typography.js';

/** A part under its heading, with its bookmark. One that needs none begins with what it holds. */
export function part({ id, title, newPage, untitled }: Part, body: readonly Content[]): readonly Content[] {
  if (untitled) return body;
  const [first, ...rest] = body;
  const heading = bold(title, {
    ...bookmark(title, id),
    fontSize: sizes.section,
    lineHeight: 1.1,
    margin: [0, 9, 0, 8],
  });
  const opening: Content = {
    // The heading does not stay behind at the end of a page.
    ...(newPage ? { pageBreak: 'before' } : { unbreakable: true, margin: [0, 20, 0, 0] }),
    stack: [rule(width, 'section'), heading, ...(first === undefined ? [] : [first])],
  };
  return [opening, ...rest];
}

/** A bookmark at a paragraph, below another one where `parent` names it. */
export function bookmark(title: string, id: string, parent?: string): Setting {
  return {
    id: place(id),
    outline: true,
    outlineText: printableLine(brief(title, 120, 1)),
    ...(parent !== undefined && { outlineParentId: place(parent) }),
  };
}
