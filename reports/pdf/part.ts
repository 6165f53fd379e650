import type { Content } from 'pdfmake/interfaces.js';
import { printableLine } from '../text/printable.js';
import { brief } from './glyphs.js';
import { sizes, width } from './page-layout.js';
import { rule } from './table.js';
import { bold, place, type Setting, soft } from './typography.js';

/** One part of the document: its place in the contents, and what it holds. */
export interface Part {
  readonly id: string;
  readonly title: string;
  readonly body: readonly Content[];
}

/** A part under its heading, with its bookmark. `fresh`: on a page of its own. */
export function part(id: string, title: string, fresh: boolean, body: readonly (Content | undefined)[]): Part {
  const heading = bold(title, {
    ...bookmark(title, id),
    fontSize: sizes.section,
    lineHeight: 1.1,
    margin: [0, 9, 0, 8],
  });
  const [first, ...rest] = body.filter((each) => each !== undefined);
  const opening: Content = {
    // The heading does not stay behind at the end of a page.
    ...(fresh ? { pageBreak: 'before' } : { unbreakable: true, margin: [0, 20, 0, 0] }),
    stack: [rule(width, 'section'), heading, ...(first === undefined ? [] : [first])],
  };
  return { id, title, body: [opening, ...rest] };
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

/** A sentence that opens a part. */
export function introduction(text: string): Content {
  return soft(text, { fontSize: sizes.prose, lineHeight: 1.24, margin: [0, 0, 100, 10] });
}
