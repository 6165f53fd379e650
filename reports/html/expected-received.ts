import type { Sent } from '../../schemas/types.js';
import type { Sides } from '../document/blocks.js';
import { clip } from '../text/printable.js';
import { headAndRest } from '../wording/finding.js';
import { type Child, coded, html, type Markup } from './markup.js';

const longest = 4_000;

/** The sent request, the expected and the received response, side by side. */
export function sides({ sent, expected, received, control }: Sides): Markup {
  const columns: Child[] = [
    sent !== undefined && html`<div><h4>Sent</h4><p class="code">${changed(sent)}</p></div>`,
    expected !== undefined && html`<div><h4>Expected</h4>${firstStrong(clip(expected, longest))}</div>`,
    html`<div class="received"><h4>Received</h4>${firstStrong(clip(received, longest))}${
      control !== undefined && html`<p><span class="soft">Control</span> ${coded(clip(control, longest))}</p>`
    }</div>`,
  ];
  return html`<div class="sides">${columns}</div>`;
}

function changed({ request, change }: Sent): Child {
  const start = clip(request, longest);
  return change === undefined ? start : [`${start} `, html`<b class="change">${clip(change, longest)}</b>`];
}

function firstStrong(text: string): Child {
  const { head, rest } = headAndRest(text);
  return [html`<p><b>${coded(head)}</b></p>`, ...rest.map((line) => html`<p>${coded(line)}</p>`)];
}
