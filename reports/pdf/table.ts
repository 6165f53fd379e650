import type { Content, ContentTable, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js';
import { colours, sizes, soft } from './typography.js';

type Margin = [left: number, top: number, right: number, bottom: number];

/** Space between two columns. */
const gap = 10;

/** A column: its width in points, the space after it included, and whether it is set to the right. */
export interface Column {
  readonly name: string;
  readonly wide: number;
  readonly right?: boolean;
  /** What heads it, where that is no name. */
  readonly head?: Content;
}

/** Rows under a head that stands again on every page. No row is split, and the first stays with the head. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly TableCell[])[],
  { title, margin = [0, 0, 0, 0] }: { title?: Content; margin?: Margin } = {},
): Content {
  const named = columns.some(({ name }) => name !== '');
  const head: TableCell[][] = [];
  if (title !== undefined)
    head.push([{ stack: [title], colSpan: columns.length, margin: [0, 0, 0, 1] }, ...columns.slice(1).map(() => '')]);
  if (named) {
    head.push(
      columns.map(({ name, right, head: own }): TableCell => {
        if (own !== undefined) return { stack: [own] };
        return soft(name, { fontSize: sizes.small, alignment: right ? 'right' : 'left', noWrap: true });
      }),
    );
  }
  return {
    table: {
      widths: columns.map(({ wide }, index) => (index === columns.length - 1 ? wide : wide - gap)),
      headerRows: head.length,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      body: [...head, ...rows.map((row) => [...row])],
    },
    layout: ruled(head.length),
    margin,
  };
}

/** Rows without rules: all of one height where `high` is given, each `apart` from the next, and then never split. */
export function rowsOf(
  widths: readonly number[],
  rows: readonly (readonly TableCell[])[],
  { high, apart = 0, margin = [0, 0, 0, 0] }: { high?: number; apart?: number; margin?: Margin } = {},
): ContentTable {
  const heights = high !== undefined && { heights: high };
  return {
    table: { widths: [...widths], dontBreakRows: apart > 0, ...heights, body: rows.map((row) => [...row]) },
    layout: { ...plain, paddingRight: () => 0, paddingTop: () => apart, paddingBottom: () => apart },
    margin,
  };
}

/** Cells side by side without rules, such as the parts of a page. */
export const beside = (widths: readonly number[], cells: readonly TableCell[], margin?: Margin): ContentTable =>
  rowsOf(widths, [cells], margin && { margin });

/** A line across: 2 px above a section, 1 px of ink under a head, 1 px of grey between rows. */
export function rule(wide: number, thick: 'section' | 'head' | 'row', margin: Margin = [0, 0, 0, 0]): Content {
  const line = { type: 'line', x1: 0, y1: 0, x2: wide, y2: 0 } as const;
  const lineWidth = { section: 1.5, head: 0.75, row: 0.5 }[thick];
  return { canvas: [{ ...line, lineWidth, lineColor: thick === 'row' ? colours.line : colours.ink }], margin };
}

/** Nothing but the space between columns. */
const plain: CustomTableLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: (index, node) => (index === (node.table.widths?.length ?? 0) - 1 ? 0 : gap),
  paddingTop: () => 0,
  paddingBottom: () => 0,
};

function ruled(heads: number): CustomTableLayout {
  return {
    ...plain,
    hLineWidth: (index) => (index === heads && heads > 0 ? 0.75 : index > heads ? 0.5 : 0),
    hLineColor: (index) => (index <= heads ? colours.ink : colours.line),
    paddingTop: (row) => (row < heads ? 2 : 2.5),
    paddingBottom: (row) => (row < heads ? 2 : 1.5),
  };
}
