import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { Block, Blocks, Cell, Column, Of, Part, Piece, Text } from '../document/blocks.js';
import { inOrder, isText } from '../document/compose.js';
import { burst, grid } from './charts.js';
import { codeBlock, exchanges } from './exchange.js';
import { finding, sides } from './finding.js';
import { contents, headline, masthead, notices } from './first-page.js';
import { brief } from './glyphs.js';
import { marked } from './marks.js';
import { rowsOf, rule, table } from './table.js';
import {
  bold,
  bookmark,
  code,
  coded,
  colours,
  idAlone,
  over,
  place,
  prose,
  type Setting,
  set,
  sizes,
  soft,
  stack,
  together,
  width,
} from './typography.js';

/** A string on paper: characters and lines. report.json has it in full. */
const [longest, mostLines] = [1_500, 20];
/** Width in points by the content of a column; columns of text share the rest. */
const columnWidths = {
  id: 52,
  title: 200,
  ending: 130,
  mark: 84,
  ids: 96,
  check: 90,
  side: 100,
  sign: 74,
  count: 44,
} as const;

/** How what stands in a column is set: ids to the right, and room to sign in. */
const settings: Partial<Record<Column['holds'], Setting>> = {
  ids: { fontSize: sizes.small, alignment: 'right' },
  sign: { margin: [0, 0, 0, 28] },
  count: { bold: true, alignment: 'right' },
};

/** A part of the report under its heading, with its bookmark. One that needs none begins with what it holds. */
export function setPart({ id, title, newPage, untitled, blocks }: Part): readonly Content[] {
  const body = setBlocks(blocks, width, id);
  if (untitled) return body;
  const [first, ...rest] = body;
  const named = { ...bookmark(title, id), fontSize: sizes.section, lineHeight: 1.1 };
  const heading = bold(title, { ...named, margin: [0, 9, 0, 8] });
  // The heading does not stay behind at the end of a page.
  const opening = newPage ? { pageBreak: 'before' } : { unbreakable: true, margin: [0, 20, 0, 0] };
  return [stack([rule(width, 'section'), heading, first], opening), ...rest];
}

/** Blocks in so many points of width, without those that paper leaves out. A heading stays with the text that it heads. */
function setBlocks(blocks: Blocks, wide: number, at: string): readonly Content[] {
  const set: Content[] = [];
  let head: Content | undefined;
  for (const [index, block] of inOrder(blocks).entries()) {
    const [first, ...rest] = setBlock(block, { wide, at, first: index === 0 });
    if (head !== undefined) set.push(isLow(block) ? together(head, first) : head);
    if (first !== undefined && block.kind !== 'heading' && !(head !== undefined && isLow(block))) set.push(first);
    head = block.kind === 'heading' ? first : undefined;
    set.push(...rest);
  }
  return head === undefined ? set : [...set, head];
}

/** Whether the beginning of a block is lower than a page, whatever it holds. */
function isLow({ kind }: Block): boolean {
  return kind === 'text' || kind === 'facts';
}

/** Where a block stands: in so many points of width, in which part, and whether it is the first there. */
interface Room {
  readonly wide: number;
  readonly at: string;
  readonly first: boolean;
}

function setBlock(block: Block, room: Room): readonly Content[] {
  return (setters[block.kind] as (of: Block, room: Room) => readonly Content[])(block, room);
}

const none = () => [];
const setters: { readonly [K in Block['kind']]: (of: Of<K>, room: Room) => readonly Content[] } = {
  masthead: (of, { at }) => [masthead(of, at)],
  notices: ({ items }) => notices(items),
  headline: (of, { at }) => [headline(of, (each, wide) => setBlocks(each, wide, at))],
  contents: ({ parts }, { wide }) => [contents(parts, wide)],
  marks: none,
  register: none,
  text: (of, { wide }) => [paragraph(of, wide)],
  list: (of) => [list(of)],
  heading: (of, { wide, at }) => [alone(of, wide, at)],
  facts: setFacts,
  table: (of, room) => [setTable(of, room)],
  finding: (of, { at, first }) => finding(of, { set: setBlocks, at, first }),
  sides: (of) => [sides(of)],
  listing: ({ title, text }) => [together(title === undefined ? undefined : over(title), codeBlock(text))],
  burst: (of) => [burst(of.burst)],
  exchanges: (of) => (of.inFinding ? [exchanges(of.exchanges, of.aside)] : []),
  grid: (of) => [grid(of)],
  fold: ({ open, blocks }, { wide, at }) => (open ? setBlocks(blocks, wide, at) : []),
  only: ({ on, blocks }, { wide, at }) => (on === 'paper' ? setBlocks(blocks, wide, at) : []),
};

function paragraph({ text, as }: Of<'text'>, wide: number): Content {
  if (as === 'intro') return prose(runs(text, { color: colours.soft }), { margin: [0, 0, 100, 10] });
  if (as === 'prose') return prose(runs(text), { margin: [0, 0, Math.max(0, 90 - (width - wide)), 0] });
  return line(text, as === 'more' ? { margin: [0, 6, 0, 0] } : {});
}

/** One paragraph. A mark and an id that stand alone keep the line of the text beside them. */
function line(text: Text, setting: Setting = {}): Content {
  if (typeof text === 'object' && 'kind' in text) {
    if (text.kind === 'mark') return marked(text.mark, setting);
    if (text.kind === 'id') return idAlone(text.id, { linkToDestination: place(text.to ?? text.id), ...setting });
  }
  return set(runs(text), setting);
}

// Every run is set by itself: a paragraph does not hand its colour and weight on to runs two levels below.
function runs(text: Text, setting: Setting = {}): readonly Content[] {
  if (typeof text === 'string')
    return coded(brief(text, longest, mostLines)).map((run) =>
      typeof run === 'string' ? set(run, setting) : ({ ...(run as object), ...setting } as Content),
    );
  if (text === undefined || text === false) return [];
  if (!('kind' in text)) return text.flatMap((each) => runs(each, setting));
  switch (text.kind) {
    case 'strong':
      return runs(text.text, { ...setting, bold: true });
    case 'soft':
      return runs(text.text, { ...setting, color: colours.soft });
    case 'warning':
      return runs(text.text, { ...setting, bold: true, color: colours.inconclusive });
    default:
      return [piece(text)];
  }
}

function piece(of: Exclude<Piece, { readonly kind: 'strong' | 'soft' | 'warning' }>): Content {
  switch (of.kind) {
    case 'command':
      return code(brief(of.text, 1_000, 1));
    case 'code':
    case 'address':
      return code(brief(of.text, 300, 1));
    case 'digest':
      return code(brief(of.text, 300, 1), { fontSize: sizes.code });
    case 'mark':
      return marked(of.mark);
    case 'id':
      return code(of.id, { linkToDestination: place(of.to ?? of.id) });
    case 'link':
      return set(of.text, { linkToDestination: place(of.to) });
    case 'file':
      return set(of.text);
    case 'exchange':
      // Paper shows a few exchanges only, so it has no links to them.
      return of.text === of.id ? code(of.id) : set(of.text);
  }
}

function list({ items, points }: Of<'list'>): Content {
  if (!points) return stack(items.map((item, at) => stack([line(item)], { margin: [0, at > 0 ? 1.5 : 0, 0, 0] })));
  const sentences = items.map((item) => set(runs(item), { margin: [4, 0, 0, 2] }));
  return { ul: sentences, fontSize: sizes.prose, lineHeight: 1.24, margin: [0, 2, 60, 0] };
}

function heading({ text, aside, mark, sub }: Of<'heading'>): Content {
  if (sub) return over(text, aside);
  return set([
    bold(brief(text, 60, 1), { fontSize: 11, ...(mark && { color: colours[mark] }) }),
    ...(aside === undefined ? [] : [soft(`   ${aside}`)]),
  ]);
}

function alone(of: Of<'heading'>, wide: number, at: string): Content {
  const anchored = of.anchor === undefined ? {} : bookmark(of.text, of.anchor, at);
  return stack([set([heading(of)], anchored), rule(wide, 'head', [0, 4, 0, 0])], { margin: [0, 10, 0, 4] });
}

// The first rows stand apart, so that they can stay with a heading while the others go over to another page.
function setFacts({ rows, names }: Of<'facts'>, { wide, at }: Room): readonly Content[] {
  const term = { short: 60, medium: 92, long: 118 }[names];
  const value = Math.min(names === 'medium' ? 330 : 390, wide - term);
  const lines = rows.flatMap(([name, of]) =>
    of === undefined || of === false
      ? []
      : [[typeof name === 'string' ? soft(name) : line(name), setCell(of, value, at)] as TableCell[]],
  );
  const margin: [number, number, number, number] = [0, names === 'medium' ? 12 : 0, 0, 0];
  const one = (some: typeof lines) => rowsOf([term, value], some, { apart: 1.25, margin });
  return names !== 'medium' && lines.length > 3 ? [one(lines.slice(0, 3)), one(lines.slice(3))] : [one(lines)];
}

function setTable({ title, columns, rows, anchors = [] }: Of<'table'>, { wide, at }: Room): Content {
  const measured = widened(columns, wide);
  const anchor = title?.anchor;
  const lines = rows.map((cells, row) =>
    measured.map((column, index): TableCell => {
      // A head stands on several pages, a bookmark on one: the first row holds it.
      const named = row + index === 0 && title && anchor !== undefined ? bookmark(title.text, anchor, at) : {};
      const own = index === 1 && anchors[row] !== undefined ? { id: place(anchors[row]) } : {};
      return setCell(cells[index], column.wide - 10, at, { ...named, ...own, ...settings[column.holds] });
    }),
  );
  return table(measured, lines, {
    ...(title && { title: heading(title) }),
    margin: [0, 0, 0, title?.sub ? 0 : 8],
  });
}

/** Columns with their widths: those of text share what the others leave. */
function widened(columns: readonly Column[], wide: number) {
  const left = columns.reduce((rest, { holds }) => rest - (holds === 'text' ? 0 : columnWidths[holds]), wide);
  const texts = columns.filter(({ holds }) => holds === 'text').length;
  return columns.map(({ name, holds }) => ({
    ...{ name, holds, right: holds === 'ids' || holds === 'count' },
    wide: holds === 'text' ? left / texts : columnWidths[holds],
  }));
}

function setCell(of: Cell, wide: number, at: string, setting: Setting = {}): TableCell {
  if (typeof of === 'string' || isText(of)) return line(of, setting) as TableCell;
  if (of && 'kind' in of && of.kind === 'text' && of.as === 'cell') return line(of.text, setting) as TableCell;
  return stack(setBlocks(of, wide, at)) as TableCell;
}
