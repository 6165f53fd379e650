import type { Verdict } from '../../schemas/verdict.js';
import type { FilePath, Grid, GridLine } from '../document/blocks.js';
import type { Burst } from '../model/bursts.js';
import type { HistoryColumn } from '../model/history.js';
import { labels } from '../wording/verdict-labels.js';
import { sign } from './marks.js';
import { type Child, html, type Markup } from './markup.js';

/** Requests that were released together, as bars on one time axis: which overlapped, and which responses differ from most. */
export function burst({ burst: { step, top, bars: all, aside } }: { readonly burst: Burst }): Markup {
  const percent = (value: number) => `${((100 * value) / top).toFixed(2)}%`;
  const bars = all.map(({ id, from, length, outcome, odd }) => {
    const bar = html`<svg class="bar" height="16" role="presentation"><rect x="${percent(from)}" y="5.5" width="${percent(length)}" height="5" class="${odd ? 'odd' : 'even'}"/></svg>`;
    return html`<li${odd && html` class="odd"`}><a class="id" href="#${id}">${id}</a>${bar}<span>${outcome}${odd && [' ', html`<span class="fail">${sign('fail')}</span>`]}</span></li>`;
  });
  return html`<p class="over">The burst <span class="soft">${aside}</span></p><ul class="burst">${bars}<li aria-hidden="true"><span></span><svg class="bar axis" height="16">${ticks(step, top, 12, ' ms')}</svg><span></span></li></ul>`;
}

const pitch = 20;
/** Columns that a line has room for. With fewer runs the marks keep their size and stand at the left. */
const room = 30;

/** Verdicts of requirements over the runs, as lines of marks under one axis. */
export function grid({ lines, columns: own, ends, wide }: Grid): Markup {
  const width = Math.max(room, own.length);
  // A narrow screen shows the end of a wide grid, at a size for a finger: there the newest run stands.
  const empty = Array.from({ length: wide ? width - own.length : 0 }, (): HistoryColumn => ({ title: '' }));
  const columns = [...empty, ...own];
  const top = axis(ends, { width, columns: own.length, from: empty.length });
  return html`<div class="${wide ? 'history wide' : 'history'}"><div class="history-line head" aria-hidden="true"><span></span><span></span>${top}</div>${lines.map((each) => line({ ...each, marks: [...empty.map(() => undefined), ...each.marks] }, width, columns))}</div>`;
}

function line({ row, marks, label, file, linked }: GridLine, width: number, columns: Grid['columns']): Markup {
  const cells = columns.map((column, at) => {
    const mark = cell(column, at, marks[at], linked);
    if (!linked || !mark || column.file === undefined) return mark;
    return html`<a href="${hrefOf({ path: column.file })}" aria-label="${`Report of ${column.title}`}"><rect class="tap" x="${at * pitch}" width="${pitch}" height="${pitch}"/>${mark}</a>`;
  });
  // What holds links is no picture.
  const role = linked ? 'group' : 'img';
  return html`<div class="history-line">${head(row, file)}<svg viewBox="0 0 ${width * pitch} ${pitch}" preserveAspectRatio="xMaxYMid slice" role="${role}" aria-label="${label}">${cells}${!linked && dots(marks, columns)}</svg></div>`;
}

/** The passes of a line as one path: there are thousands of them, and they say the least. */
function dots(marks: GridLine['marks'], columns: Grid['columns']): Child {
  const at = marks.flatMap((mark, place) => (mark === 'pass' && !columns[place]?.isDead ? [place] : []));
  if (at.length === 0) return undefined;
  return html`<path class="pass dots" d="${at.map((place) => `M${place * pitch + pitch / 2} ${pitch / 2}h.01`).join('')}"/>`;
}

function cell(column: HistoryColumn, at: number, verdict: Verdict | undefined, linked?: true): Markup | undefined {
  const { title, isDead } = column;
  if (isDead && !linked)
    return html`<rect class="unreached" x="${at * pitch}" width="${pitch}" height="${pitch}"><title>${title}</title></rect>`;
  if (verdict === undefined || (verdict === 'pass' && !linked)) return undefined;
  return html`<g><title>${`${title}: ${labels[verdict].word}`}</title><use href="#c-${verdict}" class="${verdict}" x="${at * pitch + 2}" y="2" width="16" height="16"/></g>`;
}

function head({ id, title }: GridLine['row'], file: FilePath | undefined): Child {
  if (id === '') return html`<span class="what both">${title}</span>`;
  const to = file ? hrefOf(file) : `#${id}`;
  return html`<a class="id" href="${to}">${id}</a><span class="what">${title}</span>`;
}

function axis([first, latest]: Grid['ends'], { width, columns, from }: Record<'width' | 'columns' | 'from', number>) {
  const y = 0.7 * pitch;
  // Two days take some ten columns: over fewer runs one alone stands there, the last one where the marks end at the right.
  const isShort = columns < 10;
  const start = isShort && from > 0 ? undefined : html`<text x="${from * pitch + 2}" y="${y}">${first}</text>`;
  const end =
    isShort && from === 0
      ? undefined
      : html`<text x="${(from + columns) * pitch - 2}" y="${y}" text-anchor="end">${latest}</text>`;
  return html`<svg viewBox="0 0 ${width * pitch} ${pitch}" preserveAspectRatio="xMaxYMid slice">${start}${end}</svg>`;
}

/** The address of a file, from the page. Each step is encoded, so that none becomes a scheme, a host or a query. */
export function hrefOf({ path, at }: FilePath): string {
  const steps = path.split('/').map((step) => encodeURIComponent(Buffer.from(step).toString()));
  return `./${steps.join('/')}${at === undefined ? '' : `#${encodeURIComponent(at)}`}`;
}

/** The labels of an axis, the unit at its end. @param y their line */
function ticks(step: number, top: number, y: number, unit: string): Child {
  return Array.from({ length: Math.round(top / step) + 1 }, (_, index) => {
    const anchor = index === 0 ? 'start' : index * step >= top ? 'end' : 'middle';
    const value = Number((index * step).toPrecision(3));
    return html`<text x="${((100 * index * step) / top).toFixed(2)}%" y="${y}" text-anchor="${anchor}">${value}${index * step >= top && unit}</text>`;
  });
}
