import type { Exchange } from '../../schemas/exchange.js';
import { scale } from '../model/bursts.js';
import type { DocumentInput } from '../model/document-input.js';
import { grouped } from '../text/printable.js';
import { counted } from '../text/summary-text.js';
import { exchangeList } from './exchange.js';
import { type Child, html, type Markup } from './markup.js';
import { type Part, part } from './part.js';

const height = 44;
const labels = 14;
/** Every exchange of a lane is one stroke of one path: ten thousand elements would be slow to draw. */
const wide = 2_000;

/** Where an exchange stands on the axis of time, from 0 to 1. */
interface Axis {
  readonly at: (exchange: Exchange) => number;
}

interface Lane {
  readonly name: string;
  readonly exchanges: readonly Exchange[];
}

/** All requests by time of sending and duration, one lane per area; labels mark the findings. */
export function timeLine(source: DocumentInput): Part | undefined {
  const { evidence, homes, report } = source;
  if (evidence.length === 0) return undefined;
  // The axis starts with the first request, not with the preparation of the run.
  const start = evidence.reduce((first, { offsetMs }) => Math.min(first, offsetMs), Number.POSITIVE_INFINITY);
  const end = evidence.reduce((latest, { offsetMs, durationMs }) => Math.max(latest, offsetMs + durationMs), start + 1);
  const { step, top } = scale((end - start) / 1000, 8);
  const axis: Axis = { at: ({ offsetMs }) => (offsetMs - start) / 1000 / top };
  const failed = report.requirements.filter(({ verdict }) => verdict === 'fail');
  const lanes = lanesOf(source);
  const body = html`<p class="prose intro">${counted(evidence.length, 'request')} in the order of sending, from the first on. The taller a stroke, the longer the response took, on a logarithmic scale; the tallest is ${grouped(slowest(evidence))} ms.${failed.length > 0 && ' Strokes in colour are of failed checks.'}</p>
<div class="lanes">${lanes.map((lane) => drawn(lane, failed, axis, homes.byId))}<div class="lane" aria-hidden="true"><span></span><svg class="axis" height="18">${ticks(step, top)}</svg></div></div>
${homes.others.length > 0 && html`<div class="others"><h3 class="tally">Requests of no check <span class="soft">${grouped(homes.others.length)}, such as those that identify customers</span></h3>${exchangeList(homes.others)}</div>`}`;
  return part('time', 'Time line', body, evidence.length);
}

function lanesOf({ areas, evidence, homes }: DocumentInput): readonly Lane[] {
  const groups = new Map<string, Exchange[]>();
  for (const exchange of evidence) {
    const area = homes.user.get(exchange.id)?.area ?? '';
    const lane = groups.get(area);
    if (lane) lane.push(exchange);
    else groups.set(area, [exchange]);
  }
  const known = areas.flatMap(({ name, short, rows }) => {
    const exchanges = groups.get(rows[0]?.area ?? name);
    return exchanges ? [{ name: short, exchanges }] : [];
  });
  const unknown = groups.get('');
  return unknown ? [...known, { name: known.length ? 'Preparing' : 'All requests', exchanges: unknown }] : known;
}

function drawn(
  { name, exchanges }: Lane,
  failed: DocumentInput['report']['requirements'][number][],
  { at }: Axis,
  byId: ReadonlyMap<string, Exchange>,
): Markup {
  const own = new Set(exchanges.map(({ id }) => id));
  const found = failed.flatMap(({ id, checks }) => {
    const ids = checks.filter(({ verdict }) => verdict === 'fail').flatMap((check) => check.exchanges);
    const here = ids.filter((exchange) => own.has(exchange)).flatMap((exchange) => byId.get(exchange) ?? []);
    return here.length ? [{ id, exchanges: here }] : [];
  });
  const hot = new Set(found.flatMap((finding) => finding.exchanges.map(({ id }) => id)));
  const quiet = exchanges.filter(({ id }) => !hot.has(id));
  const stroke = (exchange: Exchange) => `M${(at(exchange) * wide).toFixed(1)} ${height}v-${tall(exchange)}`;
  const slow = `${name}: ${counted(exchanges.length, 'request')}${found.length ? `; ${found.map(({ id }) => id).join(', ')} failed` : ''}`;
  return html`<div class="lane"><span>${name} <span class="soft">${grouped(exchanges.length)}</span></span><svg height="${height + labels}" role="img" aria-label="${slow}"><svg y="${labels}" width="100%" height="${height}" viewBox="0 0 ${wide} ${height}" preserveAspectRatio="none"><path d="M0 ${height}H${wide}" class="ground"/><path d="${quiet.map(stroke).join('')}"/><path d="${exchanges
    .filter(({ id }) => hot.has(id))
    .map(stroke)
    .join('')}" class="hot"/></svg>${found.map(({ id, exchanges: [first] }) => {
    if (!first) return undefined;
    const left = at(first) * 100;
    const above = labels + height - Number(tall(first)) - 5;
    return html`<text x="${left.toFixed(2)}%" y="${above.toFixed(1)}" text-anchor="${left > 85 ? 'end' : 'start'}">${id}</text>`;
  })}</svg></div>`;
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

function slowest(evidence: readonly Exchange[]): number {
  return evidence.reduce((most, { durationMs }) => Math.max(most, durationMs), 0);
}
