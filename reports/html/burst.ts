import type { Exchange } from '../../schemas/exchange.js';
import type { ReportedCheck } from '../../schemas/types.js';
import type { Homes } from './homes.js';
import { sign } from './marks.js';
import { type Child, html, type Markup } from './markup.js';

/** Requests that were released together, as bars on one time axis: which overlapped, and which answer stands out. */
export function burst(check: ReportedCheck, { byId }: Homes): Markup | undefined {
  const sent = check.exchanges.flatMap((id) => byId.get(id) ?? []);
  if (sent.length < 3 || sent.length > 60 || !together(sent)) return undefined;
  const start = Math.min(...sent.map(({ offsetMs }) => offsetMs));
  const released = Math.max(...sent.map(({ offsetMs }) => offsetMs)) - start;
  const end = Math.max(...sent.map(({ offsetMs, durationMs }) => offsetMs + durationMs)) - start;
  const { step, top } = scale(end);
  const usual = mostFrequent(sent.map(told));
  const percent = (value: number) => `${((100 * value) / top).toFixed(2)}%`;
  const bars = sent.map((exchange) => {
    const odd = told(exchange) !== usual;
    const bar = html`<svg class="bar" height="16" role="presentation"><rect x="${percent(exchange.offsetMs - start)}" y="5.5" width="${percent(exchange.durationMs)}" height="5" class="${odd ? 'odd' : 'even'}"/></svg>`;
    return html`<li${odd && html` class="odd"`}><a class="id" href="#${exchange.id}">${exchange.id}</a>${bar}<span>${told(exchange)}${odd && [' ', html`<span class="fail">${sign('fail')}</span>`]}</span></li>`;
  });
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, index): Child => {
    const last = index * step >= top;
    return html`<text x="${percent(index * step)}" y="12" text-anchor="${index === 0 ? 'start' : last ? 'end' : 'middle'}">${index * step}${last && ' ms'}</text>`;
  });
  return html`<h4 class="over">The burst <span class="soft">${sent.length} requests, released within ${released.toFixed(1)} ms; a bar ends with its answer</span></h4><ul class="burst">${bars}<li aria-hidden="true"><span></span><svg class="bar axis" height="16">${ticks}</svg><span></span></li></ul>`;
}

function together(sent: readonly Exchange[]): boolean {
  const lastStart = Math.max(...sent.map(({ offsetMs }) => offsetMs));
  return sent.filter(({ offsetMs, durationMs }) => offsetMs + durationMs > lastStart).length >= sent.length * 0.8;
}

function told({ response, fault }: Exchange): string {
  if (!response) return fault === undefined ? 'no answer' : 'cut off';
  const customer = /‹(customer [A-Z])›/.exec(response.body)?.[1];
  return customer === undefined ? String(response.status) : `${response.status}, ${customer}`;
}

function mostFrequent(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}

/** A round step, and a round end of the axis that the value fits under. */
export function scale(value: number, most = 6): { step: number; top: number } {
  const rough = Math.max(value, 0.001) / most;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * magnitude >= rough) ?? 10) * magnitude;
  const round = Number(step.toPrecision(1));
  return { step: round, top: Math.max(1, Math.ceil(value / round)) * round };
}
