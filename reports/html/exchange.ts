import type { Exchange, Header } from '../../schemas/exchange.js';
import { clip, grouped } from '../visible.js';
import { indented } from './indent.js';
import { type Child, html, type Markup } from './markup.js';

const groupSize = 100;
// Long bodies stand whole in evidence.har; a page has to open.
const longestBody = 16_000;

/** Exchanges as rows that open; in a finding the first is open. More than a hundred are put into closed groups, so that a page of 10,000 opens fast. */
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

function exchange(
  { id, request, response, purpose, durationMs, fault }: Exchange,
  inFinding: boolean,
  first: boolean,
): Markup {
  // Drawn softly, withheld values would be three elements in four of a page of 10,000 exchanges: only findings do it.
  const told = inFinding ? withheld : (text: string) => text;
  const status = response ? String(response.status) : 'no answer';
  return html`<details class="x" id="${id}"${inFinding && first && html` open`}><summary><span class="id">${id}</span><span class="what">${request.method} ${pathOf(request.url)} <span class="soft">${clip(purpose, 300)}</span></span><span class="n">${status}</span><span class="n soft">${grouped(durationMs)} ms</span></summary><div class="pair"><div><p class="label">Request</p><pre>${request.method} ${clip(request.url, 2_000)}
${headers(request.headers, told)}${body(request.body, told)}</pre></div><div><p class="label">Answer</p><pre>${
    response
      ? html`HTTP/${clip(response.httpVersion.replace(/^HTTP\//i, ''), 20)} ${response.status} ${clip(response.reason, 200)}
${headers(response.headers, told)}${body(response.body, told)}${response.cut && '\n… cut here: the answer was longer than what is read'}`
      : clip(fault ?? 'No answer came.', 2_000)
  }</pre></div></div></details>`;
}

type Told = (text: string) => Child;

function headers(list: readonly Header[], told: Told): Child {
  return list.map(([name, value]) => [`${clip(name, 200)}: `, told(clip(value, 2_000)), '\n']);
}

function body(text: string | undefined, told: Told): Child {
  return text ? ['\n', told(clip(indented(text), longestBody))] : undefined;
}

/** Text in which the values that were withheld, which stand in ‹ ›, step back. */
function withheld(text: string): Child {
  return text
    .split(/(‹[^‹›\n]{1,60}›)/)
    .map((part, index) => (index % 2 ? html`<span class="w">${part}</span>` : part));
}

/** Path and query of an address, for one line. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return clip(url, 200);
  const { pathname, search } = new URL(url);
  return clip(pathname + search, 200);
}

/** Ids in few words: `x0412–x0423`, `x0031, x0040 and 7 more`. Each end is a link to the exchange. */
export function links(ids: readonly string[], known: ReadonlyMap<string, Exchange>): Child {
  const link = (id: string | undefined): Child =>
    id !== undefined && known.has(id) ? html`<a href="#${id}">${id}</a>` : id;
  if (ids.length === 0) return 'none';
  const numbers = ids.map((id) => Number(id.slice(1)));
  const consecutive = numbers.every((value, index) => index === 0 || value === (numbers[index - 1] ?? 0) + 1);
  if (ids.length > 2 && consecutive) return [link(ids[0]), '–', link(ids.at(-1))];
  const shown = ids.slice(0, 2).flatMap((id, index) => (index ? [', ', link(id)] : [link(id)]));
  return ids.length > 2 ? [...shown, ` and ${ids.length - 2} more`] : shown;
}
