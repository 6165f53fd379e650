import type { Exchange } from '../../schemas/exchange.js';
import type { Verdict } from '../../schemas/verdict.js';
import type { FilePath, Grid, GridLine, Lane, TimeLine } from '../document/blocks.js';
import type { Burst } from '../model/bursts.js';
import type { HistoryColumn } from '../model/history.js';
import { counted } from '../text/counted.js';
import { grouped } from '../text/printable.js';
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
  return html`<h4 class="over">The burst <span class="soft">${aside}</span></h4><ul class="burst">${bars}<li aria-hidden="true"><span></span><svg class="bar axis" height="16">${ticks(step, top, 12, ' ms')}</svg><span></span></li></ul>`;
}

const pitch = 20;
/** Columns that a line has room for. With fewer runs the marks keep their size and stand at the left. */
const room = 30;

/** Verdicts of requirements over the runs, as lines of marks under one axis. */
export function grid({ lines, columns, ends, wide }: Grid): Markup {
  const width = Math.max(wide ? 2 * room : room, columns.length);
  const top = axis(ends, { width, columns: columns.length, high: wide ? 2 * pitch : pitch });
  return html`<div class="${wide ? 'history wide' : 'history'}"><div class="history-line head" aria-hidden="true"><span></span><span></span>${top}</div>${lines.map((each) => line(each, width, columns))}</div>`;
}

function line({ row, marks, label, file, linked }: GridLine, width: number, columns: Grid['columns']): Markup {
  const cells = columns.map((column, at) => {
    const mark = cell(column, at, marks[at], linked);
    if (!linked || !mark || column.file === undefined) return mark;
    return html`<a href="${hrefOf({ path: column.file })}" aria-label="${`Report of ${column.title}`}">${mark}</a>`;
  });
  // What holds links is no picture.
  const role = linked ? 'group' : 'img';
  return html`<div class="history-line">${head(row, file)}<svg viewBox="0 0 ${width * pitch} ${pitch}" role="${role}" aria-label="${label}">${cells}${!linked && dots(marks, columns)}</svg></div>`;
}

/** The passes of a line as one path: there are thousands of them, and they say the least. */
function dots(marks: GridLine['marks'], columns: Grid['columns']): Child {
  const at = marks.flatMap((mark, place) => (mark === 'pass' && !columns[place]?.unreached ? [place] : []));
  if (at.length === 0) return undefined;
  return html`<path class="pass dots" d="${at.map((place) => `M${place * pitch + pitch / 2} ${pitch / 2}h.01`).join('')}"/>`;
}

function cell(column: HistoryColumn, at: number, verdict: Verdict | undefined, linked?: true): Markup | undefined {
  const { title, unreached } = column;
  if (unreached)
    return html`<rect class="unreached" x="${at * pitch}" width="${pitch}" height="${pitch}"><title>${title}</title></rect>`;
  if (verdict === undefined || (verdict === 'pass' && !linked)) return undefined;
  return html`<g><title>${`${title}: ${labels[verdict].word}`}</title><use href="#c-${verdict}" class="${verdict}" x="${at * pitch + 2}" y="2" width="16" height="16"/></g>`;
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

const laneHeight = 44;
/** The height of one line of labels above a lane. */
const labelHeight = 14;
/** Every exchange of a lane is one stroke of one path: ten thousand elements would be slow to draw. */
const laneUnits = 2_000;
/** The share of the axis that a label takes on a wide screen: two that are closer stand on two lines. */
const labelWidth = 0.085;

/** All requests by time of sending and duration, in lanes with one axis; labels mark the failures. */
export function timeLine({ start, step, top, lanes }: TimeLine): Markup {
  const at = ({ offsetMs }: Exchange) => (offsetMs - start) / 1000 / top;
  return html`<div class="lanes">${lanes.map((lane) => drawn(lane, at))}<div class="lane" aria-hidden="true"><span></span><svg class="axis" height="18">${ticks(step, top, 14, ' s')}</svg></div></div>`;
}

function drawn({ name, exchanges, failed }: Lane, at: (exchange: Exchange) => number): Markup {
  const hot = new Set(failed.flatMap((each) => each.exchanges.map(({ id }) => id)));
  const quiet = exchanges.filter(({ id }) => !hot.has(id));
  const stroke = (exchange: Exchange) => `M${(at(exchange) * laneUnits).toFixed(1)} ${laneHeight}v-${tall(exchange)}`;
  const labels = labelled(failed, at);
  const over = labelHeight * Math.max(1, ...labels.map(({ level }) => level + 1));
  const described = `${name}: ${counted(exchanges.length, 'request')}${failed.length ? `; ${failed.map(({ id }) => id).join(', ')} failed` : ''}`;
  return html`<div class="lane"><span>${name} <span class="soft">${grouped(exchanges.length)}</span></span><svg height="${laneHeight + over}" role="img" aria-label="${described}"><svg y="${over}" width="100%" height="${laneHeight}" viewBox="0 0 ${laneUnits} ${laneHeight}" preserveAspectRatio="none"><path d="M0 ${laneHeight}H${laneUnits}" class="ground"/><path d="${quiet.map(stroke).join('')}"/><path d="${exchanges
    .filter(({ id }) => hot.has(id))
    .map(stroke)
    .join('')}" class="hot"/></svg>${labels.map(
    ({ id, from, level, isLate }) =>
      html`<text x="${(from * 100).toFixed(2)}%" y="${over - 4 - labelHeight * level}" text-anchor="${isLate ? 'end' : 'start'}">${id}</text>`,
  )}</svg></div>`;
}

/** The places of labels: a late one ends at its place, for want of room behind it; by levels none stands on another. */
function labelled(failed: Lane['failed'], at: (exchange: Exchange) => number) {
  const ends: number[] = [];
  const places = failed.flatMap(({ id, exchanges: [first] }) => (first ? [{ id, from: at(first) }] : []));
  return places
    .toSorted((a, b) => a.from - b.from)
    .map(({ id, from }) => {
      const isLate = from > 1 - labelWidth;
      const left = isLate ? from - labelWidth : from;
      const free = ends.findIndex((end) => end <= left);
      const level = free < 0 ? ends.length : free;
      ends[level] = left + labelWidth;
      return { id, from, level, isLate };
    });
}

// 1 ms is two units tall, 10 seconds fill the lane.
function tall({ durationMs }: Exchange): string {
  const share = Math.log10(Math.max(1, durationMs)) / 4;
  return (2 + Math.min(1, share) * (laneHeight - 4)).toFixed(1);
}

/** The labels of an axis, the unit at its end. @param y their line */
function ticks(step: number, top: number, y: number, unit: string): Child {
  return Array.from({ length: Math.round(top / step) + 1 }, (_, index) => {
    const anchor = index === 0 ? 'start' : index * step >= top ? 'end' : 'middle';
    const value = Number((index * step).toPrecision(3));
    return html`<text x="${((100 * index * step) / top).toFixed(2)}%" y="${y}" text-anchor="${anchor}">${value}${index * step >= top && unit}</text>`;
  });
}
