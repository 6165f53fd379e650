import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { shown } from './glyphs.js';
import { colours, mono, sizes, width } from './page-layout.js';
import { type Setting, set, soft } from './typography.js';

/** Every letter of the code font is this wide, as a part of its size. */
const advance = 0.6002;
const pad = 7;
/** Between blocks that stand side by side. */
const space = 8;
/** How many lines a block has at most: with what heads it, a page holds them. */
const mostLines = 54;
/** Up to this many lines a block is never split; a longer one in groups of about so many. */
const short = 26;
const group = 9;

/** Text of fixed width in the lines that the paper has room for. */
export interface Lines {
  readonly lines: readonly string[];
  /** Whether there would have been more. */
  readonly cut: boolean;
}

/** Breaks a text into lines for a block that is so many points wide. Takes no longer for a megabyte in one word. */
export function lay(text: string, wide: number, most = mostLines): Lines {
  const columns = Math.floor((wide - 2 * pad) / (advance * sizes.code));
  // What comes after this cannot be reached with the lines that there are.
  const reach = columns * most * 2;
  const start = shown(text.slice(0, reach)).replaceAll('\t', '    ');
  const all = start.split('\n').flatMap((line) => broken(line, columns));
  return { lines: all.slice(0, most), cut: all.length > most || text.length > reach };
}

// A line goes on two characters further in, and is broken after a space or a sign where one is near the end.
function broken(line: string, columns: number): string[] {
  const parts: string[] = [];
  const indent = ' '.repeat(Math.min((/^ */.exec(line)?.[0].length ?? 0) + 2, Math.floor(columns / 2)));
  const near = Math.ceil(columns * 0.6);
  let rest = line;
  while (rest.length > columns) {
    const [kept] = /^.*[ /,;&?-]/.exec(rest.slice(near, columns)) ?? [];
    const end = kept === undefined ? whole(rest, columns) : near + kept.length;
    parts.push(rest.slice(0, end));
    rest = indent + rest.slice(end);
  }
  return [...parts, rest];
}

// A code point that stands for a letter is not torn.
function whole(line: string, end: number): number {
  const open = Math.max(line.lastIndexOf('‹U+', end - 1), line.lastIndexOf('[U+', end - 1));
  return open > end - 10 && open > end / 2 && !/[›\]]/.test(line.slice(open, end)) ? open : end;
}

/** A block of code on a grey wash, as wide as the page. */
export function codeBlock(text: string): Content {
  const { lines, cut } = lay(text, width);
  const rest = cut ? [{ note: '… cut for the page; it stands whole in report.json' }] : [];
  return washed([width], [[...lines, ...rest]]);
}

/** Lines of code, and a remark of the report between them. */
type Written = readonly (string | { readonly note: string })[];

/**
 * Blocks of code beside one another on the wash, as long as the longest. They are split over two pages only between
 * groups of lines, and what heads them stands on both.
 * @param name the place of the first line, for links
 */
export function washed(
  widths: readonly number[],
  blocks: readonly Written[],
  heads: readonly TableCell[][] = [],
  name?: string,
): Content {
  const long = Math.max(...blocks.map(({ length }) => length));
  const size = Math.ceil(long / Math.max(1, Math.round(long / group)));
  const rows = Array.from({ length: Math.ceil(long / size) }, (_, index) =>
    blocks.flatMap((block, at): TableCell[] => {
      const lines = block.slice(index * size, (index + 1) * size);
      return [
        ...(at ? [''] : []),
        lines.length > 0
          ? { stack: lines.map((line, row) => written(line, index + at + row === 0 ? name : undefined)) }
          : '',
      ];
    }),
  );
  const between = (column: number) => column % 2 === 1;
  const whole = long <= short;
  return {
    table: {
      widths: widths.flatMap((wide, index) => (index ? [space, wide - 2 * pad] : [wide - 2 * pad])),
      headerRows: heads.length,
      keepWithHeaderRows: whole ? rows.length : 1,
      dontBreakRows: true,
      body: [...heads.map((row) => [...row]), ...rows],
    },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: () => 0,
      fillColor: (row, _node, column) => (row < heads.length || between(column) ? null : colours.wash),
      paddingLeft: (column) => (between(column) ? 0 : pad),
      paddingRight: (column) => (between(column) ? 0 : pad),
      paddingTop: (row) => (row === heads.length ? 6 : 0),
      paddingBottom: (row, node) => (row === node.table.body.length - 1 ? 5 : 0),
    },
  };
}

function written(line: Written[number], id?: string): Content {
  if (typeof line !== 'string') return soft(line.note, { fontSize: sizes.code, margin: [0, 2, 0, 0] });
  return set(line === '' ? ' ' : parts(line), { ...codeSetting, ...(id !== undefined && { id }) });
}

const codeSetting: Setting = {
  font: mono,
  fontSize: sizes.code,
  lineHeight: 1.03,
  noWrap: true,
  preserveLeadingSpaces: true,
  preserveTrailingSpaces: true,
};

function parts(line: string): readonly Content[] {
  return line
    .split(/(‹[^‹›\n]{1,60}›)/)
    .filter((part) => part !== '')
    .map((part) => set(part, /^‹.*›$/.test(part) ? { ...codeSetting, color: colours.soft } : codeSetting));
}
