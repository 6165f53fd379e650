import type { Content } from 'pdfmake/interfaces.js';
import type { Block, Blocks, Finding } from '../document/blocks.js';
import { inOrder } from '../document/compose.js';
import { plain } from '../text/inline.js';
import { sidesLength } from './expected-received.js';
import { brief, roomOf } from './glyphs.js';
import { marked } from './marks.js';
import { sizes, width } from './page-layout.js';
import { bookmark } from './part.js';
import { beside, rule } from './table.js';
import { bold, code, place, set, soft, stack, together } from './typography.js';

/** The opening of a finding with fewer characters than this is lower than a page. What stays together and is higher is lost. */
const onePage = 800;

interface Setter {
  readonly set: (blocks: Blocks, wide: number, at: string) => readonly Content[];
  /** The part that it stands in, for its bookmark. */
  readonly at: string;
  /** True for the first of its part, which has no line above it. */
  readonly first: boolean;
}

/** A finding under its title. A short opening stays on one page. */
export function finding(found: Finding, { set: setBlocks, at, first }: Setter): readonly Content[] {
  const { place: name, mark, id, aside, title, opening, body } = found;
  const requirement = id === undefined ? [] : [code(id, { linkToDestination: place(id) }), soft('   ')];
  const head = together(
    ...(first ? [] : [rule(width, 'head', [0, 22, 0, 12])]),
    beside([82, width - 82], [marked(mark, { bold: true }), set([...requirement, soft(aside)])]),
    bold(brief(plain(title), 400, 3), {
      fontSize: sizes.title,
      lineHeight: 1.15,
      margin: [0, 4, 40, 3],
      ...bookmark(found.bookmark, name, at),
    }),
  );
  const length = inOrder(opening).reduce((sum, block) => sum + lengthOf(block), 0);
  const start = stack([head, ...setBlocks(opening, width, at)], { unbreakable: length < onePage });
  return [start, ...setBlocks(body, width, at)];
}

function lengthOf(block: Block): number {
  if (block.kind === 'sides') return sidesLength(block);
  return block.kind === 'text' && typeof block.text === 'string' ? roomOf(block.text, onePage) : 0;
}
