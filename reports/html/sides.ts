import type { ReportedCheck } from '../../schemas/types.js';
import { clip } from '../visible.js';
import { type Child, html, type Markup } from './markup.js';

const longest = 4_000;

/** What was sent, what was expected and what was received, side by side. */
export function sides({ sent, expected, received, control }: ReportedCheck): Markup | undefined {
  if (sent === undefined && expected === undefined && received === undefined) return undefined;
  const told: Child[] = [
    sent !== undefined && html`<div><h4>Sent</h4><p class="code">${bent(clip(sent, longest))}</p></div>`,
    expected !== undefined && html`<div><h4>Expected</h4>${firstStrong(clip(expected, longest))}</div>`,
    html`<div class="received"><h4>Received</h4>${firstStrong(clip(received ?? 'No answer.', longest))}${
      control !== undefined && html`<p><span class="soft">Control</span> ${clip(control, longest)}</p>`
    }</div>`,
  ];
  return html`<div class="sides">${told}</div>`;
}

/** What was sent, in words: after method and path comes what is bent, and that is what the eye has to find. */
function bent(sent: string): Child {
  const [, request, bend] = /^([A-Z]+ \S+) ([\s\S]+)$/.exec(sent) ?? [];
  return request === undefined ? sent : [`${request} `, html`<b class="bend">${bend}</b>`];
}

// The first line or sentence is the answer to "what?"; what follows explains it.
function firstStrong(text: string): Child {
  const [first = '', ...rest] = text.split('\n');
  const [, head = first, tail = ''] = rest.length ? [] : (/^(.{1,60}?[.;,:]) (.+)$/.exec(first) ?? []);
  return [
    html`<p><b>${head.replace(/[.;,:]$/, '')}</b></p>`,
    tail !== '' && html`<p>${tail.charAt(0).toUpperCase() + tail.slice(1)}</p>`,
    ...rest.filter(Boolean).map((line) => html`<p>${line}</p>`),
  ];
}
