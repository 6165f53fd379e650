import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { Grid, GridLine } from '../document/blocks.js';
import type { Burst } from '../model/bursts.js';
import { brief } from './glyphs.js';
import { marksInRow, sign } from './marks.js';
import { beside, rowsOf, table } from './table.js';
import { code, colours, idAlone, over, set, sizes, soft, stack, together, width } from './typography.js';

const axis = 330;

/** Requests that were released together, as bars on one time axis: which overlapped, and which responses differ from most. */
export function burst({ bars, step, top, aside }: Burst): Content {
  const at = (value: number) => (axis * value) / top;
  const rows = bars.map(({ id, from, length, outcome, odd }): TableCell[] => {
    const bar = { type: 'rect', x: at(from), y: 4, w: Math.max(0.5, at(length)), h: 3.6 } as const;
    return [
      code(id, { bold: odd, fontSize: sizes.code, lineHeight: 1 }),
      { canvas: [{ ...bar, color: odd ? colours.fail : colours.bar }] },
      stack(odd ? [sign('fail', 8, { x: 0, y: 1.2 })] : []) as TableCell,
      set(brief(outcome, 60, 1), { bold: odd, fontSize: sizes.small, lineHeight: 1 }),
    ];
  });
  return together(over('The burst', aside), rowsOf([50, axis, 12, 107], rows, { high: 12.5 }), ticks(step, top));
}

function ticks(step: number, top: number): Content {
  const number = Math.round(top / step);
  const wide = axis / number;
  // Each number is centred on its place: the first and the last of them hang over the ends of the axis.
  const labels = Array.from({ length: number + 1 }, (_, index) => {
    const value = String(Number((index * step).toPrecision(3)));
    return soft(index === number ? `${value} ms` : value, { fontSize: 7.5, alignment: 'center' });
  });
  return {
    ...beside(
      labels.map(() => wide),
      labels,
    ),
    margin: [50 - wide / 2, 1, 0, 0],
  };
}

/** Points for the verdicts of a requirement over the runs. */
const history = 268;
/** Points for two days side by side. */
const twoDays = 140;
/** The largest size of a mark, for a short history. */
const largest = 8;

/** Verdicts of requirements over the runs, as a table with one axis as its last heading. */
export function grid({ lines, columns, ends: [first, last] }: Grid): Content {
  const size = Math.min(largest, ((history - 2) * 16) / (columns.length * 18));
  const across = columns.length * size * (18 / 16);
  // A short axis has no room for a day at each end.
  const head =
    across < twoDays
      ? soft(first === last ? first : `${first} to ${last}`, { fontSize: sizes.small })
      : beside(
          [across / 2, across / 2],
          [soft(first, { fontSize: sizes.small }), soft(last, { fontSize: sizes.small, alignment: 'right' })],
        );
  const heads = [
    { name: 'Id', wide: 60 },
    { name: 'Requirement', wide: width - 60 - history },
    { name: 'Runs', wide: history, head },
  ];
  return table(
    heads,
    lines.map((each) => line(each, size)),
  );
}

function line({ row: { id, title }, marks }: GridLine, size: number): TableCell[] {
  const drawn = marksInRow(marks, size);
  return [idAlone(id), set(brief(title, 200, 2)), { stack: [drawn], margin: [0, 1.5, 0, 0] }];
}
