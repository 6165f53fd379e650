import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { Blocks, Headline, Masthead, Part } from '../document/blocks.js';
import { inOrder } from '../document/compose.js';
import { unbroken } from '../text/phrases.js';
import { brief } from './glyphs.js';
import { sign } from './marks.js';
import { beside, rowsOf, rule } from './table.js';
import { bold, bookmark, coded, colours, place, set, sizes, soft, stack, width } from './typography.js';

const right = 164;
const left = 314;

/** The line above everything, which holds the bookmark of its part. */
export function masthead({ name, subject }: Masthead, at: string): Content {
  return set([bold(name), soft(`  ${brief(subject, 140, 1)}`)], { fontSize: 10.5, ...bookmark('Summary', at) });
}

/** Sentences that change how everything below them is read. */
export function notices(items: readonly string[]): readonly Content[] {
  return [
    rule(width, 'section', [0, 8, 0, 6]),
    ...items.map((item, index) => set(coded(brief(item, 400, 3)), { fontSize: sizes.prose, bold: index === 0 })),
    rule(width, 'row', [0, 5, 0, 0]),
  ];
}

/** The verdict of the run, and what adds up beside it. */
export function headline(
  { mark, text, lead, blocks, beside: other }: Headline,
  setBlocks: (blocks: Blocks, wide: number) => readonly Content[],
): Content {
  const main = stack([
    sign(mark, 21, { x: 0, y: 4.5 }),
    bold(text, { fontSize: sizes.verdict, lineHeight: 1, color: colours[mark], margin: [31, 0, 0, 6] }),
    set(unbroken(brief(lead, 600, 4)), { fontSize: sizes.lead, lineHeight: 1.16, margin: [0, 0, 0, 5] }),
    ...inOrder(blocks).flatMap((block) => [...setBlocks(block, left), set(' ', { fontSize: 3, lineHeight: 1 })]),
  ]);
  const aside = stack(setBlocks(other, right));
  return beside([left, width - left - right, right], [main, '', aside] as TableCell[], [0, 12, 0, 0]);
}

/** The parts and their pages. */
export function contents(parts: readonly Pick<Part, 'id' | 'title'>[], wide: number): Content {
  const small = { fontSize: sizes.code, lineHeight: 1 };
  const lines = parts.map(({ id, title }): TableCell[] => [
    set(title, { linkToDestination: place(id), ...small }),
    { pageReference: place(id), alignment: 'right', color: colours.soft, ...small } as TableCell,
  ]);
  return stack([bold('Contents', { margin: [0, 0, 0, 2] }), rowsOf([wide - 40, 40], lines, { high: 10 })], {
    margin: [0, 7, 0, 0],
  });
}
