import type { Exchange, Header } from '../../schemas/exchange.js';
import { indented } from '../text/indent.js';
import { clip, grouped } from '../text/printable.js';
import { aroundWithheld, cutHere, pathOf, statusLine } from '../wording/exchange-words.js';
import { type Child, html, type Markup } from './markup.js';

const groupSize = 100;
// Long bodies stand whole in evidence.har; a page has to open.
const longestBody = 16_000;

/** Exchanges that open on a click; in a finding the first is open. More than a hundred stand in closed groups, so that a page of 10,000 opens fast. */
export function exchangeList(exchanges: readonly Exchange[], inFinding = false): Markup {
  if (exchanges.length <= groupSize)
    return html`<div class="xs">${exchanges.map((each, index) => exchange(each, inFinding, index === 0))}</div>`;
  const groups = Array.from({ length: Math.ceil(exchanges.length / groupSize) }, (_, index) =>
    exchanges.slice(index * groupSize, (index + 1) * groupSize),
  );
  return html`<div class="xs">${groups.map(
    (group) =>
      html`<details class="x"><summary><span class="id">${group[0]?.id} to ${group.at(-1)?.id}</span><span class="what">${group.length} exchanges</span></summary><div class="xs in">${group.map((each) => exchange(each, false, false))}</div></details>`,
  )}</div>`;
}

function exchange(sent: Exchange, inFinding: boolean, first: boolean): Markup {
  const { id, request, response, purpose, durationMs } = sent;
  // Drawn softly, withheld values would be three elements in four of a page of 10,000 exchanges: only findings do it.
  const described = inFinding ? withheld : (text: string) => text;
  const status = response ? String(response.status) : 'no response';
  return html`<details class="x" id="${id}"${inFinding && first && html` open`}><summary><span class="id">${id}</span><span class="what">${request.method} ${pathOf(request.url)} <span class="soft">${clip(purpose, 300)}</span></span><span class="n">${status}</span><span class="n soft">${grouped(durationMs)} ms</span></summary><div class="pair"><div><p class="label">Request</p><pre>${request.method} ${clip(request.url, 2_000)}
${message(request.headers, request.body, described)}</pre></div><div><p class="label">Response</p><pre>${
    response
      ? html`${statusLine(sent)}
${message(response.headers, response.body, described)}${response.cut && ['\n', cutHere]}`
      : statusLine(sent)
  }</pre></div></div></details>`;
}

function message(headers: readonly Header[], body: string | undefined, described: (text: string) => Child): Child {
  const lines = headers.map(([name, value]) => [`${clip(name, 200)}: `, described(clip(value, 2_000)), '\n']);
  return [lines, body ? ['\n', described(clip(indented(body), longestBody))] : undefined];
}

/** Text in which the values that were withheld step back. */
function withheld(text: string): Child {
  return aroundWithheld(text).map((part, index) => (index % 2 ? html`<span class="w">${part}</span>` : part));
}
