import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { Sent } from '../../schemas/types.js';
import type { Sides } from '../document/blocks.js';
import { headAndRest, sentText } from '../wording/finding.js';
import { brief, roomOf } from './glyphs.js';
import { colours, sizes, width } from './page-layout.js';
import { beside, rule } from './table.js';
import { bold, code, coded, type Setting, set, soft, stack } from './typography.js';

/** Longer than this it would not fit beside the others on a page. */
const longest = 600;
const space = 18;

/** The sent request, the expected and the received response, side by side. */
export function sides({ sent, expected, received, control }: Sides): Content {
  const columns: [share: number, cell: (wide: number) => TableCell][] = [];
  if (sent !== undefined) columns.push([5, (wide) => side(wide, 'Sent', [changed(sent)])]);
  if (expected !== undefined)
    columns.push([4, (wide) => side(wide, 'Expected', firstStrong(brief(expected, longest)))]);
  const response = firstStrong(brief(received, longest), { color: colours.fail });
  const beyond =
    control === undefined ? [] : [set([soft('Control '), ...coded(brief(control, longest))], { margin: [0, 3, 0, 0] })];
  columns.push([4, (wide) => side(wide, 'Received', [...response, ...beyond])]);
  const shares = columns.reduce((sum, [share]) => sum + share, 0);
  const room = width - space * (columns.length - 1);
  const widths = columns.map(([share]) => (room * share) / shares);
  return beside(
    widths.flatMap((wide, index) => (index ? [space, wide] : [wide])),
    columns.flatMap(([, cell], index) => (index ? ['', cell(widths[index] ?? 0)] : [cell(widths[index] ?? 0)])),
    [0, 12, 0, 0],
  );
}

/** The room that it takes, in characters, all columns together. */
export function sidesLength({ sent, expected, received, control }: Sides): number {
  return [sentText(sent ? { sent } : {}), expected, received, control].reduce<number>(
    (sum, text) => sum + roomOf(text ?? '', longest),
    0,
  );
}

function side(wide: number, name: string, parts: readonly Content[]): TableCell {
  return stack([
    rule(wide, 'head'),
    soft(name, { fontSize: sizes.small, margin: [0, 4, 0, 2] }),
    ...parts,
  ]) as TableCell;
}

// The mutation is bold and underlined, so that a reader finds it.
function changed({ request, change }: Sent): Content {
  const start = brief(request, longest);
  if (change === undefined) return code(start);
  return set([code(`${start} `), code(brief(change, longest), { bold: true, decoration: 'underline' })], {
    lineHeight: 1.1,
  });
}

function firstStrong(text: string, setting: Setting = {}): Content[] {
  const { head, rest } = headAndRest(text);
  return [bold(coded(head), setting), ...rest.map((line) => set(coded(line), { margin: [0, 3, 0, 0] }))];
}
