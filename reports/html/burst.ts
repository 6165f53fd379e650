import type { Burst } from '../model/bursts.js';
import { sign } from './marks.js';
import { type Child, html, type Markup } from './markup.js';

/** Requests that were released together, as bars on one time axis: which overlapped, and which responses differ from most. */
export function burst({ step, top, bars: all, aside }: Burst): Markup {
  const percent = (value: number) => `${((100 * value) / top).toFixed(2)}%`;
  const bars = all.map(({ id, from, length, outcome, odd }) => {
    const bar = html`<svg class="bar" height="16" role="presentation"><rect x="${percent(from)}" y="5.5" width="${percent(length)}" height="5" class="${odd ? 'odd' : 'even'}"/></svg>`;
    return html`<li${odd && html` class="odd"`}><a class="id" href="#${id}">${id}</a>${bar}<span>${outcome}${odd && [' ', html`<span class="fail">${sign('fail')}</span>`]}</span></li>`;
  });
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, index): Child => {
    const last = index * step >= top;
    return html`<text x="${percent(index * step)}" y="12" text-anchor="${index === 0 ? 'start' : last ? 'end' : 'middle'}">${index * step}${last && ' ms'}</text>`;
  });
  return html`<h4 class="over">The burst <span class="soft">${aside}</span></h4><ul class="burst">${bars}<li aria-hidden="true"><span></span><svg class="bar axis" height="16">${ticks}</svg><span></span></li></ul>`;
}
