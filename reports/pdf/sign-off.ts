import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { sizes, width } from './page-layout.js';
import { beside, rule } from './table.js';
import { place, set, soft } from './typography.js';

const roles = ['Prepared by', 'Reviewed by', 'Accepted by'];
const first = 80;
const space = 12;
const columns = [
  { name: 'Name', wide: 126 },
  { name: 'Role', wide: 104 },
  { name: 'Date', wide: 70 },
  { name: 'Signature', wide: width - first - 126 - 104 - 70 - 3 * space },
];
const high = 25;

/** What it takes of the page, in points. */
export const signOffHeight = roles.length * high + 16;

/** Where it begins is found by this name, when a layout is measured. */
export const signOffPlace = place('sign-off');

/** Three lines to sign on, together on one page. */
export function signOff(room: number): Content {
  const widths = [first, ...columns.flatMap(({ wide }, index) => (index ? [space, wide] : [wide]))];
  const filled = (cell: (column: (typeof columns)[number]) => Content) =>
    columns.flatMap((column, index) => (index ? ['', cell(column)] : [cell(column)]));
  const names = filled(({ name }) => soft(name, { fontSize: sizes.small, lineHeight: 1 }));
  const lines = roles.map((role) =>
    beside(widths, [
      set(role, { margin: [0, high - 10.5, 0, 0], lineHeight: 1 }),
      ...filled(({ wide }) => ({ stack: [rule(wide, 'head', [0, high - 0.5, 0, 0])] })),
    ] as TableCell[]),
  );
  return {
    stack: [
      set(' ', { id: signOffPlace, fontSize: 2, lineHeight: 1 }),
      beside(widths, ['', ...names] as TableCell[]),
      ...lines,
    ],
    margin: [0, 6 + room, 0, 0],
  };
}
