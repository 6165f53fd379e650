import type { Content, ContentText } from 'pdfmake/interfaces.js';
import { light } from '../document/colours.js';
import { inline } from '../text/inline.js';
import { printableLine } from '../text/printable.js';
import { brief } from './glyphs.js';

/** A4, in points: left, top, right and bottom margin, and what is between them. */
export const margins = { left: 51, top: 57, right: 45, bottom: 51 } as const;
export const width = 499;

/** Type sizes in points. */
export const sizes = {
  verdict: 26,
  section: 18,
  title: 13,
  lead: 12.5,
  prose: 10,
  table: 9,
  small: 8.5,
  code: 8,
} as const;

export const colours = light;

/** The families that `print.ts` knows by these names. */
export const sans = 'Roboto';
export const mono = 'RobotoMono';

/** How text is set: everything that the body of a table does by itself is left out. */
export type Setting = Omit<ContentText, 'text'> & { readonly id?: string; readonly colSpan?: number };

/** One paragraph or a part of one. */
export function set(text: string | readonly Content[], setting: Setting = {}): ContentText {
  return { ...setting, text: text as ContentText['text'] };
}

export const soft = (text: string | readonly Content[], setting: Setting = {}) =>
  set(text, { color: colours.soft, ...setting });

export const bold = (text: string | readonly Content[], setting: Setting = {}) => set(text, { bold: true, ...setting });

/** Ids, digests and addresses, among other text. */
export const code = (text: string, setting: Setting = {}) =>
  set(text, { font: mono, fontSize: sizes.small, ...setting });

/** A sentence with the names in it set as code. */
export function coded(text: string): Content[] {
  return inline(text).map((span) => (span.kind === 'code' ? code(span.text) : span.text));
}

/** An id that stands alone in its cell: lowered or raised so that its line is that of the text beside it. */
export const idAlone = (id: string, setting: Setting = {}) =>
  code(id, { lineHeight: 1.07, margin: [0, -0.55, 0, 0], ...setting });

/** A heading within a part, with what stands softly beside it. */
export const over = (text: string, aside = ''): Content =>
  set([bold(text), ...(aside ? [soft(`  ${aside}`)] : [])], { margin: [0, 14, 0, 5] });

/** Sentences to be read, narrower than the page. */
export const prose = (text: string | readonly Content[], setting: Setting = {}) =>
  set(text, { fontSize: sizes.prose, lineHeight: 1.24, margin: [0, 0, 90, 0], ...setting });

/** One part under the other. */
export const stack = (parts: readonly (Content | undefined)[], setting: object = {}): Content => ({
  stack: parts.filter((part) => part !== undefined),
  ...setting,
});

/** Parts that stay on one page. They have to be lower than a page. */
export const together = (...parts: readonly (Content | undefined)[]): Content => stack(parts, { unbreakable: true });

/**
 * The name of a place that links lead to. Only digits after the first letter: the names are sorted by the rules of the
 * machine's language when they are written, and digits sort alike everywhere.
 */
export function place(id: string): string {
  return `n${[...Buffer.from(id)].map((byte) => String(byte).padStart(3, '0')).join('')}`;
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
