import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { Exchange, Header } from '../../schemas/exchange.js';
import { indented } from '../text/indent.js';
import { grouped } from '../text/printable.js';
import { aroundWithheld, cutHere, pathOf, statusLine } from '../wording/exchange-words.js';
import { brief, shown } from './glyphs.js';
import { beside, rule, table } from './table.js';
import {
  colours,
  idAlone,
  mono,
  over,
  place,
  type Setting,
  set,
  sizes,
  soft,
  stack,
  together,
  width,
} from './typography.js';

/** How many exchanges of a finding are named beside the deciding one, which stands first, in full. */
const inName = 3;
/** Between blocks that stand side by side. */
const space = 8;
const half = (width - space) / 2;
// What comes after this in a body is beyond the lines in any case; indenting it all would take long.
const longestBody = 16_000;
/** Lines of a message: of one that is a little longer all stand there, so that no last brackets are cut. */
const mostOfMessage = 10;
/** Lines of any other block: with what heads it, a page holds them. */
const mostLines = 54;
/** Every letter of the code font is this wide, as a part of its size. */
const advance = 0.6002;
const pad = 7;

/** The exchanges of a finding under their heading: the first in full, request beside response, then a list of the others. */
export function exchanges([first, ...others]: readonly Exchange[], aside = ''): Content {
  const more = others.length - inName;
  return stack([
    first && full(first, over('Exchanges', aside)),
    others.length > 0 ? named(others.slice(0, inName)) : undefined,
    more > 0 ? soft(`And ${more} more in report.html.`) : undefined,
  ]);
}

function full(sent: Exchange, heading: Content): Content {
  const { id, request, response } = sent;
  const outgoing = laid(`${request.method} ${request.url}`, request.headers, request.body);
  const came = laid(statusLine(sent), response?.headers, response?.body);
  const label = { fontSize: sizes.small, margin: [0, 0, 0, 2] as [number, number, number, number] };
  const block = washed(
    [half, half],
    [
      [...outgoing.lines.map(codeLine), ...rest(outgoing, id, request.body)],
      [...came.lines.map(codeLine), ...rest(came, id, response?.body), ...(response?.cut ? [remark(cutHere)] : [])],
    ],
  );
  const summary = beside(columns, line(sent), [0, 4, 0, 3]);
  const labels = beside([half + space, half], [soft('Request', label), soft('Response', label)]);
  return stack([together(heading, rule(width, 'row'), summary, labels, block)], { margin: [0, 0, 0, 10] });
}

/** A message in the lines that there are. Its body comes first: headers take the lines that it leaves. */
function laid(first: string, headers: readonly Header[] = [], body?: string) {
  const with_ = (some: number) => lay(message(first, headers.slice(0, some), body), half, mostOfMessage + 4);
  const all = with_(headers.length);
  if (!all.cut) return { ...all, bodyFits: true };
  if (with_(0).cut) return { ...lay(message(first, [], body), half, mostOfMessage), bodyFits: false };
  let fits = 0;
  while (fits < headers.length && !with_(fits + 1).cut) fits += 1;
  return { lines: with_(fits).lines, cut: true, bodyFits: true };
}

function rest({ cut, bodyFits }: ReturnType<typeof laid>, id: string, body: string | undefined): Content[] {
  if (!cut) return [];
  if (bodyFits) return [remark(`… headers cut for the page; they stand whole in evidence.har, ${id}`)];
  const whole = body ? ` of a body of ${grouped(body.length)} characters` : '';
  return [remark(`… cut for the page${whole}; it stands whole in evidence.har, ${id}`)];
}

const columns = [46, 345, 54, 54];

function named(list: readonly Exchange[]): Content {
  const heads = columns.map((wide, index) => ({ name: '', wide, right: index > 1 }));
  return stack([rule(width, 'row'), table(heads, list.map(line))]);
}

function line({ id, request, response, purpose, durationMs }: Exchange): TableCell[] {
  return [
    idAlone(id, { id: place(`exchange-${id}`) }),
    set([`${request.method} ${pathOf(request.url)} `, soft(brief(purpose, 200, 2))]),
    set(response ? String(response.status) : 'no response', { alignment: 'right' }),
    soft(`${grouped(durationMs)} ms`, { alignment: 'right' }),
  ];
}

function message(first: string, headers: readonly Header[], body: string | undefined): string {
  const lines = [first, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return [
    ...lines,
    ...(body ? ['', indented(body.length > longestBody ? body.slice(0, longestBody) : body)] : []),
  ].join('\n');
}

/**
 * Breaks a text into the lines of fixed width that a block of so many points has room for; `cut` where there would have been
 * more. Takes no longer for a megabyte in one word.
 */
export function lay(text: string, wide: number, most = mostLines) {
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
  const rest = cut ? [remark('… cut for the page; it stands whole in report.json')] : [];
  return washed([width], [[...lines.map(codeLine), ...rest]]);
}

/** Blocks of lines beside one another on the wash, as long as the longest. */
function washed(widths: readonly number[], blocks: readonly Content[][]): Content {
  const between = (column: number) => column % 2 === 1;
  const side = (column: number) => (between(column) ? 0 : pad);
  return {
    table: {
      widths: widths.flatMap((wide, index) => (index ? [space, wide - 2 * pad] : [wide - 2 * pad])),
      body: [blocks.flatMap((lines, at): TableCell[] => [...(at ? [''] : []), { stack: lines }])],
    },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: () => 0,
      fillColor: (_row, _node, column) => (between(column) ? null : colours.wash),
      paddingLeft: side,
      paddingRight: side,
      paddingTop: () => 6,
      paddingBottom: () => 5,
    },
  };
}

function remark(text: string): Content {
  return soft(text, { fontSize: sizes.code, margin: [0, 2, 0, 0] });
}

const codeSetting: Setting = {
  font: mono,
  fontSize: sizes.code,
  lineHeight: 1.03,
  noWrap: true,
  preserveLeadingSpaces: true,
  preserveTrailingSpaces: true,
};

function codeLine(line: string): Content {
  const runs = aroundWithheld(line).flatMap((part, index) =>
    part === '' ? [] : [set(part, index % 2 ? { ...codeSetting, color: colours.soft } : codeSetting)],
  );
  return set(line === '' ? ' ' : runs, codeSetting);
}
