import type { ReportedCheck } from '../../schemas/types.js';
import { bendOf, headAndRest } from '../text/finding.js';
import { clip } from '../text/printable.js';
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

function bent(sent: string): Child {
  const { request, bend } = bendOf(sent);
  return bend === '' ? request : [`${request} `, html`<b class="bend">${bend}</b>`];
}

function firstStrong(text: string): Child {
  const { head, rest } = headAndRest(text);
  return [html`<p><b>${head}</b></p>`, ...rest.map((line) => html`<p>${line}</p>`)];
}
