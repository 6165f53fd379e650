import type { Verdict } from '../../schemas/verdict.js';
import type { FilePath, Grid, GridLine } from '../document/blocks.js';
import { labels } from '../wording/verdict-labels.js';
import { type Child, html, type Markup } from './markup.js';

const pitch = 20;
/** Columns that a line has room for. With fewer runs the marks keep their size and stand at the left. */
const room = 30;

/** Verdicts of requirements over the runs, as lines of marks under one axis. */
export function grid({ lines, columns, ends, wide }: Grid): Markup {
  const width = Math.max(wide ? 2 * room : room, columns.length);
  const cell = cellsOf(columns, wide === true);
  return html`<div class="${wide ? 'history wide' : 'history'}"><div class="history-line head" aria-hidden="true"><span></span><span></span>${axis(ends, { width, columns: columns.length, high: wide ? 2 * pitch : pitch })}</div>${lines.map((each) => line(each, width, cell))}</div>`;
}

type CellOf = (at: number, verdict: Verdict | undefined, linked?: true) => Markup | undefined;

function line(
  { row, marks, label, file, linked }: GridLine,
  width: number,
  { columns, cell, drawsDots }: Cells,
): Markup {
  const cells = columns.map((column, at) => {
    const mark = cell(at, marks[at], linked);
    if (!linked || !mark || column.file === undefined) return mark;
    return html`<a href="${hrefOf({ path: column.file })}" aria-label="${`Report of ${column.title}`}">${mark}</a>`;
  });
  // What holds links is no picture.
  const role = linked ? 'group' : 'img';
  return html`<div class="history-line">${head(row, file)}<svg viewBox="0 0 ${width * pitch} ${pitch}" role="${role}" aria-label="${label}">${cells}${!linked && dots(marks, drawsDots, columns)}</svg></div>`;
}

/** The passes of a line in a large grid as one path: there are thousands of them, and they say the least. */
function dots(marks: GridLine['marks'], drawsDots: boolean, columns: Grid['columns']): Child {
  const at = marks.flatMap((mark, place) => (mark === 'pass' && !columns[place]?.unreached ? [place] : []));
  if (!drawsDots || at.length === 0) return undefined;
  return html`<path class="pass dots" d="${at.map((place) => `M${place * pitch + pitch / 2} ${pitch / 2}h.01`).join('')}"/>`;
}

interface Cells {
  readonly columns: Grid['columns'];
  readonly cell: CellOf;
  readonly drawsDots: boolean;
}

/** The marks of a grid. Lines that have one verdict in one column share the markup: most of a large grid is the same. */
function cellsOf(columns: Grid['columns'], drawsDots: boolean): Cells {
  const made = new Map<string, Markup>();
  const make = (at: number, verdict: Verdict | undefined): Markup | undefined => {
    const { title = '', unreached } = columns[at] ?? {};
    if (unreached)
      return html`<rect class="unreached" x="${at * pitch}" width="${pitch}" height="${pitch}"><title>${title}</title></rect>`;
    if (verdict === undefined) return undefined;
    return html`<g><title>${`${title}: ${labels[verdict].word}`}</title><use href="#c-${verdict}" class="${verdict}" x="${at * pitch + 2}" y="2" width="16" height="16"/></g>`;
  };
  const cell: CellOf = (at, verdict, linked) => {
    if (drawsDots && verdict === 'pass' && !linked && !columns[at]?.unreached) return undefined;
    const key = `${at} ${verdict}`;
    const mark = made.get(key) ?? make(at, verdict);
    if (mark) made.set(key, mark);
    return mark;
  };
  return { columns, cell, drawsDots };
}

function head({ id, title }: GridLine['row'], file: FilePath | undefined): Child {
  if (id === '') return html`<span class="what both">${title}</span>`;
  const to = file ? hrefOf(file) : `#${id}`;
  return html`<a class="id" href="${to}">${id}</a><span class="what">${title}</span>`;
}

function axis([first, latest]: Grid['ends'], { width, columns, high }: Record<'width' | 'columns' | 'high', number>) {
  // Two days take some ten columns: under fewer runs the first alone stands there.
  const last =
    columns < (10 * high) / pitch
      ? undefined
      : html`<text x="${columns * pitch - 2}" y="${0.7 * high}" text-anchor="end">${latest}</text>`;
  return html`<svg viewBox="0 0 ${width * pitch} ${high}"><text x="2" y="${0.7 * high}">${first}</text>${last}</svg>`;
}

/** The address of a file, from the page. Each step is encoded, so that none becomes a scheme, a host or a query. */
export function hrefOf({ path, at }: FilePath): string {
  const steps = path.split('/').map((step) => encodeURIComponent(Buffer.from(step).toString()));
  return `./${steps.join('/')}${at === undefined ? '' : `#${encodeURIComponent(at)}`}`;
}
