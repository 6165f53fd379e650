import type { Exchange } from '../../schemas/exchange.js';
import type { Lane, TimeLine } from '../document/blocks.js';
import { counted } from '../text/counted.js';
import { grouped } from '../text/printable.js';
import { type Child, html, type Markup } from './markup.js';

const height = 44;
/** The height of one line of labels above a lane. */
const line = 14;
/** Every exchange of a lane is one stroke of one path: ten thousand elements would be slow to draw. */
const wide = 2_000;
/** The share of the axis that a label takes on a wide screen: two that are closer stand on two lines. */
const labelWidth = 0.085;

/** All requests by time of sending and duration, in lanes with one axis; labels mark the failures. */
export function timeLine({ start, step, top, lanes }: TimeLine): Markup {
  const at = ({ offsetMs }: Exchange) => (offsetMs - start) / 1000 / top;
  return html`<div class="lanes">${lanes.map((lane) => drawn(lane, at))}<div class="lane" aria-hidden="true"><span></span><svg class="axis" height="18">${ticks(step, top)}</svg></div></div>`;
}

function drawn({ name, exchanges, failed }: Lane, at: (exchange: Exchange) => number): Markup {
  const hot = new Set(failed.flatMap((each) => each.exchanges.map(({ id }) => id)));
  const quiet = exchanges.filter(({ id }) => !hot.has(id));
  const stroke = (exchange: Exchange) => `M${(at(exchange) * wide).toFixed(1)} ${height}v-${tall(exchange)}`;
  const labels = labelled(failed, at);
  const over = line * Math.max(1, ...labels.map(({ level }) => level + 1));
  const described = `${name}: ${counted(exchanges.length, 'request')}${failed.length ? `; ${failed.map(({ id }) => id).join(', ')} failed` : ''}`;
  return html`<div class="lane"><span>${name} <span class="soft">${grouped(exchanges.length)}</span></span><svg height="${height + over}" role="img" aria-label="${described}"><svg y="${over}" width="100%" height="${height}" viewBox="0 0 ${wide} ${height}" preserveAspectRatio="none"><path d="M0 ${height}H${wide}" class="ground"/><path d="${quiet.map(stroke).join('')}"/><path d="${exchanges
    .filter(({ id }) => hot.has(id))
    .map(stroke)
    .join('')}" class="hot"/></svg>${labels.map(
    ({ id, from, level, isLate }) =>
      html`<text x="${(from * 100).toFixed(2)}%" y="${over - 4 - line * level}" text-anchor="${isLate ? 'end' : 'start'}">${id}</text>`,
  )}</svg></div>`;
}

interface Label {
  readonly id: string;
  readonly from: number;
  /** Lines above the lane, so that no label stands on another. */
  readonly level: number;
  /** True where it ends at its place, for want of room behind it. */
  readonly isLate: boolean;
}

function labelled(failed: Lane['failed'], at: (exchange: Exchange) => number): readonly Label[] {
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
  return (2 + Math.min(1, share) * (height - 4)).toFixed(1);
}

function ticks(step: number, top: number): Child {
  return Array.from({ length: Math.round(top / step) + 1 }, (_, index) => {
    const anchor = index === 0 ? 'start' : index * step >= top ? 'end' : 'middle';
    const value = Number((index * step).toPrecision(3));
    return html`<text x="${((100 * index * step) / top).toFixed(2)}%" y="14" text-anchor="${anchor}">${value}${index * step >= top && ' s'}</text>`;
  });
}
