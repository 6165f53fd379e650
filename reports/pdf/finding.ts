import type { Content } from 'pdfmake/interfaces.js';
import type { Blocks, Finding, Sides } from '../document/blocks.js';
import { plain } from '../text/inline.js';
import { headAndRest } from '../wording/finding.js';
import { brief, shown } from './glyphs.js';
import { marked } from './marks.js';
import { beside, rule } from './table.js';
import {
  bold,
  bookmark,
  code,
  coded,
  colours,
  place,
  type Setting,
  set,
  sizes,
  soft,
  stack,
  together,
  width,
} from './typography.js';

interface Setter {
  readonly set: (blocks: Blocks, wide: number, at: string) => readonly Content[];
  /** The part that it stands in, for its bookmark. */
  readonly at: string;
  /** True for the first of its part, which has no line above it. */
  readonly first: boolean;
}

/** The opening of a finding with fewer characters than this, the names of its members among them, is lower than a page. */
const onePage = 1_400;

/** A finding under its title. A short opening stays on one page. */
export function finding(found: Finding, { set: setBlocks, at, first }: Setter): readonly Content[] {
  const { place: name, mark, id, aside, title, opening, body } = found;
  const requirement = id === undefined ? [] : [code(id, { linkToDestination: place(id) }), soft('   ')];
  const head = stack([
    ...(first ? [] : [rule(width, 'head', [0, 22, 0, 12])]),
    beside([82, width - 82], [marked(mark, { bold: true }), set([...requirement, soft(aside)])]),
    bold(brief(plain(title), 400, 3), {
      fontSize: sizes.title,
      lineHeight: 1.15,
      margin: [0, 4, 40, 3],
      ...bookmark(found.bookmark, name, at),
    }),
  ]);
  const start = stack([head, ...setBlocks(opening, width, at)], { unbreakable: isShort(opening) });
  return [start, ...setBlocks(body, width, at)];
}

/** Whether blocks are lower than a page: what stays together and is higher is lost. A break takes as much as half a line. */
function isShort(opening: Blocks): boolean {
  const text = shown(JSON.stringify([opening]).slice(0, onePage));
  return text.replaceAll('\\n', ' '.repeat(40)).length < onePage;
}

/** Longer than this a side would not fit beside the others on a page. */
const longest = 600;
const space = 18;

/** The sent request, the expected and the received response, side by side. */
export function sides({ sent, expected, received, control }: Sides): Content {
  const response = firstStrong(brief(received, longest), { color: colours.fail });
  const beyond =
    control === undefined ? [] : [set([soft('Control '), ...coded(brief(control, longest))], { margin: [0, 3, 0, 0] })];
  const columns = [
    ...(sent === undefined ? [] : [{ share: 5, name: 'Sent', parts: [changed(sent)] }]),
    ...(expected === undefined ? [] : [{ share: 4, name: 'Expected', parts: firstStrong(brief(expected, longest)) }]),
    { share: 4, name: 'Received', parts: [...response, ...beyond] },
  ];
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const room = width - space * (columns.length - 1);
  const cells = columns.map(({ share, name, parts }) => {
    const wide = (room * share) / shares;
    const title = soft(name, { fontSize: sizes.small, margin: [0, 4, 0, 2] });
    return { wide, cell: { stack: [rule(wide, 'head'), title, ...parts] } };
  });
  return together(
    beside(
      cells.flatMap(({ wide }, index) => (index ? [space, wide] : [wide])),
      cells.flatMap(({ cell }, index) => (index ? ['', cell] : [cell])),
      [0, 12, 0, 0],
    ),
  );
}

// The mutation is bold and underlined, so that a reader finds it.
function changed({ request, change }: NonNullable<Sides['sent']>): Content {
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
