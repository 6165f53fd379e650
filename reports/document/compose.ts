import type { ReportedRequirement } from '../../schemas/types.js';
import type { Mark } from '../wording/verdict-labels.js';
import type { Block, Blocks, Cell, Column, Facts, Heading, Masthead, Part, Piece, Table, Text } from './blocks.js';

/** How parts write their blocks. */

export const paragraph = (text: Text, as?: 'prose' | 'intro' | 'more' | 'cell'): Block => ({
  kind: 'text',
  text,
  ...(as && { as }),
});
export const soft = (text: Text): Piece => ({ kind: 'soft', text });
export const strong = (text: Text): Piece => ({ kind: 'strong', text });
export const code = (text: string): Piece => ({ kind: 'code', text });
export const mark = (of: Mark): Piece => ({ kind: 'mark', mark: of });
export const idOf = (id: string): Piece => ({ kind: 'id', id });

export const heading = (text: string, aside?: string, more: Partial<Heading> = {}): Heading => ({
  kind: 'heading',
  text,
  ...(aside !== undefined && { aside }),
  ...more,
});
export const list = (items: readonly Text[]): Block => ({ kind: 'list', items });
/** Requirements by id and title. */
export const named = (rows: readonly Pick<ReportedRequirement, 'id' | 'title'>[]): Facts =>
  facts(rows.map(({ id, title }) => [idOf(id), title]));
/** Sentences with a bullet each. */
export const bullets = (items: readonly Text[]): Block => ({ kind: 'list', items, points: true });
export const facts = (rows: Facts['rows']): Facts => ({ kind: 'facts', rows });
/** Columns by their names, and what stands in each. */
export const columnsOf = (named: Readonly<Record<string, Column['holds']>>): readonly Column[] =>
  Object.entries(named).map(([name, holds]) => ({ name, holds }));
export const table = (columns: readonly Column[], rows: Table['rows'], title?: Heading): Table => ({
  kind: 'table',
  columns,
  rows,
  ...(title && { title }),
});
export const fold = (title: string, blocks: Blocks, open = false): Block => ({ kind: 'fold', title, open, blocks });
export const onScreen = (...blocks: readonly Blocks[]): Block => ({ kind: 'only', on: 'screen', blocks });
export const onPaper = (...blocks: readonly Blocks[]): Block => ({ kind: 'only', on: 'paper', blocks });

/** The part that a document begins with: what stands above everything, then blocks without a title. */
export const firstPart = (masthead: Omit<Masthead, 'kind'>, ...blocks: readonly Blocks[]): Part => ({
  id: 'summary',
  title: 'Summary',
  untitled: true,
  blocks: [{ kind: 'masthead', ...masthead }, blocks],
});

const pieces = 'code digest command soft strong warning mark id link file exchange box address'.split(' ');

/** The content of a cell as one paragraph, or as the blocks that it is. */
export function isText(of: Exclude<Cell, string>): of is Piece {
  return typeof of === 'object' && 'kind' in of && pieces.includes(of.kind);
}

/** Blocks in their order, without what stands for nothing. */
export function inOrder(blocks: Blocks): readonly Block[] {
  if (!blocks) return [];
  return 'kind' in blocks ? [blocks] : blocks.flatMap(inOrder);
}
